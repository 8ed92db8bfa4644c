/**
 * An index whose segments lie on XRootD servers: {@code root://host:1094//data/idx}.
 *
 * <p>{@link org.secindex.xrootd.XrootdIndexProvider} is the way in; the index itself is that of
 * {@code org.secindex.file}, on a store that speaks through {@code org.secindex.xrootd.client}.
 */
@NullMarked
package org.secindex.xrootd;

import org.jspecify.annotations.NullMarked;
