package org.secindex.file;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.secindex.api.IndexException;
import org.secindex.api.OutcomeUnknownException;

/** A local store that refuses one of the steps that change it, as a full disk does. */
final class FaultyStore implements SegmentStore {
  private final LocalSegmentStore store;
  private int stepsLeft = Integer.MAX_VALUE;
  private boolean answerOfPublishIsLost;
  private boolean closingIsToFail;
  private boolean closingFails;

  FaultyStore(LocalSegmentStore store) {
    this.store = store;
  }

  /** Lets so many steps pass; the next one fails. */
  void failAfter(int steps) {
    stepsLeft = steps;
  }

  /** Lets the next publishing happen, but not be known. */
  void loseAnswerOfPublish() {
    answerOfPublishIsLost = true;
  }

  /** Once the next version is published, no segment can be closed any more. */
  void failClosingAfterPublish() {
    closingIsToFail = true;
  }

  boolean hasFailed() {
    return stepsLeft < 0;
  }

  private void step() {
    if (stepsLeft-- == 0) {
      throw new IndexException("No space left on device");
    }
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
    step();
    store.makeDirectory();
  }

  @Override
  public List<String> list() {
    return store.list();
  }

  @Override
  public Optional<SegmentFile> open(String name) {
    step();
    return store.open(name).map(file -> SegmentFormat.isName(name) ? new FaultyFile(file) : file);
  }

  private final class FaultyFile implements SegmentFile {
    private final SegmentFile file;

    FaultyFile(SegmentFile file) {
      this.file = file;
    }

    @Override
    public long size() {
      return file.size();
    }

    @Override
    public void read(long offset, ByteBuffer into) {
      file.read(offset, into);
    }

    @Override
    public CompletableFuture<?> readMany(long[] offsets, int[] lengths, ByteBuffer into) {
      return file.readMany(offsets, lengths, into);
    }

    @Override
    public void close() {
      file.close();
      if (closingFails) {
        throw new IndexException("closing was not answered");
      }
    }
  }

  @Override
  public SegmentSink create(String name) {
    step();
    SegmentSink sink = store.create(name);
    return new SegmentSink() {
      @Override
      public void write(ByteBuffer from) {
        step();
        sink.write(from);
      }

      @Override
      public void finish() {
        step();
        sink.finish();
      }

      @Override
      public void close() {
        sink.close();
      }
    };
  }

  @Override
  public void publish(String name, byte[] content) {
    step();
    store.publish(name, content);
    closingFails = closingIsToFail;
    if (answerOfPublishIsLost) {
      answerOfPublishIsLost = false;
      throw new OutcomeUnknownException("no answer", null);
    }
  }

  @Override
  public void delete(String name) {
    step();
    store.delete(name);
  }

  @Override
  public void removeDirectory() {
    step();
    store.removeDirectory();
  }

  @Override
  public WriterLock lock() {
    return store.lock();
  }

  @Override
  public boolean isOwnFile(String name) {
    return store.isOwnFile(name);
  }

  @Override
  public void close() {
    store.close();
  }
}
