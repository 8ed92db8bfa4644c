@NullMarked
package org.secindex.xrootd.client;

import org.jspecify.annotations.NullMarked;
