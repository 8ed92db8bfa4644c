package org.secindex.xrootd.client;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Those who may vouch for a server.
 *
 * @param source where they are from, for messages
 * @param certificates theirs; empty for those that Java trusts
 */
record Authorities(String source, Set<X509Certificate> certificates) {
  private static final Path GRID = Path.of("/etc/grid-security/certificates");
  private static final String BEGIN = "-----BEGIN CERTIFICATE-----";
  private static final long LARGEST_FILE = 4 << 20;

  /**
   * Reads them.
   *
   * @param given a file or directory, or null to look for one
   * @throws IllegalArgumentException if there are none where they should be; says why
   */
  static Authorities read(@Nullable Path given, Map<String, String> environment) {
    if (given != null) {
      return of(given, given.toString());
    }
    String directory = environment.getOrDefault("X509_CERT_DIR", "");
    if (!directory.isEmpty()) {
      return of(Path.of(directory), directory + " (X509_CERT_DIR)");
    }
    return Files.isDirectory(GRID)
        ? of(GRID, GRID.toString())
        : new Authorities("the trust store of Java", Set.of());
  }

  private static Authorities of(Path place, String source) {
    Set<X509Certificate> found = new LinkedHashSet<>();
    try {
      if (Files.isDirectory(place)) {
        // Hashed names are links to files beside them, so most come twice.
        try (Stream<Path> files = Files.list(place)) {
          for (Path file : (Iterable<Path>) files.sorted()::iterator) {
            if (Files.isRegularFile(file) && Files.size(file) <= LARGEST_FILE) {
              found.addAll(in(file));
            }
          }
        }
      } else {
        found.addAll(in(place));
      }
    } catch (IOException e) {
      throw new IllegalArgumentException(
          "the certificates of authorities cannot be read from " + source + ": " + e, e);
    }
    if (found.isEmpty()) {
      throw new IllegalArgumentException("no certificate of an authority (PEM) in " + source);
    }
    return new Authorities(source, Collections.unmodifiableSet(found));
  }

  /**
   * The certificates among whatever else a file holds, such as policies and lists of the revoked.
   */
  private static Set<X509Certificate> in(Path file) throws IOException {
    String text = Files.readString(file, StandardCharsets.ISO_8859_1);
    Set<X509Certificate> found = new LinkedHashSet<>();
    List<String> parts = List.of(text.split(BEGIN, -1));
    for (String part : parts.subList(1, parts.size())) {
      byte[] pem = (BEGIN + part).getBytes(StandardCharsets.ISO_8859_1);
      try (InputStream in = new ByteArrayInputStream(pem)) {
        found.add(
            (X509Certificate) CertificateFactory.getInstance("X.509").generateCertificate(in));
      } catch (CertificateException e) {
        throw new IOException(file + " holds a certificate that makes no sense", e);
      }
    }
    return found;
  }
}
