package org.secindex.bench;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The page as a browser shows it. Pictures of it are left in {@code target/report-screens}. */
class ReportInBrowserTest {
  private static final Path SCREENS = Path.of("target/report-screens");

  @TempDir private static Path directory;
  private static Optional<Chromium> started = Optional.empty();
  private static Path page = Path.of("");

  /**
   * Chromium is not among what bin/provision installs: it is several hundred megabytes with all it
   * needs. So where it is missing these tests are left out, in CI too, and say so.
   */
  @BeforeAll
  static void start() throws IOException {
    Optional<Path> program = Chromium.program();
    if (program.isEmpty()) {
      String message =
          "TEST NOT RUN: no chromium on the PATH, so report.html is shown to no browser";
      System.err.println(message);
      Assumptions.abort(message);
    }
    started = Optional.of(Chromium.start(program.get(), directory.resolve("profile")));
    page = report();
    Files.createDirectories(SCREENS);
  }

  @AfterAll
  static void end() throws IOException {
    if (started.isPresent()) {
      started.get().close();
    }
  }

  /** Of four backends, with all that there are charts for. */
  private static Path report() throws IOException {
    List<ResultRow> rows = new ArrayList<>();
    int number = 0;
    for (String backend : List.of("file", "rocksdb", "mysql", "xrootd")) {
      number++;
      for (String suite : List.of("init", "load", "run", "batch", "scan", "update")) {
        for (long size = 1_000_000; size <= 30_000_000; size *= 3) {
          for (int clients = 1; clients <= (suite.equals("run") ? 4 : 1); clients *= 2) {
            for (int repeat = 1; repeat <= 3; repeat++) {
              double wall =
                  0.1 * number * number * Math.log((double) size) / clients * (1 + 0.1 * repeat);
              RowBuilder row =
                  RowBuilder.of(backend, suite)
                      .entries(size)
                      .clients(clients)
                      .repeat(repeat)
                      .wall(wall);
              rows.add((number > 2 ? row.serverCpu(0.4 * wall) : row).row());
            }
          }
        }
      }
    }
    List<ResultRow> xrootd = rows.stream().filter(r -> r.backend().equals("xrootd")).toList();
    Path run = RunFiles.write(directory.resolve("run"), rows);
    RunFiles.processes(run, xrootd, Map.of("xrootd", 1.0, "cmsd", 0.2));
    return BenchReport.open(List.of(run)).writeTo(run);
  }

  private static Chromium browser() {
    return started.orElseThrow();
  }

  private static JsonNode js(String expression) throws IOException {
    return browser().evaluate(expression);
  }

  @BeforeEach
  void open() throws IOException {
    browser().scripts(true);
    browser().size(1400, 1000);
    browser().media("screen", "light");
    browser().open(page);
  }

  @Test
  void nothingIsFetchedAndNothingComplainedOf() throws IOException {
    assertThat(browser().requests()).containsExactly(page.toUri().toString());
    for (JsonNode id : js("[...document.querySelectorAll('figure')].map(f => f.id)")) {
      var unused =
          js(
              "document.querySelectorAll('#%s button, #%s summary').forEach(e => e.click())"
                  .formatted(id.asText(), id.asText()));
    }
    assertThat(browser().requests()).hasSize(1);
    assertThat(browser().complaints()).isEmpty();
  }

  /** Each figure has curves with a length, or bars with a width, all within their frame. */
  @ParameterizedTest
  @ValueSource(ints = {1400, 400})
  void allChartsAreDrawn(int width) throws IOException {
    browser().size(width, 1000);
    JsonNode figures =
        js(
            """
            [...document.querySelectorAll('figure')].map(figure => {
              const frame = figure.getBoundingClientRect();
              const seen = [...figure.querySelectorAll('svg .line, svg .dot, .bar i')]
                .map(e => e.getBoundingClientRect()).filter(r => r.width > 0);
              const plots = [...figure.querySelectorAll('svg')].filter(s => s.clientWidth > 0);
              return { id: figure.id, items: seen.length, plots: plots.length,
                letters: Math.min(99, ...plots.flatMap(p => [...p.querySelectorAll('text')])
                  .map(t => t.getBoundingClientRect().height)),
                outside: seen.filter(r => r.left < frame.left || r.right > frame.right).length };
            })
            """);
    assertThat(figures)
        .extracting(f -> f.get("id").asText())
        .containsExactly(
            "init",
            "run",
            "innodb",
            "cpu",
            "clients",
            "throughput",
            "latency",
            "bytes",
            "growth",
            "load",
            "scan",
            "update");
    for (JsonNode figure : figures) {
      String id = figure.get("id").asText();
      assertThat(figure.get("items").asInt()).as(id).isGreaterThan(3);
      assertThat(figure.get("plots").asInt()).as(id).isEqualTo(id.equals("cpu") ? 0 : 1);
      assertThat(figure.get("outside").asInt()).as(id).isZero();
      assertThat(figure.get("letters").asDouble()).as("%s can be read", id).isGreaterThan(10);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1400, 400, 320})
  void thePageIsNoWiderThanTheScreen(int width) throws IOException {
    browser().size(width, 1000);
    assertThat(js("document.documentElement.scrollWidth").asInt()).isLessThanOrEqualTo(width);
  }

  private static JsonNode shown(String chart, String attribute, String value) throws IOException {
    return js(
        "[...document.querySelectorAll('#%s .item[data-%s=\"%s\"]')]"
                .formatted(chart, attribute, value)
            + ".filter(e => getComputedStyle(e).display !== 'none').length");
  }

