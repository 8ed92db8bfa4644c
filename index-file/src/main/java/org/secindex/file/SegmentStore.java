package org.secindex.file;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The seam below segments: one flat directory of files on some storage, for one index.
 *
 * <p>Implementations throw {@link org.secindex.api.IndexException} or one of its subclasses, with
 * the file named; "no such file" is never confused with "cannot tell". Names have no directory
 * part. All methods may be called by several threads.
 */
public interface SegmentStore extends AutoCloseable {
  /** The file that stands for the right to write. */
  String LOCK = "lock";

  /** The name of a file until it is {@link #publish published}. */
  static String unpublished(String name) {
    return name + Manifest.UNPUBLISHED;
  }

  /** Whether a file of this name is a published manifest. */
  static boolean isManifest(String name) {
    return Manifest.numberIn(name) > 0;
  }

  /** The address of the directory, for messages. */
  String address();

  /** What a user would call this file, for messages. */
  default String describe(String name) {
    return address() + "/" + name;
  }

  /**
   * Whether the directory exists.
   *
   * @throws org.secindex.api.NotAnIndexException if something stands there that is no directory
   */
  boolean exists();

  /** Makes the directory and its missing parents. Does nothing if it exists. */
  void makeDirectory();

  /** The names of everything in the directory, subdirectories included, in no order. */
  List<String> list();

  /** Opens a file for reading, empty if there is no such file. */
  Optional<SegmentFile> open(String name);

  /**
   * Called where a file that should be there is not found. If this returns, it is lost.
   *
   * @throws org.secindex.api.TransientIndexException if it may be in a part of the store that is
   *     away
   */
  default void confirmLost(String name) {}

  /**
   * Begins a new file, to be written from start to end.
   *
   * @throws org.secindex.api.IndexException if the name is taken
   */
  SegmentSink create(String name);

  /**
   * Gives a complete file of this machine another name in this directory, where that can be done
   * without copying it. It is then on stable storage if the store was told to be durable.
   *
   * @return false if it cannot; then nothing has happened
   */
  default boolean link(Path file, String name) {
    return false;
  }

  /**
   * Makes a small file appear under its name, whole or not at all, and only while the right to
   * write is held. When this returns, the file and all files finished before are there for every
   * later {@link #open}, and on stable storage if the store was told to be durable.
   *
   * @param lock as {@link #lock} has given it
   * @throws org.secindex.api.IndexException if the name is taken
   * @throws org.secindex.api.TransientIndexException if the right has been lost; the store sees to
   *     it as late as it can, on storage that allows it in the very step
   * @throws org.secindex.api.OutcomeUnknownException if the store cannot tell whether it appeared
   */
  void publish(String name, byte[] content, WriterLock lock);

  /** Deletes a file. Does nothing if there is none. Those who have it open may read on. */
  void delete(String name);

  /** Deletes the directory if it is empty. Otherwise does nothing. */
  void removeDirectory();

  /**
   * Takes the right to write, which at most one process and one caller in it has. It ends with
   * {@link WriterLock#close} or with the process, however that ends.
   *
   * @throws org.secindex.api.IndexException if another writer has it
   */
  WriterLock lock();

  /** Releases connections and the like. Files must have been closed before. */
  @Override
  void close();
}
