package org.secindex.cli;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.secindex.tide.LostRange;

/** Says which bytes of a log are lost, and of what time. */
final class TideLosses {
  private TideLosses() {}

  /** As {@code 100 .. 199 (100 bytes), after TIME, before TIME}. */
  static String line(LostRange range, TideReading reading) {
    return range.from()
        + " .. "
        + (range.to() - 1)
        + " ("
        + range.bytes()
        + " bytes)"
        + time(", after ", range.timeBefore(), reading)
        + time(", before ", range.timeAfter(), reading);
  }

  private static String time(String word, OptionalLong time, TideReading reading) {
    return time.isPresent() ? word + reading.format(time.getAsLong()) : "";
  }

  static List<Map<String, Object>> fields(List<LostRange> lost) {
    return lost.stream().map(TideLosses::fields).toList();
  }

  private static Map<String, Object> fields(LostRange range) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("from", range.from());
    fields.put("to", range.to());
    range.timeBefore().ifPresent(t -> fields.put("timeBefore", Long.toUnsignedString(t)));
    range.timeAfter().ifPresent(t -> fields.put("timeAfter", Long.toUnsignedString(t)));
    return fields;
  }
}
