/**
 * The {@code secindex} command: options, streams and exit codes. What it does is done by the other
 * modules; here is only the wiring, one class for each command.
 */
@NullMarked
package org.secindex.cli;

import org.jspecify.annotations.NullMarked;
