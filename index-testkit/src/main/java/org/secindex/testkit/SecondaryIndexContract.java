package org.secindex.testkit;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Timeout;

/**
 * The contract of {@link org.secindex.api.SecondaryIndex} as tests. A backend extends this class,
 * says where its indexes may stand, and has proved itself when all groups pass.
 *
 * <pre>{@code
 * class RocksDbContractTest extends SecondaryIndexContract {
 *   @TempDir Path directory;
 *   @Override protected String newUri() { return "rocksdb:" + directory.resolve("i" + next++); }
 *   ...
 * }
 * }</pre>
 *
 * The backend must be found by {@link org.secindex.api.Indexes}, by address alone, from other
 * processes too. Random tests print their seed and take it back by {@code -Dsecindex.seed}.
 */
@Timeout(300)
public abstract class SecondaryIndexContract {
  private final IndexFixture fixture = new IndexFixture(this::newUri);

  /** An address where nothing stands yet; another one at each call. */
  protected abstract String newUri();

  /** An address where something stands that is no index of this backend, and must be left alone. */
  protected abstract String foreignUri();

  /** Tampers with a closed index so that its stored format version is newer than the known one. */
  protected abstract void makeFormatNewer(String uri);

  /** Whether an address means the same index in every process; false for an index in memory. */
  protected boolean reachableFromOtherProcesses() {
    return true;
  }

  @AfterEach
  void closeAndDropAll() {
    fixture.closeAndDropAll();
  }

  @Nested
  @DisplayName("look-up")
  class Lookups implements LookupContract {
    @Override
    public IndexFixture fixture() {
      return fixture;
    }
  }

  @Nested
  @DisplayName("batch")
  class Batches implements BatchContract {
    @Override
    public IndexFixture fixture() {
      return fixture;
    }
  }

  @Nested
  @DisplayName("scan")
  class Scans implements ScanContract {
    @Override
    public IndexFixture fixture() {
      return fixture;
    }
  }

  @Nested
  @DisplayName("load")
  class Loads implements LoadContract {
    @Override
    public IndexFixture fixture() {
      return fixture;
    }
  }

  @Nested
  @DisplayName("update and remove")
  class Updates implements UpdateContract {
    @Override
    public IndexFixture fixture() {
      return fixture;
    }
  }

  @Nested
  @DisplayName("compact")
  class Compacting implements CompactContract {
    @Override
    public IndexFixture fixture() {
      return fixture;
    }
  }

  @Nested
  @DisplayName("reopen")
  class Reopening implements ReopenContract {
    @Override
    public IndexFixture fixture() {
      return fixture;
    }
  }

  @Nested
  @DisplayName("close")
  class Closing implements ClosedContract {
    @Override
    public IndexFixture fixture() {
      return fixture;
    }
  }

  @Nested
  @DisplayName("concurrency")
  class Concurrency implements ConcurrencyContract {
    @Override
    public IndexFixture fixture() {
      return fixture;
    }
  }

  @Nested
  @DisplayName("errors and options")
  class Errors implements ErrorContract {
    @Override
    public IndexFixture fixture() {
      return fixture;
    }

    @Override
    public String foreignUri() {
      return SecondaryIndexContract.this.foreignUri();
    }

    @Override
    public void makeFormatNewer(String uri) {
      SecondaryIndexContract.this.makeFormatNewer(uri);
    }
  }

  @Nested
  @DisplayName("crash")
  class Crashes implements CrashContract {
    @Override
    public IndexFixture fixture() {
      return fixture;
    }

    @Override
    public boolean reachableFromOtherProcesses() {
      return SecondaryIndexContract.this.reachableFromOtherProcesses();
    }
  }

  @Nested
  @DisplayName("model")
  class Model implements ModelContract {
    @Override
    public IndexFixture fixture() {
      return fixture;
    }
  }
}
