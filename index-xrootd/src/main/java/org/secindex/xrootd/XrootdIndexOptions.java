package org.secindex.xrootd;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.secindex.api.Durability;
import org.secindex.api.IndexConfigException;
import org.secindex.api.IndexOption;
import org.secindex.api.IndexUri;
import org.secindex.api.OptionReader;
import org.secindex.file.SegmentOptions;
import org.secindex.xrootd.client.XrootdOptions;
import org.secindex.xrootd.client.XrootdSecurity;

/**
 * Settings of an index on XRootD servers.
 *
 * @param durability {@code SYNC}: the server is told to put each file on its disk; the name of a
 *     file is as durable as renaming is in the server's file system
 * @param segments how it is written; its grace is for readers who must open a file again, as after
 *     a connection was lost, or who are redirected to another server
 * @param timeout how long one request may take, waits, redirects and recovery included
 * @param connectTimeout how long connecting may take
 * @param security whom to trust, and what to show to servers that ask
 */
public record XrootdIndexOptions(
    Durability durability,
    SegmentOptions segments,
    Duration timeout,
    Duration connectTimeout,
    XrootdSecurity security) {
  static final List<IndexOption> OPTIONS =
      Stream.of(
              List.of(IndexOption.DURABILITY),
              SegmentOptions.options("10m"),
              List.of(
                  new IndexOption(
                      "timeout",
                      "30s",
                      "how long one request may take, waits, redirects and recovery included"),
                  new IndexOption(
                      "connect-timeout", "8s", "how long connecting to a server may take"),
                  new IndexOption(
                      "tls-ca",
                      "",
                      "PEM file, or directory of them, of authorities to trust; else X509_CERT_DIR,"
                          + " /etc/grid-security/certificates, or Java's"),
                  new IndexOption(
                      "keytab", "", "keytab for sss; else XrdSecSSSKT, or ~/.xrd/sss.keytab"),
                  new IndexOption(
                      "token-file",
                      "",
                      "bearer token for ztn; else BEARER_TOKEN, BEARER_TOKEN_FILE, or bt_u$UID")))
          .flatMap(List::stream)
          .toList();

  /** Checks the settings. */
  public XrootdIndexOptions {
    if (isNotPositive(timeout) || isNotPositive(connectTimeout)) {
      throw new IndexConfigException("options 'timeout', 'connect-timeout': must be above zero");
    }
  }

  private static boolean isNotPositive(Duration duration) {
    return duration.isNegative() || duration.isZero();
  }

  /** {@code SYNC}, segments of 1 GiB, 10 minutes of grace, 30 s a request, 8 s to connect. */
  public static XrootdIndexOptions defaults() {
    return new XrootdIndexOptions(
        Durability.SYNC,
        SegmentOptions.defaults(Duration.ofMinutes(10)),
        Duration.ofSeconds(30),
        Duration.ofSeconds(8),
        XrootdSecurity.defaults());
  }

  static XrootdIndexOptions from(IndexUri uri) {
    OptionReader in = new OptionReader(uri, OPTIONS);
    Durability durability = in.oneOf("durability", Durability.class);
    SegmentOptions segments = SegmentOptions.from(in);
    Duration timeout = positive(in, "timeout");
    Duration connectTimeout = positive(in, "connect-timeout");
    XrootdSecurity security =
        new XrootdSecurity(path(in, "tls-ca"), path(in, "keytab"), path(in, "token-file"));
    in.finish();
    return new XrootdIndexOptions(durability, segments, timeout, connectTimeout, security);
  }

  private static @Nullable Path path(OptionReader in, String name) {
    return in.optionalText(name).map(Path::of).orElse(null);
  }

  private static Duration positive(OptionReader in, String name) {
    Duration duration = in.duration(name);
    if (isNotPositive(duration)) {
      in.problem(name, "must be above zero");
    }
    return duration;
  }

  XrootdOptions client() {
    return XrootdOptions.defaults()
        .withRequestTimeout(timeout)
        .withConnectTimeout(connectTimeout)
        .withSecurity(security);
  }
}
