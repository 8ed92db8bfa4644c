package org.secindex.mysql.evidence;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import org.secindex.testkit.MariaDbServer;

/**
 * What a piece of work took.
 *
 * @param wallSeconds by the clock on the wall
 * @param clientCpuSeconds user and system time of the client
 * @param serverCpuSeconds user and system time of mariadbd, its background threads included
 */
record Effort(double wallSeconds, double clientCpuSeconds, double serverCpuSeconds) {
  /** Linux tells times of processes in ticks of 10 ms. */
  private static final double TICKS_PER_SECOND = 100;

  private static final int USER_TIME = 14;
  private static final int USER_TIME_OF_CHILDREN = 16;

  interface Work {
    void run() throws IOException;
  }

  private interface Clock {
    double seconds() throws IOException;
  }

  /** Of work that this process does. */
  static Effort here(MariaDbServer server, Work work) throws IOException {
    var system =
        (com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    return of(server, work, () -> system.getProcessCpuTime() / 1e9);
  }

  /** Of work that other processes do, which this one starts, and whose end it awaits. */
  static Effort byChildren(MariaDbServer server, Work work) throws IOException {
    return of(server, work, () -> cpuSeconds("self", USER_TIME_OF_CHILDREN));
  }

  private static Effort of(MariaDbServer server, Work work, Clock client) throws IOException {
    String pid = Long.toString(server.pids().get(0));
    double serverBefore = cpuSeconds(pid, USER_TIME);
    double clientBefore = client.seconds();
    long start = System.nanoTime();
    work.run();
    double wall = (System.nanoTime() - start) / 1e9;
    return new Effort(
        wall, client.seconds() - clientBefore, cpuSeconds(pid, USER_TIME) - serverBefore);
  }

  /** The sum of two neighbouring fields of proc(5)'s stat, which counts them from 1. */
  private static double cpuSeconds(String process, int user) throws IOException {
    String stat = Files.readString(Path.of("/proc", process, "stat"));
    // The second field, a name in parentheses, may hold blanks; what follows begins with the third.
    String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
    long ticks = Long.parseLong(fields[user - 3]) + Long.parseLong(fields[user - 2]);
    return ticks / TICKS_PER_SECOND;
  }

  /** The same, but for a clock that began later, or ended earlier. */
  Effort withWall(double seconds) {
    return new Effort(seconds, clientCpuSeconds, serverCpuSeconds);
  }
}
