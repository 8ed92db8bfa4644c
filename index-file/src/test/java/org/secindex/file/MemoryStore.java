package org.secindex.file;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.secindex.api.CorruptIndexException;
import org.secindex.api.IndexException;

/** Files in memory, for tests that damage or refuse thousands of times what they made once. */
final class MemoryStore implements SegmentStore {
  private final SortedMap<String, byte[]> files = new ConcurrentSkipListMap<>();
  private final AtomicBoolean locked = new AtomicBoolean();

  /** A store with the same files, which are shared until either store puts another in place. */
  MemoryStore copy() {
    MemoryStore copy = new MemoryStore();
    copy.files.putAll(files);
    return copy;
  }

  /** The content of a file, which is not copied: what changes it damages the file. */
  byte[] content(String name) {
    byte[] content = files.get(name);
    if (content == null) {
      throw new AssertionError("no file " + name);
    }
    return content;
  }

  void put(String name, byte[] content) {
    files.put(name, content);
  }

  @Override
  public String address() {
    return "memory:";
  }

  @Override
  public boolean exists() {
    return true;
  }

  @Override
  public void makeDirectory() {}

  @Override
  public List<String> list() {
    return List.copyOf(files.keySet());
  }

  @Override
  public Optional<SegmentFile> open(String name) {
    byte[] content = files.get(name);
    return content == null
        ? Optional.empty()
        : Optional.of(new MemoryFile(describe(name), content));
  }

  @Override
  public SegmentSink create(String name) {
    requireNew(name);
    files.put(name, new byte[0]);
    ByteArrayOutputStream content = new ByteArrayOutputStream();
    return new SegmentSink() {
      @Override
      public void write(ByteBuffer from) {
        byte[] bytes = new byte[from.remaining()];
        from.get(bytes);
        content.writeBytes(bytes);
      }

      @Override
      public void finish() {
        files.put(name, content.toByteArray());
      }

      @Override
      public void close() {}
    };
  }

  private void requireNew(String name) {
    if (files.containsKey(name)) {
      throw new IndexException(describe(name) + ": it exists already");
    }
  }

  @Override
  public void publish(String name, byte[] content, WriterLock lock) {
    lock.check();
    requireNew(name);
    files.put(name, content.clone());
  }

  @Override
  public void delete(String name) {
    files.remove(name);
  }

  @Override
  public void removeDirectory() {}

  @Override
  public WriterLock lock() {
    if (!locked.compareAndSet(false, true)) {
      throw new IndexException(address() + ": in use by another writer");
    }
    return new WriterLock() {
      @Override
      public void check() {}

      @Override
      public void delete() {}

      @Override
      public void close() {
        locked.set(false);
      }
    };
  }

  @Override
  public void close() {}

  private static final class MemoryFile implements SegmentFile {
    private final String path;
    private final byte[] content;

    MemoryFile(String path, byte[] content) {
      this.path = path;
      this.content = content;
    }

    @Override
    public long size() {
      return content.length;
    }

    @Override
    public void read(long offset, ByteBuffer into) {
      if (offset < 0 || into.remaining() > content.length - offset) {
        throw new CorruptIndexException(path + ":" + offset + ": the file ends too early");
      }
      into.put(content, (int) offset, into.remaining());
    }

    @Override
    public CompletableFuture<?> readMany(long[] offsets, int[] lengths, ByteBuffer into) {
      try {
        for (int i = 0; i < offsets.length; i++) {
          read(offsets[i], into.limit(into.position() + lengths[i]));
        }
        return CompletableFuture.completedFuture(null);
      } catch (CorruptIndexException e) {
        return CompletableFuture.failedFuture(e);
      }
    }

    @Override
    public void close() {}
  }
}
