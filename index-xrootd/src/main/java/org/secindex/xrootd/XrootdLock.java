package org.secindex.xrootd;

import org.secindex.api.IndexException;
import org.secindex.api.TransientIndexException;
import org.secindex.file.WriterLock;
import org.secindex.xrootd.client.OpenMode;
import org.secindex.xrootd.client.XrootdClient;
import org.secindex.xrootd.client.XrootdError;
import org.secindex.xrootd.client.XrootdException;
import org.secindex.xrootd.client.XrootdFile;
import org.secindex.xrootd.client.XrootdUrl;

/**
 * A file held open for update: the server lets nobody else open it so, and forgets it when the
 * connection ends, however it ends.
 */
final class XrootdLock implements WriterLock {
  private final XrootdClient client;
  private final XrootdFile file;

  private XrootdLock(XrootdClient client, XrootdFile file) {
    this.client = client;
    this.file = file;
  }

  static XrootdLock take(XrootdClient client, XrootdUrl url, String address) {
    try {
      return new XrootdLock(client, openOrCreate(client, url));
    } catch (XrootdException e) {
      if (e.isLocked()) {
        throw new IndexException(
            address
                + ": in use by another writer; one writer at a time: close it, or wait until it has"
                + " ended",
            e);
      }
      throw XrootdErrors.of(url, e);
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

  @Override
  public void check() {
    try {
      // By its handle, which does not outlive the connection that the lock hangs on.
      file.stat();
    } catch (XrootdException e) {
      if (e.error() == XrootdError.CANCELLED) {
        throw XrootdErrors.of(file.url(), e);
      }
      throw new TransientIndexException(
          file.url()
              + ": the connection that held the right to write was lost, so another may have it by"
              + " now; open the index again and repeat: "
              + e.getMessage(),
          e);
    }
  }

  @Override
  public void delete() {
    try {
      client.remove(file.url());
    } catch (XrootdException e) {
      if (!e.isNotFound()) {
        throw XrootdErrors.of(file.url(), e);
      }
    }
  }

  @Override
  public void close() {
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
