/**
 * The contract of a secondary index: sparse 64-bit keys to the chunk and subchunk where an object
 * lives.
 *
 * <ul>
 *   <li><b>To use an index</b>: {@link org.secindex.api.Indexes} opens one, {@link
 *       org.secindex.api.SecondaryIndex} is what one can do, {@link org.secindex.api.Lookup} and
 *       {@link org.secindex.api.EntryCursor} are the answers.
 *   <li><b>To fill one</b>: {@link org.secindex.api.SortedEntries}, from three columns or from any
 *       {@link org.secindex.api.EntrySource}.
 *   <li><b>When things go wrong</b>: all exceptions are unchecked. {@link
 *       org.secindex.api.IndexException} is the root of what may happen at run time; {@link
 *       java.lang.IllegalStateException} and {@link java.lang.IllegalArgumentException} are errors
 *       of the caller.
 *   <li><b>To add a backend</b>: {@link org.secindex.api.IndexProvider}, {@link
 *       org.secindex.api.OptionReader}, {@link org.secindex.api.Lifetime}, {@link
 *       org.secindex.api.LookupBuilder}, and the tests in {@code index-testkit}.
 * </ul>
 *
 * No parameter or result is ever null.
 */
@NullMarked
package org.secindex.api;

import org.jspecify.annotations.NullMarked;
