package org.secindex.tide;

import java.io.IOException;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

/** The chunks that were decompressed last: those of entries in time order may take turns. */
final class ChunkCache implements AutoCloseable {
  private static final int CHUNKS = 4;

  private final TideSource source;
  private final boolean toAndFro;
  private final Window file;
  private final Map<Integer, Window> opened = new LinkedHashMap<>(16, 0.75f, true);

  /**
   * @param toAndFro whether entries are asked for in any order: large chunks are then copied to
   *     temporary files instead of being decompressed again and again
   */
  ChunkCache(TideSource source, boolean toAndFro) {
    this.source = source;
    this.toAndFro = toAndFro;
    file = Window.on(source);
  }

  /** The file itself. */
  Window file() {
    return file;
  }

  Window open(int number, Chunk chunk) throws ChunkData.UnreadableException {
    Window window = opened.get(number);
    if (window == null) {
      if (opened.size() == CHUNKS) {
        Iterator<Window> eldest = opened.values().iterator();
        close(eldest.next());
        eldest.remove();
      }
      TideSource data = ChunkData.open(source, chunk);
      window = Window.on(toAndFro ? ChunkData.seekable(data) : data);
      opened.put(number, window);
    }
    return window;
  }

  private void close(Window window) {
    try {
      window.source().close();
    } catch (IOException e) {
      throw new TideException(source.name() + ": cannot be read: " + e.getMessage(), e);
    }
  }

  @Override
  public void close() {
    opened.values().forEach(this::close);
    opened.clear();
  }
}
