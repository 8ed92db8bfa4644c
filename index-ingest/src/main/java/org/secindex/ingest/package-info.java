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
 * The way of a row: a file is opened and decompressed, a {@code RowReader} splits it into fields, a
 * {@code RowParser} turns the wanted ones into a key and a location, an {@code EntrySorter} brings
 * them into order, and {@code UniqueEntries} applies the policy for repeated keys.
 */
@NullMarked
package org.secindex.ingest;

import org.jspecify.annotations.NullMarked;
