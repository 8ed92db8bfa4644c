package org.secindex.xrootd.client;

import io.netty.handler.ssl.JdkSslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;

/** An authority that vouches for the servers of a test, made by openssl, for two days. */
public final class TestAuthority implements AutoCloseable {
  private static final List<String> NEW_KEY =
      List.of("-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes");

  private final Path directory;
  private int made;

  /** What a server shows, and the key that goes with it. */
  public record Certificate(Path certificate, Path key) {
    /** Lines for the configuration of a real server. */
    public List<String> configuration(String rule) {
      return List.of(
          "xrd.tls " + certificate + " " + key, "xrd.tlsca noverify", "xrootd.tls " + rule);
    }

    SSLContext context() throws IOException {
      var builder =
          SslContextBuilder.forServer(certificate.toFile(), key.toFile())
              .sslProvider(SslProvider.JDK);
      return ((JdkSslContext) builder.build()).context();
    }
  }

  private TestAuthority(Path directory) {
    this.directory = directory;
  }

  /** Why none can be made on this machine; empty if one can. */
  public static Optional<String> available() {
    Stream<String> path = Stream.of(System.getenv().getOrDefault("PATH", "").split(":", -1));
    return path.anyMatch(d -> Files.isExecutable(Path.of(d, "openssl")))
        ? Optional.empty()
        : Optional.of("no openssl on the PATH, so no certificates can be made");
  }

  /** A new one. */
  public static TestAuthority make() throws IOException {
    // The server, which is not root, must get at its key.
    Path directory = Files.createTempDirectory("sxca").toRealPath();
    Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxr-xr-x"));
    TestAuthority authority = new TestAuthority(directory);
    authority.openssl(
        Stream.of(
            List.of("req", "-x509", "-days", "2", "-subj", "/CN=secindex test authority"),
            NEW_KEY,
            List.of("-keyout", "ca.key", "-out", "ca.pem")));
    return authority;
  }

  /** For clients to trust. */
  public Path pem() {
    return directory.resolve("ca.pem");
  }

  /** A certificate for {@code names}, as {@code DNS:localhost,IP:127.0.0.1}. */
  public Certificate vouchFor(String names, int days) throws IOException {
    String n = "server" + made++;
    Files.writeString(directory.resolve(n + ".ext"), "subjectAltName=" + names + "\n");
    openssl(
        Stream.of(
            List.of("req", "-subj", "/CN=server"),
            NEW_KEY,
            List.of("-keyout", n + ".key", "-out", n + ".csr")));
    openssl(
        Stream.of(
            List.of("x509", "-req", "-in", n + ".csr", "-CA", "ca.pem", "-CAkey", "ca.key"),
            List.of("-CAcreateserial", "-days", Integer.toString(days)),
            List.of("-extfile", n + ".ext", "-out", n + ".pem")));
    Path key = directory.resolve(n + ".key");
    forServer(key);
    return new Certificate(directory.resolve(n + ".pem"), key);
  }

  /** Makes a secret file that of the user whom a real server runs as. */
  static void forServer(Path file) throws IOException {
    if ("root".equals(System.getProperty("user.name"))) {
      var users = file.getFileSystem().getUserPrincipalLookupService();
      Files.setOwner(file, users.lookupPrincipalByName("nobody"));
    }
  }

  private void openssl(Stream<List<String>> arguments) throws IOException {
    Path log = directory.resolve("openssl.log");
    List<String> command =
        Stream.concat(Stream.of("openssl"), arguments.flatMap(List::stream)).toList();
    try {
      Process process =
          new ProcessBuilder(command)
              .directory(directory.toFile())
              .redirectErrorStream(true)
              .redirectOutput(log.toFile())
              .start();
      if (process.waitFor() != 0) {
        throw new IOException(command + ": " + Files.readString(log));
      }
    } catch (InterruptedException e) {
      throw new IOException(e);
    }
  }

  @Override
  public void close() throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      for (Path file : (Iterable<Path>) files::iterator) {
        Files.delete(file);
      }
    }
    Files.delete(directory);
  }
}
