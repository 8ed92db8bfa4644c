@NullMarked
package org.secindex.mysql;

import org.jspecify.annotations.NullMarked;
