@NullMarked
package org.secindex.rocksdb;

import org.jspecify.annotations.NullMarked;
