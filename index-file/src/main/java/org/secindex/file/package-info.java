/**
 * An index made of immutable, checksummed segment files and a versioned manifest.
 *
 * <p>{@link org.secindex.file.FileIndexProvider} keeps them in a local directory. Whoever has
 * another place for files implements {@link org.secindex.file.SegmentStore} and gets the same index
 * from {@link org.secindex.file.SegmentIndexes}. {@code FORMAT.md} in the project specifies all
 * bytes.
 */
@NullMarked
package org.secindex.file;

import org.jspecify.annotations.NullMarked;
