package org.secindex.mysql.evidence;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The figures of a run, a line each; what was measured several times stands there several times.
 */
record Figures(Path file) {
  static final String HEADER =
      "part,who,work,layout,entries,pool_mib,clients,operations,wall_s,client_cpu_s,server_cpu_s";

  /**
   * What was measured.
   *
   * @param part of the run
   * @param who has done it: secindex, or a client in C, or the server alone
   * @param entries in the tables
   * @param poolMebibytes of the server's buffer pool
   */
  record Case(String part, String who, String layout, long entries, long poolMebibytes) {
    Case by(String other) {
      return new Case(part, other, layout, entries, poolMebibytes);
    }

    long poolBytes() {
      return poolMebibytes << 20;
    }

    Case under(long otherPool) {
      return new Case(part, who, layout, entries, otherPool);
    }
  }

  /**
   * One figure.
   *
   * @param clients who did it at the same time
   * @param operations entries written, or keys looked up
   */
  record Row(Case of, String work, int clients, long operations, Effort effort) {
    double perSecond() {
      return operations / effort.wallSeconds();
    }
  }

  void add(Case of, String work, int clients, long operations, Effort effort) throws IOException {
    String row =
        String.format(
            Locale.ROOT,
            "%s,%s,%s,%s,%d,%d,%d,%d,%.3f,%.2f,%.2f%n",
            of.part,
            of.who,
            work,
            of.layout,
            of.entries,
            of.poolMebibytes,
            clients,
            operations,
            effort.wallSeconds(),
            effort.clientCpuSeconds(),
            effort.serverCpuSeconds());
    System.out.print(row);
    if (!Files.exists(file)) {
      Files.writeString(file, HEADER + "\n");
    }
    Files.writeString(file, row, StandardOpenOption.APPEND);
  }

  List<Row> all() throws IOException {
    List<Row> rows = new ArrayList<>();
    List<String> lines = Files.readAllLines(file);
    for (String line : lines.subList(1, lines.size())) {
      String[] f = line.split(",", -1);
      rows.add(
          new Row(
              new Case(f[0], f[1], f[3], Long.parseLong(f[4]), Long.parseLong(f[5])),
              f[2],
              Integer.parseInt(f[6]),
              Long.parseLong(f[7]),
              new Effort(
                  Double.parseDouble(f[8]), Double.parseDouble(f[9]), Double.parseDouble(f[10]))));
    }
    return rows;
  }
}
