package org.secindex.file;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;

/** Counts what is read from segments once they are open, and what is written to them. */
final class CountingStore implements SegmentStore {
  private final SegmentStore store;
  private final AtomicLong reads = new AtomicLong();
  private final AtomicLong bytesRead = new AtomicLong();
  private final AtomicLong bytesWritten = new AtomicLong();
  private final AtomicLong opened = new AtomicLong();

  CountingStore(SegmentStore store) {
    this.store = store;
  }

  /** Ranges read so far. */
  long reads() {
    return reads.get();
  }

  long bytesRead() {
    return bytesRead.get();
  }

  long bytesWritten() {
    return bytesWritten.get();
  }

  /** Segments opened so far. */
  long opened() {
    return opened.get();
  }

  @Override
  public String address() {
    return store.address();
  }

  @Override
  public boolean exists() {
    return store.exists();
  }

  @Override
  public void makeDirectory() {
    store.makeDirectory();
  }

  @Override
  public List<String> list() {
    return store.list();
  }

  @Override
  public Optional<SegmentFile> open(String name) {
    if (!SegmentFormat.isName(name)) {
      return store.open(name);
    }
    opened.incrementAndGet();
    return store.open(name).map(CountingFile::new);
  }

  private final class CountingFile implements SegmentFile {
    private final SegmentFile file;

    CountingFile(SegmentFile file) {
      this.file = file;
    }

    @Override
    public long size() {
      return file.size();
    }

    @Override
    public void read(long offset, ByteBuffer into) {
      reads.incrementAndGet();
      bytesRead.addAndGet(into.remaining());
      file.read(offset, into);
    }

    @Override
    public CompletableFuture<?> readMany(long[] offsets, int[] lengths, ByteBuffer into) {
      reads.addAndGet(offsets.length);
      bytesRead.addAndGet(Arrays.stream(lengths).asLongStream().sum());
      return file.readMany(offsets, lengths, into);
    }

    @Override
    public void close() {
      file.close();
    }
  }

  @Override
  public SegmentSink create(String name) {
    SegmentSink sink = store.create(name);
    return new SegmentSink() {
      @Override
      public void write(ByteBuffer from) {
        bytesWritten.addAndGet(from.remaining());
        sink.write(from);
      }

      @Override
      public void finish() {
        sink.finish();
      }

      @Override
      public void close() {
        sink.close();
      }
    };
  }

  @Override
  public void publish(String name, byte[] content, WriterLock lock) {
    store.publish(name, content, lock);
  }

  @Override
  public void delete(String name) {
    store.delete(name);
  }

  @Override
  public void removeDirectory() {
    store.removeDirectory();
  }

  @Override
  public WriterLock lock() {
    return store.lock();
  }

  @Override
  public void close() {
    store.close();
  }
}
