package org.secindex.xrootd;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.secindex.api.IndexException;
import org.secindex.api.TransientIndexException;
import org.secindex.file.SegmentStore;
import org.secindex.file.WriterLock;
import org.secindex.xrootd.client.OpenMode;
import org.secindex.xrootd.client.XrootdClient;
import org.secindex.xrootd.client.XrootdError;
import org.secindex.xrootd.client.XrootdException;
import org.secindex.xrootd.client.XrootdFile;
import org.secindex.xrootd.client.XrootdUrl;

/**
 * A file held open for update: the server lets nobody else open it so, and forgets it when the
 * connection ends, however it ends. What is published goes over this very connection, so that it
 * cannot be published without the lock.
 *
 * <p>Of the data servers of a cluster just one has the file, and with it the manifests.
 */
final class XrootdLock implements WriterLock {
  private final XrootdClient client;
  private final XrootdUrl directory;
  private final List<XrootdUrl> places;
  private final XrootdFile file;

  private XrootdLock(
      XrootdClient client, XrootdUrl directory, List<XrootdUrl> places, XrootdFile file) {
    this.client = client;
    this.directory = directory;
    this.places = places;
    this.file = file;
  }

  /**
   * Takes the lock.
   *
   * @param index the directory, as users name it: at a data server, or at the manager of several
   */
  static XrootdLock take(XrootdClient client, XrootdUrl index) {
    List<XrootdUrl> before = places(client, index);
    List<XrootdUrl> holders = holders(client, before, index);
    requireOne(holders, index);
    if (holders.isEmpty()) {
      // None at all, or none that is there?
      before.forEach(place -> Members.requireAll(client, place, before));
    }
    XrootdUrl home = holders.isEmpty() ? firstHome(before) : holders.get(0);
    XrootdFile file = at(client, home, index);
    boolean taken = false;
    try {
      // Once more: those who knew of other servers may have chosen another home.
      List<XrootdUrl> places = places(client, index);
      List<XrootdUrl> now = holders(client, places, index);
      if (holders.isEmpty() && now.size() > 1) {
        removeIfThere(client, file.url()); // Else there would be two for ever.
      }
      requireOne(now, index);
      if (!places.equals(List.of(index))) {
        Members.enrol(client, file, home, places);
      }
      taken = true;
      return new XrootdLock(client, home, places, file);
    } finally {
      if (!taken) {
        close(file);
      }
    }
  }

  /** The directory at each data server. */
  static List<XrootdUrl> places(XrootdClient client, XrootdUrl index) {
    try {
      return client.dataServers(index);
    } catch (XrootdException e) {
      throw XrootdErrors.of(index, e);
    }
  }

  /** All who make a first lock choose the same server, which lets in one of them. */
  private static XrootdUrl firstHome(List<XrootdUrl> places) {
    return places.stream()
        .sorted(Comparator.comparing(XrootdUrl::toString))
        .toList()
        .get(Math.floorMod(places.get(0).path().hashCode(), places.size()));
  }

  /** Those that have the file; a server that stands alone need not be asked. */
  private static List<XrootdUrl> holders(
      XrootdClient client, List<XrootdUrl> places, XrootdUrl index) {
    if (places.equals(List.of(index))) {
      return places;
    }
    List<XrootdUrl> holders = new ArrayList<>();
    for (XrootdUrl place : places) {
      XrootdUrl url = place.resolve(SegmentStore.LOCK);
      try {
        client.stat(url);
        holders.add(place);
      } catch (XrootdException e) {
        if (!e.isNotFound()) {
          throw XrootdErrors.of(url, e);
        }
      }
    }
    return holders;
  }

  private static void requireOne(List<XrootdUrl> holders, XrootdUrl index) {
    if (holders.size() > 1) {
      throw new IndexException(
          index
              + ": cannot be written to, because there are two, with a lock each: "
              + holders.get(0)
              + " and "
              + holders.get(1)
              + "; copies are for reading: remove one, or write to it at its own server, and copy"
              + " it again");
    }
  }

