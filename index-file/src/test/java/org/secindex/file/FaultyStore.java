package org.secindex.file;

import java.nio.ByteBuffer;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.secindex.api.IndexException;
import org.secindex.api.OutcomeUnknownException;

/** A store that refuses one of its steps, or all from one on, as a full or broken disk does. */
final class FaultyStore implements SegmentStore {
  /** Kinds of steps. */
  enum Step {
    MAKE_DIRECTORY,
    LIST,
    OPEN,
    READ,
    CREATE,
    WRITE,
    SYNC,
    PUBLISH,
    DELETE
  }

  private final SegmentStore store;
  private Set<Step> refused = EnumSet.noneOf(Step.class);
  private int stepsLeft = Integer.MAX_VALUE;
  private boolean forGood;
  private volatile @Nullable Thread spared;
  private @Nullable Throwable afterPublish;
  private @Nullable Runnable beforeList;
  private boolean closingIsToFail;
  private boolean closingFails;

  FaultyStore(SegmentStore store) {
    this.store = store;
  }

  /** Lets so many steps pass that change the store or open a file; the next one fails. */
  void failAfter(int steps) {
    refuse(EnumSet.complementOf(EnumSet.of(Step.LIST, Step.READ)), steps, false);
  }

  /**
   * Lets so many steps of these kinds pass; the next one fails.
   *
   * @param allThen whether all steps after it fail, too
   */
  void refuse(Set<Step> kinds, int steps, boolean allThen) {
    refused = kinds;
    stepsLeft = steps;
    forGood = allThen;
    spared = null;
  }

  /** Refuses nothing any more. */
  void repair() {
    refused = EnumSet.noneOf(Step.class);
    spared = null;
  }

  /** Lets every step fail that is not taken by the calling thread. */
  void failBackground() {
    spared = Thread.currentThread();
  }

  /** Lets the next publishing happen, but not be known. */
  void loseAnswerOfPublish() {
    failAfterPublish(new OutcomeUnknownException("no answer", null));
  }

  /** Lets the next publishing happen, and then fail all the same. */
  void failAfterPublish(Throwable failure) {
    afterPublish = failure;
  }

  /** Has something happen just before files are listed the next time. */
  void beforeList(Runnable event) {
    beforeList = event;
  }

  /** Once the next version is published, no segment can be closed any more. */
  void failClosingAfterPublish() {
    closingIsToFail = true;
  }

  boolean hasFailed() {
    return stepsLeft < 0;
  }

  private synchronized void step(Step kind) {
    if (spared != null && spared != Thread.currentThread()) {
      throw new IndexException(kind + ": No space left on device");
    }
    if (!refused.contains(kind)) {
      return;
    }
    if (stepsLeft == 0 || (stepsLeft < 0 && forGood)) {
      stepsLeft = -1;
      throw new IndexException(kind + ": No space left on device");
    }
    if (stepsLeft > 0) {
      stepsLeft--;
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
    step(Step.MAKE_DIRECTORY);
    store.makeDirectory();
  }

  @Override
  public List<String> list() {
    step(Step.LIST);
    Runnable event = beforeList;
    if (event != null) {
      beforeList = null;
      event.run();
    }
    return store.list();
  }

  @Override
  public Optional<SegmentFile> open(String name) {
    step(Step.OPEN);
    return store.open(name).map(file -> new FaultyFile(file, SegmentFormat.isName(name)));
  }

  private final class FaultyFile implements SegmentFile {
    private final SegmentFile file;
    private final boolean isSegment;

    FaultyFile(SegmentFile file, boolean isSegment) {
      this.file = file;
      this.isSegment = isSegment;
    }

    @Override
    public long size() {
      return file.size();
    }

    @Override
    public void read(long offset, ByteBuffer into) {
      step(Step.READ);
      file.read(offset, into);
    }

    @Override
    public CompletableFuture<?> readMany(long[] offsets, int[] lengths, ByteBuffer into) {
      try {
        step(Step.READ);
      } catch (IndexException e) {
        return CompletableFuture.failedFuture(e);
      }
      return file.readMany(offsets, lengths, into);
    }

    @Override
    public void close() {
      file.close();
      if (closingFails && isSegment) {
        throw new IndexException("closing was not answered");
      }
    }
  }

  @Override
  public SegmentSink create(String name) {
    step(Step.CREATE);
    SegmentSink sink = store.create(name);
    return new SegmentSink() {
      @Override
      public void write(ByteBuffer from) {
        step(Step.WRITE);
        sink.write(from);
      }

      @Override
      public void finish() {
        step(Step.SYNC);
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
    step(Step.PUBLISH);
    store.publish(name, content, lock);
    closingFails = closingIsToFail;
    Throwable failure = afterPublish;
    afterPublish = null;
    if (failure instanceof Error error) {
      throw error;
    }
    if (failure instanceof RuntimeException exception) {
      throw exception;
    }
  }

  @Override
  public void delete(String name) {
    step(Step.DELETE);
    store.delete(name);
  }

  @Override
  public void removeDirectory() {
    step(Step.DELETE);
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
