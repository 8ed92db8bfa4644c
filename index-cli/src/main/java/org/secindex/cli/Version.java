package org.secindex.cli;

import java.io.IOException;
import java.io.InputStream;
import java.util.Properties;
import picocli.CommandLine.IVersionProvider;

/** Version and git revision, as they were when this was built. */
final class Version implements IVersionProvider {
  @Override
  public String[] getVersion() throws IOException {
    Properties built = new Properties();
    try (InputStream in = Version.class.getResourceAsStream("version.properties")) {
      built.load(in);
    }
    String revision = built.getProperty("revision", "");
    String dirty = Boolean.parseBoolean(built.getProperty("dirty")) ? "-dirty" : "";
    return new String[] {
      "secindex " + built.getProperty("version"),
      "revision "
          + (revision.matches("[0-9a-f]+") ? revision + dirty : "unknown (built without git)"),
      "java " + System.getProperty("java.version")
    };
  }
}
