@NullMarked
package org.secindex.xrootd;

import org.jspecify.annotations.NullMarked;
