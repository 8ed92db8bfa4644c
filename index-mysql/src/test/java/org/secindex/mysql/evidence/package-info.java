/** Programs that measure; started by docs/results/innodb/run. */
@NullMarked
package org.secindex.mysql.evidence;

import org.jspecify.annotations.NullMarked;
