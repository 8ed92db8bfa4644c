package org.secindex.xrootd;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.secindex.api.Durability;
import org.secindex.api.NotAnIndexException;
import org.secindex.api.TransientIndexException;
import org.secindex.file.SegmentFile;
import org.secindex.file.SegmentSink;
import org.secindex.file.SegmentStore;
import org.secindex.file.WriterLock;
import org.secindex.xrootd.client.OpenMode;
import org.secindex.xrootd.client.StatInfo;
import org.secindex.xrootd.client.XrootdClient;
import org.secindex.xrootd.client.XrootdException;
import org.secindex.xrootd.client.XrootdUrl;

/**
 * A directory on an XRootD server, or one of the same name on each data server of a cluster.
 *
 * <p>In a cluster, each file is on some data server, the manifests on that which has the file of
 * the lock. Files are opened for reading by way of the manager, which knows of copies, and which
 * servers are well. All else is asked of the data servers themselves: a manager lists nothing,
 * remembers for hours what is no longer true, and takes seconds to let in a new file. Who writes
 * keeps to the servers that were there when the right to write was taken: none that goes away may
 * come back with files that should have been deleted.
 */
final class XrootdSegmentStore implements SegmentStore {
  private final XrootdUrl directory;
  private final boolean sync;
  private final XrootdClient client;

  /** Counts new files, which go to one data server after the other. */
  private final AtomicInteger created;

  /** The directory at each data server for who has the right to write; empty if nobody here has. */
  private volatile List<XrootdUrl> members = List.of();

  XrootdSegmentStore(XrootdUrl directory, XrootdIndexOptions options) {
    this.directory = directory;
    sync = options.durability() == Durability.SYNC;
    client = new XrootdClient(options.client());
    created = new AtomicInteger(directory.path().hashCode());
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
    boolean exists = false;
    for (XrootdUrl place : places()) {
      Optional<StatInfo> found = ifFound(place, () -> client.stat(place));
      if (found.isPresent() && !found.get().isDirectory()) {
        throw new NotAnIndexException(place + ": is no directory, so it holds no index");
      }
      exists |= found.isPresent();
    }
    return exists;
  }

  /** The directory at each data server. */
  private List<XrootdUrl> places() {
    return XrootdLock.places(client, directory);
  }

  private List<XrootdUrl> placesToWrite() {
    return members.isEmpty() ? places() : members;
  }

  /** How often the client had to ask once more. */
  long repeats() {
    return client.repeats();
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
    for (XrootdUrl place : places()) {
      try {
        client.mkdir(place);
      } catch (XrootdException e) {
        throw XrootdErrors.of(place, e);
      }
    }
  }

  /**
   * {@inheritDoc}
   *
   * @throws TransientIndexException if this is the rest of an index whose home is away: without
   *     that, it would seem that there is none
   */
  @Override
  public List<String> list() {
    List<String> names = new ArrayList<>();
    try {
      client.list(directory).forEach(entry -> names.add(entry.name()));
    } catch (XrootdException e) {
      throw XrootdErrors.of(directory, e);
    }
    boolean shared = names.remove(Members.FILE);
    if (shared
        && !names.contains(SegmentStore.LOCK)
        && names.stream().noneMatch(SegmentStore::isManifest)) {
      throw homeless();
    }
    return names;
  }

  private TransientIndexException homeless() {
    Set<String> named = Members.named(client, directory.resolve(Members.FILE));
    Set<String> away = Members.away(named, places());
    return new TransientIndexException(
        directory
            + ": of an index on "
            + String.join(", ", named)
            + (away.isEmpty()
                ? " none has the lock and the manifests"
                : " the lock and the manifests are away, as on " + String.join(", ", away))
            + "; start what is down; of an index that is gone for good, remove what is left");
  }

  @Override
  public Optional<SegmentFile> open(String name) {
    XrootdUrl url = directory.resolve(name);
    return ifFound(url, () -> client.open(url, OpenMode.READ)).map(XrootdSegmentFile::new);
  }

  @Override
  public void confirmLost(String name) {
    XrootdUrl url = directory.resolve(name);
    List<XrootdUrl> places = places();
    if (places.equals(List.of(directory))) {
      return;
    }
    // The manager may still name one that does not answer any more.
    places.forEach(place -> ifFound(place, () -> client.stat(place)));
    Set<String> away = Members.away(Members.named(client, directory.resolve(Members.FILE)), places);
    if (!away.isEmpty()) {
      throw new TransientIndexException(
          url
              + ": no data server that is there has it, but it may be on "
              + String.join(", ", away)
              + ", which is not; start it, and try again");
    }
  }

  @Override
  public SegmentSink create(String name) {
    List<XrootdUrl> places = placesToWrite();
    XrootdUrl url =
        places.get(Math.floorMod(created.getAndIncrement(), places.size())).resolve(name);
    try {
      return new XrootdSink(client.open(url, OpenMode.CREATE), sync);
    } catch (XrootdException e) {
      throw XrootdErrors.of(url, e);
    }
  }

  @Override
  public void publish(String name, byte[] content, WriterLock lock) {
    if (!(lock instanceof XrootdLock held)) {
      throw new IllegalArgumentException("the lock of another store");
    }
    held.publish(name, content, sync);
  }

  @Override
  public void delete(String name) {
    for (XrootdUrl place : placesToWrite()) {
      XrootdLock.removeIfThere(client, place.resolve(name));
    }
  }

  @Override
  public void removeDirectory() {
    if (!list().isEmpty()) {
      return;
    }
    for (XrootdUrl place : places()) {
      try {
        client.removeDirectory(place);
      } catch (XrootdException e) {
        throw XrootdErrors.of(place, e);
      }
    }
  }

  @Override
  public WriterLock lock() {
    XrootdLock lock = XrootdLock.take(client, directory);
    members = lock.places();
    return lock;
  }

  @Override
  public void close() {
    client.close();
  }
}
