package org.secindex.file;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.secindex.api.IndexStatistics;
import org.secindex.api.KeyDomain;

/** What a manifest alone tells of an index. */
final class SegmentStatistics {
  private SegmentStatistics() {}

  /**
   * @param backend the scheme
   * @param more details that come last
   */
  static IndexStatistics of(String backend, Manifest manifest, Map<String, String> more) {
    List<SegmentInfo> segments = manifest.segments();
    long tombstones = segments.stream().mapToLong(SegmentInfo::tombstones).sum();
    long stored = entries(segments);
    boolean oneLayer = manifest.layers().stream().filter(layer -> !layer.isEmpty()).count() <= 1;
    boolean ends = stored > 0 && tombstones == 0;
    KeyDomain domain = manifest.domain();
    long min = segments.stream().mapToLong(SegmentInfo::min).min().orElse(0);
    long max = segments.stream().mapToLong(SegmentInfo::max).max().orElse(0);
    return new IndexStatistics(
        backend,
        domain,
        manifest.state(),
        stored - tombstones,
        oneLayer && tombstones == 0,
        OptionalLong.of(manifest.encode().length + bytes(segments)),
        ends ? OptionalLong.of(domain.toSortOrder(min)) : OptionalLong.empty(),
        ends ? OptionalLong.of(domain.toSortOrder(max)) : OptionalLong.empty(),
        "segments " + Preamble.VERSION,
        details(manifest, tombstones, more));
  }

  private static Map<String, String> details(
      Manifest manifest, long tombstones, Map<String, String> more) {
    List<List<SegmentInfo>> layers = manifest.layers();
    List<SegmentInfo> overlays =
        layers.subList(1, layers.size()).stream().flatMap(List::stream).toList();
    Map<String, String> details = new LinkedHashMap<>();
    details.put("manifest", Long.toString(manifest.number()));
    details.put("segments", Integer.toString(manifest.segments().size()));
    details.put("overlays", Integer.toString(layers.size() - 1));
    details.put("overlay-entries", Long.toString(entries(overlays)));
    details.put("overlay-bytes", Long.toString(bytes(overlays)));
    details.put("tombstones", Long.toString(tombstones));
    details.put("compaction-frees-up-to", Long.toString(freedAtMost(manifest.base(), overlays)));
    details.put("retired-bytes", Long.toString(retiredBytes(manifest)));
    details.putAll(more);
    return details;
  }

  private static long retiredBytes(Manifest manifest) {
    return manifest.retired().stream().mapToLong(RetiredSegment::bytes).sum();
  }

  /**
   * Bytes that are free after merging the overlays into the base, if each of their entries replaces
   * or removes one of the base. How many do is not known without reading them.
   */
  private static long freedAtMost(List<SegmentInfo> base, List<SegmentInfo> overlays) {
    long tombstones = overlays.stream().mapToLong(SegmentInfo::tombstones).sum();
    long entries = entries(base);
    double removed = entries == 0 ? 0 : Math.min(1, (double) tombstones / entries);
    return bytes(overlays) + Math.round(removed * bytes(base));
  }

  private static long entries(List<SegmentInfo> segments) {
    return segments.stream().mapToLong(SegmentInfo::entries).sum();
  }

  private static long bytes(List<SegmentInfo> segments) {
    return segments.stream().mapToLong(SegmentInfo::bytes).sum();
  }
}
