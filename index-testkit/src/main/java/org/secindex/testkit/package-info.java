@NullMarked
package org.secindex.testkit;

import org.jspecify.annotations.NullMarked;
