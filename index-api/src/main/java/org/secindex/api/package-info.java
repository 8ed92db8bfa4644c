@NullMarked
package org.secindex.api;

import org.jspecify.annotations.NullMarked;
