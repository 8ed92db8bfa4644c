package org.secindex.xrootd.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.PooledByteBufAllocator;
import io.netty.util.ResourceLeakDetector;
import io.netty.util.ResourceLeakDetectorFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Follows every buffer of Netty, in all tests of the module, and lets a test class fail if one was
 * lost in it without having been given back. Registered by {@code META-INF/services}.
 */
public final class NoLeaks implements BeforeAllCallback, AfterAllCallback {
  private static final Queue<String> LEAKS = new ConcurrentLinkedQueue<>();

  static {
    ResourceLeakDetector.setLevel(ResourceLeakDetector.Level.PARANOID);
    ResourceLeakDetectorFactory.setResourceLeakDetectorFactory(new Factory());
  }

  private static final class Factory extends ResourceLeakDetectorFactory {
    @Override
    @SuppressWarnings("deprecation") // There is no other method to override.
    public <T> ResourceLeakDetector<T> newResourceLeakDetector(
        Class<T> resource, int samplingInterval, long maxActive) {
      return new Collecting<>(resource, samplingInterval);
    }
  }

  private static final class Collecting<T> extends ResourceLeakDetector<T> {
    Collecting(Class<T> resource, int samplingInterval) {
      super(resource, samplingInterval);
    }

    @Override
    protected boolean needReport() {
      return true;
    }

    @Override
    protected void reportTracedLeak(String resourceType, String records) {
      LEAKS.add(resourceType + records);
    }

    @Override
    protected void reportUntracedLeak(String resourceType) {
      LEAKS.add(resourceType);
    }
  }

  /** For JUnit. */
  public NoLeaks() {}

  @Override
  public void beforeAll(ExtensionContext context) {
    LEAKS.clear();
  }

  @Override
  public void afterAll(ExtensionContext context) {
    assertThat(leaks()).isEmpty();
  }

  /**
   * What is unreachable and was not given back; a detector tells when it follows another buffer.
   */
  static List<String> leaks() {
    for (int i = 0; i < 2; i++) {
      System.gc();
      PooledByteBufAllocator.DEFAULT.directBuffer(16).release();
    }
    List<String> all = new ArrayList<>(LEAKS);
    LEAKS.clear();
    return all;
  }
}
