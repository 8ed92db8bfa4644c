@NullMarked
package org.secindex.bench;

import org.jspecify.annotations.NullMarked;
