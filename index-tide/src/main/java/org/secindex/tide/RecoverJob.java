package org.secindex.tide;

import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.secindex.tide.TideParser.Event;

/** Writes the entries of a log that can be had into a file. */
final class RecoverJob {
  /** INDX blocks are written when there are so many rows: some 20 MB of memory. */
  static final int INDEX_ROWS = 1 << 19;

  private final TideSource source;
  private final ReadOptions options;
  private final Examination.Findings before;
  private final List<Channel> channels;
  private final LogFile out;
  private final ChunkStream chunk;
  private final IndexRows rows = new IndexRows();
  private final Fingerprint written = new Fingerprint();
  private final Set<Long> givenIds = new HashSet<>();
  private final Set<Long> writtenChannels = new HashSet<>();
  private List<Channel> found = List.of();
  private int majorVersion;
  private int minorVersion;
  private boolean anyHeader;
  private long chunkId;
  private long freeId;
  private long chunks;
  private long recoveredEntries;
  private long missingEntries;

  /** How many entries the chunk has, says its header. */
  private long toldEntries;

  /**
   * A job.
   *
   * @param channels all that are known so far; they come first in the file
   */
  RecoverJob(
      TideSource source,
      ReadOptions options,
      Examination.Findings before,
      List<Channel> channels,
      LogFile out) {
    this.source = source;
    this.options = options;
    this.before = before;
    this.channels = channels;
    this.out = out;
    chunk = new ChunkStream(out);
  }

  /** Does it; the file is then complete. */
  Recovery run() {
    // What there is to say has been said by the examination.
    try (LogWalk walk =
        new LogWalk(source, problem -> {}, options.time(), looked -> true, false, true)) {
      channels.forEach(walk.channels()::declare);
      out.append(false, () -> writeAll(walk));
      found = walk.channels().list();
      out.completeHeader(majorVersion, minorVersion, writtenChannels.size(), chunks, true);
      return new Recovery(
          writtenChannels.size(),
          chunks,
          written.count(),
          recoveredEntries,
          missingEntries,
          out.position(),
          walk.losses().bytes(),
          walk.losses().ranges());
    }
  }

  /** All channels, those included that turned out only now. */
  List<Channel> channels() {
    return found;
  }

  /** Which entries were written. */
  Fingerprint written() {
    return written;
  }

  private void writeAll(LogWalk walk) throws IOException {
    out.header(0, 0, 0, 0);
    writeChannels(walk.channels().list());
    for (Event event = walk.next(); event != Event.END; event = walk.next()) {
      switch (event) {
        case HEADER -> takeVersion(walk.blocks());
        case CHUNK -> beginChunk(walk);
        case ENTRY -> copyEntry(walk);
        case CHUNK_END -> endChunk(walk);
        default -> {}
      }
    }
    rows.writeTo(out);
  }

  private void writeChannels(List<Channel> channels) throws IOException {
    for (Channel channel : channels) {
      if (writtenChannels.add(channel.id())) {
        out.channel(channel);
      }
    }
  }

  private void takeVersion(TideParser header) {
    if (!anyHeader) {
      anyHeader = true;
      majorVersion = header.majorVersion();
      minorVersion = header.minorVersion();
    }
  }

  private void beginChunk(LogWalk walk) throws IOException {
    Chunk old = walk.chunk();
    toldEntries = plausibleCount(old, walk.blocks().blockLength());
    if (!walk.inChunk()) {
      missingEntries += toldEntries;
      return;
    }
    chunkId = idFor(old.id());
    chunk.begin(chunkId, old.compression());
  }

  /** The id that the chunk had, unless one before has it. */
  private long idFor(long id) {
    if (givenIds.add(id)) {
      return id;
    }
    while (before.chunkIds().contains(freeId) || givenIds.contains(freeId)) {
      freeId++;
    }
    givenIds.add(freeId);
    return freeId;
  }

  private void copyEntry(LogWalk walk) throws IOException {
    TideParser entry = walk.entries();
    long channelId = entry.entryChannelId();
    long timestamp = entry.entryTimestamp();
    long offset = chunk.add(channelId, timestamp, entry.entrySize());
    walk.writePayload(entry.entryPosition(), entry.entrySize(), chunk.payload());
    rows.add(channelId, chunkId, timestamp, offset);
    written.add(channelId, chunkId, timestamp, entry.entrySize());
    recoveredEntries += walk.recovered() ? 1 : 0;
  }

  private void endChunk(LogWalk walk) throws IOException {
    chunk.end();
    chunks++;
    if (walk.recovered()) {
      missingEntries += Math.max(0, toldEntries - walk.count());
    }
    if (rows.size() >= INDEX_ROWS) {
      rows.writeTo(out);
      rows.clear();
    }
  }

  /**
   * How many entries the header tells, if so many can be in a block of the length that it tells;
   * otherwise 0.
   */
  private static long plausibleCount(Chunk chunk, long length) {
    long most = Math.max(0, length - Layout.CHUNK_HEADER) / Layout.ENTRY_HEADER;
    return chunk.compression() != Compression.NONE || chunk.count() <= most ? chunk.count() : 0;
  }
}
