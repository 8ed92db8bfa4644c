@NullMarked
package org.secindex.rocksdb.evidence;

import org.jspecify.annotations.NullMarked;
