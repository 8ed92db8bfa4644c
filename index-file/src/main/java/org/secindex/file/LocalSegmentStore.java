package org.secindex.file;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.secindex.api.Durability;
import org.secindex.api.NotAnIndexException;
import org.secindex.api.OutcomeUnknownException;

/** A directory of this machine. */
final class LocalSegmentStore implements SegmentStore {
  private final Path directory;
  private final boolean sync;
  private final ReadMode mode;

  /** The length of all files together when last looked at, or less than 0. */
  private volatile long bytes = -1;

  private final ThreadLocal<ByteBuffer> spans = ThreadLocal.withInitial(LocalFile::newSpan);

  LocalSegmentStore(Path directory, Durability durability) {
    this(directory, durability, ReadMode.AUTO);
  }

  LocalSegmentStore(Path directory, Durability durability, ReadMode mode) {
    this.directory = directory;
    this.mode = mode;
    this.sync = durability == Durability.SYNC;
  }

  @Override
  public String address() {
    return "file:" + directory;
  }

  @Override
  public String describe(String name) {
    return directory.resolve(name).toString();
  }

  @Override
  public boolean exists() {
    try {
      if (Files.readAttributes(directory, BasicFileAttributes.class).isDirectory()) {
        return true;
      }
    } catch (NoSuchFileException e) {
      return false;
    } catch (IOException e) {
      throw LocalErrors.of("cannot look at", directory, e);
    }
    throw new NotAnIndexException(directory + ": is no directory, so it holds no index");
  }

  @Override
  public void makeDirectory() {
    Path path = directory.toAbsolutePath().normalize();
    List<Path> parents = new ArrayList<>();
    Path parent = path.getParent();
    for (Path p = path; parent != null && !Files.exists(p); p = parent, parent = p.getParent()) {
      parents.add(parent);
    }
    try {
      Files.createDirectories(path);
      for (Path changed : parents) {
        sync(changed);
      }
    } catch (IOException e) {
      throw LocalErrors.of("cannot make directory", path, e);
    }
  }

  @Override
  public List<String> list() {
    // Who lists is about to open what is there now.
    bytes = -1;
    List<String> names = new ArrayList<>();
    try (Stream<Path> entries = Files.list(directory)) {
      entries.forEach(entry -> names.add(String.valueOf(entry.getFileName())));
    } catch (UncheckedIOException e) {
      throw LocalErrors.of("cannot list", directory, new IOException(e.getMessage(), e));
    } catch (IOException e) {
      throw LocalErrors.of("cannot list", directory, e);
    }
    return names;
  }

  @Override
  public Optional<SegmentFile> open(String name) {
    Path path = directory.resolve(name);
    try {
      LocalFile file = LocalFile.open(path, spans);
      // What is no segment is read once, as a whole.
      return Optional.of(SegmentFormat.isName(name) && mode.maps(bytes()) ? mapped(file) : file);
    } catch (NoSuchFileException e) {
      return Optional.empty();
    } catch (IOException e) {
      throw LocalErrors.of("cannot open", path, e);
    }
  }

  private static SegmentFile mapped(LocalFile file) throws IOException {
    boolean done = false;
    try {
      boolean fits = file.size() < Integer.MAX_VALUE;
      SegmentFile result = fits ? new MappedFile(file, file.map()) : file;
      done = true;
      return result;
    } finally {
      if (!done) {
        file.close();
      }
    }
  }

  /** The length of all files together, as of the last list or later. */
  private long bytes() {
    long known = bytes;
    if (known < 0) {
      File[] files = directory.toFile().listFiles();
      known = files == null ? 0 : Arrays.stream(files).mapToLong(File::length).sum();
      bytes = known;
    }
    return known;
  }

  @Override
  public SegmentSink create(String name) {
    Path path = directory.resolve(name);
    try {
      return new LocalSink(
          path,
          FileChannel.open(path, StandardOpenOption.WRITE, StandardOpenOption.CREATE_NEW),
          sync);
    } catch (IOException e) {
      throw LocalErrors.of("cannot create", path, e);
    }
  }

  @Override
  public boolean link(Path file, String name) {
    Path path = directory.resolve(name);
    try {
      Files.createLink(path, file.toRealPath());
    } catch (IOException | UnsupportedOperationException e) {
      // Another file system, or one without links; if it is something else, copying will tell.
      return false;
    }
    try {
      sync(path);
      return true;
    } catch (IOException e) {
      throw LocalErrors.of("cannot write", path, e);
    }
  }

  @Override
  public void publish(String name, byte[] content, WriterLock lock) {
    Path path = directory.resolve(name);
    Path unpublished = directory.resolve(SegmentStore.unpublished(name));
    try {
      Files.deleteIfExists(unpublished);
      try (SegmentSink sink = create(SegmentStore.unpublished(name))) {
        sink.write(ByteBuffer.wrap(content));
        sink.finish();
      }
      // A rename would replace what is there; the one writer at a time is the only one to ask.
      if (Files.exists(path)) {
        throw new FileAlreadyExistsException(path.toString());
      }
      // The segments' directory entries first: the manifest must never be there without them.
      sync(directory);
    } catch (IOException e) {
      throw LocalErrors.of("cannot write", path, e);
    }
    lock.check();
    rename(unpublished, path);
    try {
      sync(directory);
    } catch (IOException e) {
      throw new OutcomeUnknownException(
          path + ": is there now, but it cannot be made to survive a power cut: " + e, e);
    }
  }

  private static void rename(Path from, Path to) {
    try {
      Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      // A file server may have done it, and failed to say so.
      if (Files.notExists(to)) {
        throw LocalErrors.of("cannot write", to, e);
      }
      throw new OutcomeUnknownException(to + ": may have been written, or not: " + e, e);
    }
  }

  /** Brings the names of all files to stable storage, if that is wanted. */
  void syncNames() {
    try {
      sync(directory);
    } catch (IOException e) {
      throw LocalErrors.of("cannot write", directory, e);
    }
  }

  /** Brings a file or a directory to stable storage, if that is wanted. */
  private void sync(Path changed) throws IOException {
    if (sync) {
      try (FileChannel channel = FileChannel.open(changed, StandardOpenOption.READ)) {
        channel.force(true);
      }
    }
  }

  @Override
  public void delete(String name) {
    Path path = directory.resolve(name);
    try {
      Files.deleteIfExists(path);
    } catch (IOException e) {
      throw LocalErrors.of("cannot delete", path, e);
    }
  }

  @Override
  public void removeDirectory() {
    try {
      Files.deleteIfExists(directory);
    } catch (DirectoryNotEmptyException e) {
      // Somebody has put something of his own there.
      return;
    } catch (IOException e) {
      throw LocalErrors.of("cannot delete", directory, e);
    }
  }

  @Override
  public WriterLock lock() {
    return LocalLock.take(directory.resolve(LOCK), address());
  }

  @Override
  public void close() {}
}