  @ParameterizedTest
  @CsvSource({
    "init, name, mysql, 4, file",
    "init, part, CPU, 8, wall",
    "cpu, name, cmsd, 6, client",
    "throughput, part, many keys a call, 8, one key a call"
  })
  void aLegendShowsAndHides(String chart, String kind, String value, int count, String other)
      throws IOException {
    String key =
        "document.querySelector('#%s button[data-%s=\"%s\"]')".formatted(chart, kind, value);
    int others = shown(chart, kind, other).asInt();
    assertThat(others).isPositive();
    assertThat(shown(chart, kind, value).asInt()).isEqualTo(count);
    var unused = js(key + ".click()");
    assertThat(shown(chart, kind, value).asInt()).isZero();
    assertThat(js(key + ".getAttribute('aria-pressed')").asText()).isEqualTo("false");
    if (kind.equals("name")) {
      assertThat(shown(chart, kind, other).asInt()).isEqualTo(others);
    }
    var unusedToo = js(key + ".click()");
    assertThat(shown(chart, kind, value).asInt()).isEqualTo(count);
  }

  @Test
  void oneSizeIsShownAtATime() throws IOException {
    String sections =
        "[...document.querySelectorAll('section')].filter(s => s.clientHeight > 0).map(s => s.id)";
    assertThat(js(sections)).singleElement().extracting(JsonNode::asText).isEqualTo("size-0");
    var unused = js("document.querySelector('[data-size=size-2]').click()");
    assertThat(js(sections)).singleElement().extracting(JsonNode::asText).isEqualTo("size-2");
    assertThat(js("document.querySelector('#size-2').innerText").asText())
        .contains("At 3M entries");
  }

  @Test
  void whatIsPointedAtTellsItsFigures() throws IOException {
    JsonNode at =
        js(
            """
            { const dot = document.querySelector('#run .broad [data-name=mysql] .dot');
              dot.scrollIntoView({block: 'center'});
              const r = dot.getBoundingClientRect();
              ({ x: r.x + r.width / 2, y: r.y + r.height / 2 }); }
            """);
    browser().pointAt(at.get("x").asDouble(), at.get("y").asDouble());
    assertThat(js("document.querySelector('.tip').innerText").asText())
        .startsWith("mysql, wall at 1M entries: ")
        .contains(" seconds (repeats: ");
    browser().pointAt(1, 1);
    assertThat(js("document.querySelector('.tip').hidden").asBoolean()).isTrue();
  }

  private static double contrast(String selector) throws IOException {
    return js("""
            (selector => {
              const light = text => {
                const [r, g, b] = text.match(/[\\d.]+/g).map(v => v / 255)
                  .map(v => v <= .03928 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4);
                return .2126 * r + .7152 * g + .0722 * b;
              };
              const e = document.querySelector(selector);
              const style = getComputedStyle(e);
              const a = light(e instanceof SVGElement ? style.fill : style.color);
              const b = light(getComputedStyle(document.body).backgroundColor);
              return (Math.max(a, b) + .05) / (Math.min(a, b) + .05);
            })('%s')
            """
            .formatted(selector))
        .asDouble();
  }

  private static boolean isDark() throws IOException {
    return js("getComputedStyle(document.body).backgroundColor").asText().equals("rgb(20, 24, 28)");
  }

  /** As WCAG 2 asks: 4.5 for text, 3 for what is drawn. */
  @ParameterizedTest
  @ValueSource(strings = {"light", "dark"})
  void bothThemesCanBeRead(String scheme) throws IOException {
    browser().media("screen", scheme);
    assertThat(isDark()).isEqualTo(scheme.equals("dark"));
    for (String text : List.of("body", "figcaption", ".plot text", ".choice .best", ".note")) {
      assertThat(contrast(text)).as(text).isGreaterThan(4.5);
    }
    var unused = js("document.querySelector('.theme').click()");
    assertThat(isDark()).as("the other by a click").isEqualTo(scheme.equals("light"));
    var unusedToo = js("document.querySelector('.theme').click()");
    assertThat(isDark()).isEqualTo(scheme.equals("dark"));
  }

  @ParameterizedTest
  @CsvSource({"1400, light", "1400, dark", "400, light", "400, dark"})
  void picturesAreLeftForPeople(int width, String scheme) throws IOException {
    browser().size(width, 1000);
    browser().media("screen", scheme);
    Path file = SCREENS.resolve(width + "-" + scheme + ".png");
    browser().screenshot(file);
    assertThat(file).isNotEmptyFile();
  }

  @Test
  void paperIsWhite() throws IOException {
    browser().media("print", "dark");
    assertThat(js("getComputedStyle(document.body).backgroundColor").asText())
        .isEqualTo("rgb(255, 255, 255)");
    assertThat(js("document.querySelector('.theme').clientHeight").asInt()).isZero();
  }

  @Test
  void withoutScriptsAllIsShown() throws IOException {
    browser().scripts(false);
    browser().open(page);
    assertThat(
            js("[...document.querySelectorAll('section')].every(s => s.clientHeight > 0)")
                .asBoolean())
        .isTrue();
    assertThat(
            js("[...document.querySelectorAll('.theme, .sizes')].every(e => e.clientHeight === 0)")
                .asBoolean())
        .isTrue();
    assertThat(js("document.querySelectorAll('#run .broad .point title').length").asInt())
        .isPositive();
  }
}
