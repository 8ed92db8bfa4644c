@NullMarked
package org.secindex.file;

import org.jspecify.annotations.NullMarked;
