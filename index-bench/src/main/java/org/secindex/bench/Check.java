package org.secindex.bench;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.secindex.api.Access;
import org.secindex.api.EntryChecksum;
import org.secindex.api.SecondaryIndex;
import org.secindex.api.Verification;

/**
 * What an index holds after it was written, read back from the store.
 *
 * @param checksum the {@link EntryChecksum} of what is there
 * @param diskBytes of the index; null where the store does not tell
 * @param wrong what is wrong, in one line
 */
record Check(long checksum, @Nullable Long diskBytes, Optional<String> wrong) {
  static Check of(Trial trial, EntryChecksum expected) {
    try (SecondaryIndex index = trial.open(Access.READ)) {
      Verification found = index.verify();
      return new Check(found.checksum(), diskBytes(index), wrong(found, expected));
    }
  }

  private static Optional<String> wrong(Verification found, EntryChecksum expected) {
    if (!found.isClean()) {
      return Optional.of("verify: " + found.problems().get(0));
    }
    if (found.entries() != expected.count()) {
      return Optional.of(found.entries() + " entries stored instead of " + expected.count());
    }
    return found.checksum() == expected.value()
        ? Optional.empty()
        : Optional.of("the stored entries are not those that were written (checksum)");
  }

  static @Nullable Long diskBytes(SecondaryIndex index) {
    var bytes = index.statistics().bytesOnDisk();
    return bytes.isPresent() ? Long.valueOf(bytes.getAsLong()) : null;
  }
}
