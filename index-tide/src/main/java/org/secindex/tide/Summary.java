package org.secindex.tide;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/** Sums up entries by channel. */
final class Summary {
  private final Map<Long, Sums> byChannel = new LinkedHashMap<>();
  private long lastId = -1;
  private Sums last = new Sums();

  private static final class Sums {
    private long entries;
    private long bytes;
    private long first = -1;
    private long last;
  }

  void add(long channelId, long timestamp, long bytes) {
    if (channelId != lastId) {
      lastId = channelId;
      last = byChannel.computeIfAbsent(channelId, id -> new Sums());
    }
    last.entries++;
    last.bytes += bytes;
    last.first = Unsigned.min(last.first, timestamp);
    last.last = Unsigned.max(last.last, timestamp);
  }

  /** The sums: of declared channels first, those without entries included; then of stand-ins. */
  List<ChannelSummary> list(List<Channel> channels, boolean withBytes) {
    Map<Long, Sums> rest = new LinkedHashMap<>(byChannel);
    List<ChannelSummary> list = new ArrayList<>();
    for (Channel channel : channels) {
      Sums sums = rest.remove(channel.id());
      list.add(summary(channel, sums == null ? new Sums() : sums, withBytes));
    }
    rest.forEach((id, sums) -> list.add(summary(Channel.standIn(id), sums, withBytes)));
    return List.copyOf(list);
  }

  private static ChannelSummary summary(Channel channel, Sums sums, boolean withBytes) {
    return new ChannelSummary(
        channel,
        sums.entries,
        withBytes ? OptionalLong.of(sums.bytes) : OptionalLong.empty(),
        sums.entries == 0 ? 0 : sums.first,
        sums.last);
  }
}
