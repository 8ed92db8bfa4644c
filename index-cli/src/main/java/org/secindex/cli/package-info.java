@NullMarked
package org.secindex.cli;

import org.jspecify.annotations.NullMarked;
