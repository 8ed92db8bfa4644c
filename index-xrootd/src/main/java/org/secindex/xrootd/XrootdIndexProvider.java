package org.secindex.xrootd;

import java.util.List;
import java.util.Set;
import org.secindex.api.Access;
import org.secindex.api.IndexConfigException;
import org.secindex.api.IndexOption;
import org.secindex.api.IndexProvider;
import org.secindex.api.IndexState;
import org.secindex.api.IndexUri;
import org.secindex.api.KeyDomain;
import org.secindex.file.SegmentIndexes;
import org.secindex.file.SegmentedIndex;
import org.secindex.xrootd.client.XrootdUrl;

/** Indexes of segment files on XRootD servers: {@code root://host:1094//data/idx}. */
public final class XrootdIndexProvider implements IndexProvider {
  private static final String SCHEME = "root";
  private static final String TLS_SCHEME = "roots";

  /** Stateless. */
  public XrootdIndexProvider() {}

  /** {@code roots} is the same, with nothing sent but under TLS. */
  @Override
  public Set<String> schemes() {
    return Set.of(SCHEME, TLS_SCHEME);
  }

  @Override
  public String summary() {
    return "compressed, checksummed segment files on XRootD servers";
  }

  @Override
  public String example() {
    return "root://host:1094//data/idx";
  }

  @Override
  public String engine() {
    return "XRootD client of secindex, protocol 5";
  }

  @Override
  public List<IndexOption> options() {
    return XrootdIndexOptions.OPTIONS;
  }

  @Override
  public IndexState state(IndexUri uri) {
    try (XrootdSegmentStore store = store(url(uri), XrootdIndexOptions.from(uri))) {
      return SegmentIndexes.state(store);
    }
  }

  @Override
  public SegmentedIndex create(IndexUri uri, KeyDomain domain) {
    return create(url(uri), domain, XrootdIndexOptions.from(uri));
  }

  /** {@link #create(IndexUri, KeyDomain)} with settings of your own. */
  public SegmentedIndex create(XrootdUrl directory, KeyDomain domain, XrootdIndexOptions options) {
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
    return open(url(uri), access, XrootdIndexOptions.from(uri));
  }

  /** {@link #open(IndexUri, Access)} with settings of your own. */
  public SegmentedIndex open(XrootdUrl directory, Access access, XrootdIndexOptions options) {
    return SegmentIndexes.open(store(directory, options), SCHEME, access, options.segments());
  }

  @Override
  public void drop(IndexUri uri) {
    try (XrootdSegmentStore store = store(url(uri), XrootdIndexOptions.from(uri))) {
      SegmentIndexes.drop(store);
    }
  }

  private static XrootdSegmentStore store(XrootdUrl directory, XrootdIndexOptions options) {
    if (directory.path().equals("/")) {
      throw new IndexConfigException(
          directory + ": names a server, but no directory; write root://host:1094//data/idx");
    }
    return new XrootdSegmentStore(directory, options);
  }

  private static XrootdUrl url(IndexUri uri) {
    try {
      return XrootdUrl.parse(uri.toString());
    } catch (IllegalArgumentException e) {
      throw new IndexConfigException(uri + ": " + e.getMessage());
    }
  }
}
