/**
 * Catalogues as users have them (text files, compressed or not, sorted or not) to the sorted,
 * unique entries that a backend is filled from.
 *
 * <pre>{@code
 * IngestOptions options = IngestOptions.defaults(KeyDomain.SIGNED).withFormat(Format.CSV);
 * try (Ingested input = Ingest.read(List.of("objects.csv.gz"), options)) {
 *   index.load(input.entries());
 * }
 * }</pre>
 *
 * The way of a row: a file is opened, decompressed, and cut into {@code Pieces} of whole rows,
 * which several threads parse: a {@code RowSyntax} tells rows and fields apart, a {@code RowParser}
 * turns the wanted ones into a key and a location. {@code InputRows} hands them on in the order of
 * the inputs, an {@code EntrySorter} brings them into order, and {@code UniqueEntries} applies the
 * policy for repeated keys.
 */
@NullMarked
package org.secindex.ingest;

import org.jspecify.annotations.NullMarked;
