package org.secindex.xrootd;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.secindex.api.CorruptIndexException;
import org.secindex.api.TransientIndexException;
import org.secindex.xrootd.client.OpenMode;
import org.secindex.xrootd.client.XrootdClient;
import org.secindex.xrootd.client.XrootdException;
import org.secindex.xrootd.client.XrootdFile;
import org.secindex.xrootd.client.XrootdUrl;

/**
 * The data servers of a cluster that files of one index lie on. A file on each of them names all, a
 * line each; the one beside the lock is the one that counts.
 *
 * <p>Nothing is written or dropped while one of them is away: what it has would come back with it,
 * and be taken for what it no longer is. And where there is that file without a lock, the index is
 * not absent, but its home is away.
 */
final class Members {
  /** The name of the file. */
  static final String FILE = "servers";

  private static final int LARGEST = 1 << 20;

  private Members() {}

  /**
   * Sees to it that all are there that were named before, and names all that are there. Called by
   * who has the lock.
   *
   * @param lock the open file of the lock, beside which all are named
   * @param places the directory at each server that is there
   * @throws TransientIndexException if one that was named before is not there
   */
  static void enrol(XrootdClient client, XrootdFile lock, XrootdUrl home, List<XrootdUrl> places) {
    int named = requireAll(client, home, places);
    Set<String> there = names(places);
    if (there.size() == named || there.size() == 1) {
      return;
    }
    XrootdUrl list = home.resolve(FILE);
    ByteBuffer text = UTF_8.encode(String.join("\n", there) + "\n");
    for (XrootdUrl place : places) {
      if (!place.equals(home)) {
        create(client, place.resolve(FILE), text.duplicate());
      }
    }
    try (XrootdFile file = lock.openBeside(list.path(), OpenMode.REPLACE)) {
      file.write(0, text);
      file.sync();
    } catch (XrootdException e) {
      throw XrootdErrors.of(list, e);
    }
  }

  /**
   * Sees to it that all are there that the list at one place names, and says how many.
   *
   * @throws TransientIndexException if one is not
   */
  static int requireAll(XrootdClient client, XrootdUrl place, List<XrootdUrl> places) {
    XrootdUrl list = place.resolve(FILE);
    Set<String> named = named(client, list);
    Set<String> away = away(named, places);
    if (!away.isEmpty()) {
      throw new TransientIndexException(
          place
              + ": "
              + String.join(", ", away)
              + " may have files of this index, and is not there; nothing is written in its absence:"
              + " start it, or, if it is gone for good, take its line out of "
              + list);
    }
    return named.size();
  }

  private static void create(XrootdClient client, XrootdUrl url, ByteBuffer text) {
    try (XrootdFile file = client.open(url, OpenMode.CREATE)) {
      file.write(0, text);
      file.sync();
    } catch (XrootdException e) {
      // Whoever reads it keeps us out.
      if (!e.isExists() && !e.isLocked()) {
        throw XrootdErrors.of(url, e);
      }
    }
  }

  /** What a list names, nothing if there is no list. */
  static Set<String> named(XrootdClient client, XrootdUrl list) {
    try (XrootdFile file = client.open(list, OpenMode.READ)) {
      if (file.size() > LARGEST) {
        throw new CorruptIndexException(
            list + ": " + file.size() + " bytes are no list of servers");
      }
      ByteBuffer text = ByteBuffer.allocate((int) file.size());
      file.read(0, text);
      return UTF_8
          .decode(text.flip())
          .toString()
          .lines()
          .map(String::strip)
          .filter(line -> !line.isEmpty())
          .collect(Collectors.toCollection(TreeSet::new));
    } catch (XrootdException e) {
      if (e.isNotFound()) {
        return Set.of();
      }
      throw XrootdErrors.of(list, e);
    }
  }

  /** Those of the named that are not there. */
  static Set<String> away(Set<String> named, List<XrootdUrl> places) {
    Set<String> away = new TreeSet<>(named);
    away.removeAll(names(places));
    return away;
  }

  /** {@code host:port} of each, as the manager calls them. */
  private static Set<String> names(List<XrootdUrl> places) {
    return places.stream()
        .map(place -> place.host() + ":" + place.port())
        .collect(Collectors.toCollection(TreeSet::new));
  }
}
