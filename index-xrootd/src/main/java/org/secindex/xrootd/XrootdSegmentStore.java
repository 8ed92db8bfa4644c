package org.secindex.xrootd;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.secindex.api.Durability;
import org.secindex.api.IndexException;
import org.secindex.api.NotAnIndexException;
import org.secindex.file.SegmentFile;
import org.secindex.file.SegmentSink;
import org.secindex.file.SegmentStore;
import org.secindex.file.WriterLock;
import org.secindex.xrootd.client.DirEntry;
import org.secindex.xrootd.client.OpenMode;
import org.secindex.xrootd.client.StatInfo;
import org.secindex.xrootd.client.XrootdClient;
import org.secindex.xrootd.client.XrootdException;
import org.secindex.xrootd.client.XrootdUrl;

/** A directory on an XRootD server. */
final class XrootdSegmentStore implements SegmentStore {
  private final XrootdUrl directory;
  private final boolean sync;
  private final XrootdClient client;

  XrootdSegmentStore(XrootdUrl directory, XrootdIndexOptions options) {
    this.directory = directory;
    sync = options.durability() == Durability.SYNC;
    client = new XrootdClient(options.client());
  }

  @Override
  public String address() {
    return directory.toString();
  }

  @Override
  public String describe(String name) {
    return directory.resolve(name).toString();
  }

  @Override
  public boolean exists() {
    Optional<StatInfo> found = ifFound(directory, () -> client.stat(directory));
    if (found.isPresent() && !found.get().isDirectory()) {
      throw new NotAnIndexException(directory + ": is no directory, so it holds no index");
    }
    return found.isPresent();
  }

  /** The result, empty if the server says that there is no such file. */
  private static <T> Optional<T> ifFound(XrootdUrl url, Supplier<T> call) {
    try {
      return Optional.of(call.get());
    } catch (XrootdException e) {
      if (e.isNotFound()) {
        return Optional.empty();
      }
      throw XrootdErrors.of(url, e);
    }
  }

  @Override
  public void makeDirectory() {
    try {
      client.mkdir(directory);
    } catch (XrootdException e) {
      throw XrootdErrors.of(directory, e);
    }
  }

  @Override
  public List<String> list() {
    try {
      return client.list(directory).stream().map(DirEntry::name).toList();
    } catch (XrootdException e) {
      throw XrootdErrors.of(directory, e);
    }
  }

  @Override
  public Optional<SegmentFile> open(String name) {
    XrootdUrl url = directory.resolve(name);
    return ifFound(url, () -> client.open(url, OpenMode.READ)).map(XrootdSegmentFile::new);
  }

  @Override
  public SegmentSink create(String name) {
    return create(name, OpenMode.CREATE);
  }

  private SegmentSink create(String name, OpenMode mode) {
    XrootdUrl url = directory.resolve(name);
    try {
      return new XrootdSink(client.open(url, mode), sync);
    } catch (XrootdException e) {
      throw XrootdErrors.of(url, e);
    }
  }

  @Override
  public void publish(String name, byte[] content) {
    String unpublished = SegmentStore.unpublished(name);
    try (SegmentSink sink = create(unpublished, OpenMode.REPLACE)) {
      sink.write(ByteBuffer.wrap(content));
      sink.finish();
    }
    XrootdUrl url = directory.resolve(name);
    // A rename would replace what is there; the one writer at a time is the only one to ask.
    if (ifFound(url, () -> client.stat(url)).isPresent()) {
      throw new IndexException(url + ": cannot be written, because it exists already");
    }
    try {
      client.rename(directory.resolve(unpublished), url);
    } catch (XrootdException e) {
      throw XrootdErrors.ofVisibleStep(url, e);
    }
  }

  @Override
  public void delete(String name) {
    XrootdUrl url = directory.resolve(name);
    try {
      client.remove(url);
    } catch (XrootdException e) {
      if (!e.isNotFound()) {
        throw XrootdErrors.of(url, e);
      }
    }
  }

  @Override
  public void removeDirectory() {
    if (list().isEmpty()) {
      try {
        client.removeDirectory(directory);
      } catch (XrootdException e) {
        throw XrootdErrors.of(directory, e);
      }
    }
  }

  @Override
  public WriterLock lock() {
    return XrootdLock.take(client, directory.resolve(LOCK), address());
  }

  @Override
  public void close() {
    client.close();
  }
}
