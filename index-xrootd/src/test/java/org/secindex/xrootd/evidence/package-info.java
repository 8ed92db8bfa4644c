/** Programs that measure; started by docs/results/xrootd/run. */
@NullMarked
package org.secindex.xrootd.evidence;

import org.jspecify.annotations.NullMarked;
