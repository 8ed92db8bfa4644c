@NullMarked
package org.secindex.ingest;

import org.jspecify.annotations.NullMarked;
