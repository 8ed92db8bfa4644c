package org.secindex.cli;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.secindex.api.IndexConfigException;
import org.secindex.tide.TideException;
import org.secindex.tide.TideSource;
import org.secindex.xrootd.client.OpenMode;
import org.secindex.xrootd.client.XrootdClient;
import org.secindex.xrootd.client.XrootdException;
import org.secindex.xrootd.client.XrootdFile;
import org.secindex.xrootd.client.XrootdUrl;

/** A log in a file that XRootD serves. */
final class XrootdTideSource implements TideSource {
  private final XrootdUrl url;
  private final XrootdClient client;
  private final XrootdFile file;

  private XrootdTideSource(XrootdUrl url, XrootdClient client, XrootdFile file) {
    this.url = url;
    this.client = client;
    this.file = file;
  }

  /**
   * @throws IndexConfigException if it is no address
   * @throws TideException if it cannot be opened
   */
  static XrootdTideSource open(String address) {
    XrootdUrl url = parse(address);
    XrootdClient client = new XrootdClient();
    try {
      return new XrootdTideSource(url, client, client.open(url, OpenMode.READ));
    } catch (XrootdException e) {
      client.close();
      throw new TideException(url + ": cannot be opened: " + e.getMessage(), e);
    }
  }

  private static XrootdUrl parse(String address) {
    try {
      return XrootdUrl.parse(address);
    } catch (IllegalArgumentException e) {
      throw new IndexConfigException(String.valueOf(e.getMessage()));
    }
  }

  @Override
  public String name() {
    return url.toString();
  }

  @Override
  public long size() {
    return file.size();
  }

  @Override
  public int read(long position, ByteBuffer into) throws IOException {
    if (!into.hasRemaining()) {
      return 0;
    }
    try {
      int read = file.read(position, into);
      return read == 0 ? -1 : read;
    } catch (XrootdException e) {
      throw new IOException(e.getMessage(), e);
    }
  }

  @Override
  public void close() {
    file.close();
    client.close();
  }
}