  private static XrootdFile at(XrootdClient client, XrootdUrl place, XrootdUrl index) {
    try {
      return openOrCreate(client, place.resolve(SegmentStore.LOCK));
    } catch (XrootdException e) {
      if (e.isLocked()) {
        throw new IndexException(
            index
                + ": in use by another writer; one writer at a time: close it, or wait until it has"
                + " ended",
            e);
      }
      throw XrootdErrors.of(place.resolve(SegmentStore.LOCK), e);
    }
  }

  private static XrootdFile openOrCreate(XrootdClient client, XrootdUrl url) {
    try {
      return client.open(url, OpenMode.UPDATE);
    } catch (XrootdException e) {
      if (!e.isNotFound()) {
        throw e;
      }
    }
    try {
      return client.open(url, OpenMode.CREATE);
    } catch (XrootdException e) {
      if (!e.isExists()) {
        throw e;
      }
    }
    // Somebody has made it in between.
    return client.open(url, OpenMode.UPDATE);
  }

  /** See {@link SegmentStore#publish}. */
  void publish(String name, byte[] content, boolean sync) {
    XrootdUrl url = directory.resolve(name);
    XrootdUrl unpublished = directory.resolve(SegmentStore.unpublished(name));
    try {
      try (XrootdSink sink =
          new XrootdSink(file.openBeside(unpublished.path(), OpenMode.REPLACE), sync)) {
        sink.write(ByteBuffer.wrap(content));
        sink.finish();
      }
      requireAbsent(url);
    } catch (XrootdException e) {
      throw failed(e);
    }
    try {
      file.renameBeside(unpublished.path(), url.path());
    } catch (XrootdException e) {
      throw e.isOutcomeUnknown() ? XrootdErrors.ofVisibleStep(url, e) : failed(e);
    }
  }

  /** A rename would replace what is there; the one writer at a time is the only one to ask. */
  private void requireAbsent(XrootdUrl url) {
    try {
      client.stat(url);
    } catch (XrootdException e) {
      if (e.isNotFound()) {
        return;
      }
      throw e;
    }
    throw new IndexException(url + ": cannot be written, because it exists already");
  }

  @Override
  public void check() {
    try {
      // By its handle, which does not outlive the connection that the lock hangs on.
      file.stat();
    } catch (XrootdException e) {
      throw failed(e);
    }
  }

  private IndexException failed(XrootdException e) {
    if (e.error() == XrootdError.CANCELLED || !(e.isTransient() || isHandleLost(e))) {
      return XrootdErrors.of(file.url(), e);
    }
    return new TransientIndexException(
        file.url()
            + ": the connection that held the right to write was lost, so another may have it by"
            + " now; open the index again and repeat: "
            + e.getMessage(),
        e);
  }

  private static boolean isHandleLost(XrootdException e) {
    return e.error() == XrootdError.FILE_NOT_OPEN;
  }

  @Override
  public void delete() {
    // The list that counts is the first to go: without it, whoever has the lock makes all anew.
    removeIfThere(client, directory.resolve(Members.FILE));
    for (XrootdUrl place : places) {
      removeIfThere(client, place.resolve(Members.FILE));
    }
    removeIfThere(client, file.url());
  }

  static void removeIfThere(XrootdClient client, XrootdUrl url) {
    try {
      client.remove(url);
    } catch (XrootdException e) {
      if (!e.isNotFound()) {
        throw XrootdErrors.of(url, e);
      }
    }
  }

  /** The directory at each data server, as it was when the lock was taken. */
  List<XrootdUrl> places() {
    return places;
  }

  @Override
  public void close() {
    close(file);
  }

  private static void close(XrootdFile file) {
    try {
      file.close();
    } catch (XrootdException e) {
      // With the connection lost, the lock is gone as well, which is all that was wanted.
      if (!e.isTransient()) {
        throw XrootdErrors.of(file.url(), e);
      }
    }
  }
}
