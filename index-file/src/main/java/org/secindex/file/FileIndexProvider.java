package org.secindex.file;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.secindex.api.Access;
import org.secindex.api.IndexOption;
import org.secindex.api.IndexProvider;
import org.secindex.api.IndexState;
import org.secindex.api.IndexUri;
import org.secindex.api.KeyDomain;

/** Indexes of segment files in a local directory: {@code file:/data/idx}. */
public final class FileIndexProvider implements IndexProvider {
  private static final String SCHEME = "file";

  /** Stateless. */
  public FileIndexProvider() {}

  @Override
  public Set<String> schemes() {
    return Set.of(SCHEME);
  }

  @Override
  public String summary() {
    return "compressed, checksummed segment files in a local directory";
  }

  @Override
  public String example() {
    return "file:/data/idx";
  }

  @Override
  public String engine() {
    return "segments format " + Preamble.VERSION;
  }

  @Override
  public List<IndexOption> options() {
    return FileOptions.OPTIONS;
  }

  @Override
  public IndexState state(IndexUri uri) {
    try (LocalSegmentStore store = store(uri.path(), FileOptions.from(uri))) {
      return SegmentIndexes.state(store);
    }
  }

  @Override
  public SegmentedIndex create(IndexUri uri, KeyDomain domain) {
    return create(uri.path(), domain, FileOptions.from(uri));
  }

  /** {@link #create(IndexUri, KeyDomain)} without an address. */
  public SegmentedIndex create(Path directory, KeyDomain domain, FileOptions options) {
    return SegmentIndexes.create(store(directory, options), SCHEME, domain, options.segments());
  }

  /**
   * {@inheritDoc}
   *
   * <p>An index opened for reading stays as it was at that moment: what a writer elsewhere changes
   * is seen by who opens it again.
   */
  @Override
  public SegmentedIndex open(IndexUri uri, Access access) {
    return open(uri.path(), access, FileOptions.from(uri));
  }

  /** {@link #open(IndexUri, Access)} without an address. */
  public SegmentedIndex open(Path directory, Access access, FileOptions options) {
    return SegmentIndexes.open(store(directory, options), SCHEME, access, options.segments());
  }

  @Override
  public void drop(IndexUri uri) {
    try (LocalSegmentStore store = store(uri.path(), FileOptions.from(uri))) {
      SegmentIndexes.drop(store);
    }
  }

  private static LocalSegmentStore store(Path directory, FileOptions options) {
    return new LocalSegmentStore(directory, options.durability(), options.read());
  }
}
