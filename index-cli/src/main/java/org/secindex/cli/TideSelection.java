package org.secindex.cli;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.secindex.api.IndexConfigException;
import org.secindex.tide.Channel;
import org.secindex.tide.TideQuery;
import org.secindex.tide.TideReader;
import picocli.CommandLine.Option;

/** Which entries of a log. */
final class TideSelection {
  @Option(
      names = "--channel",
      paramLabel = "NAME|ID",
      description = "only entries of this channel; may be given several times")
  private List<String> channels = new ArrayList<>();

  @Option(
      names = "--from",
      paramLabel = "TIME",
      description = "only entries of this time or later: a timestamp, or as 2011-03-13T07:06:40.5Z")
  private Optional<String> from = Optional.empty();

  @Option(names = "--to", paramLabel = "TIME", description = "only entries of this time or earlier")
  private Optional<String> to = Optional.empty();

  /** Whether not all entries are wanted. */
  boolean isGiven() {
    return !channels.isEmpty() || from.isPresent() || to.isPresent();
  }

  /**
   * @throws IndexConfigException if a channel is not there, or a time is none
   */
  TideQuery query(TideReader log, TideReading reading) {
    TideQuery query =
        TideQuery.ALL.between(
            from.map(text -> reading.timestamp("--from", text)).orElse(0L),
            to.map(text -> reading.timestamp("--to", text)).orElse(-1L));
    if (channels.isEmpty()) {
      return query;
    }
    Set<Long> ids = new LinkedHashSet<>();
    channels.forEach(channel -> ids.addAll(ids(log, channel)));
    return query.channels(ids);
  }

  /** The ids of the channels of a name, or else the one of that id. */
  static List<Long> ids(TideReader log, String channel) {
    List<Long> named = log.channelsNamed(channel).stream().map(Channel::id).toList();
    if (!named.isEmpty()) {
      return named;
    }
    if (channel.matches("[0-9]{1,10}")) {
      return List.of(Long.valueOf(channel));
    }
    throw new IndexConfigException(
        log.name() + ": has no channel '" + channel + "'; there are " + names(log));
  }

  static String names(TideReader log) {
    return String.join(
        ", ",
        log.channels().stream().map(c -> c.id() + " '" + Shown.text(c.name()) + "'").toList());
  }
}
