package org.secindex.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A browser without a window, and one page in it, driven by the DevTools protocol. */
final class Chromium implements AutoCloseable {
  private static final List<String> NAMES =
      List.of("chromium", "chromium-browser", "google-chrome", "google-chrome-stable");

  private static final String LISTENING = "DevTools listening on ";
  private static final int PATIENCE_SECONDS = 60;
  private static final ObjectMapper JSON = new ObjectMapper();

  private final Process process;
  private final WebSocket socket;
  private final String session;
  private final AtomicInteger ids = new AtomicInteger();
  private final Map<Integer, CompletableFuture<JsonNode>> answers = new ConcurrentHashMap<>();
  private final List<String> requests = new CopyOnWriteArrayList<>();
  private final List<String> complaints = new CopyOnWriteArrayList<>();
  private volatile CompletableFuture<JsonNode> loaded = new CompletableFuture<>();

  private Chromium(Process process, URI devTools) throws IOException {
    this.process = process;
    socket =
        await(HttpClient.newHttpClient().newWebSocketBuilder().buildAsync(devTools, new Ear()));
    String target =
        call("", "Target.createTarget", Map.of("url", "about:blank")).get("targetId").asText();
    session =
        call("", "Target.attachToTarget", Map.of("targetId", target, "flatten", true))
            .get("sessionId")
            .asText();
    for (String domain : List.of("Page", "Runtime", "Log", "Network")) {
      var unused = call(domain + ".enable", Map.of());
    }
  }

  /** Where the program is. */
  static Optional<Path> program() {
    String path = Optional.ofNullable(System.getenv("PATH")).orElse("");
    return NAMES.stream()
        .flatMap(name -> Stream.of(path.split(":", -1)).map(dir -> Path.of(dir, name)))
        .filter(Files::isExecutable)
        .findFirst();
  }

  /**
   * Starts one.
   *
   * @param profile a directory for what it keeps
   */
  static Chromium start(Path program, Path profile) throws IOException {
    Process process =
        new ProcessBuilder(
                program.toString(),
                "--headless",
                // Its sandbox does not work for root, nor in most containers; the page is ours.
                "--no-sandbox",
                "--disable-gpu",
                "--disable-dev-shm-usage",
                "--disable-quic",
                "--disable-sync",
                "--disable-background-networking",
                "--disable-component-update",
                "--no-first-run",
                "--remote-debugging-port=0",
                "--user-data-dir=" + profile,
                "about:blank")
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    try {
      return new Chromium(process, devTools(process));
    } catch (IOException | RuntimeException e) {
      process.destroyForcibly();
      throw e;
    }
  }

  private static URI devTools(Process process) throws IOException {
    BufferedReader err = process.errorReader(StandardCharsets.UTF_8);
    for (String line = err.readLine(); line != null; line = err.readLine()) {
      if (line.startsWith(LISTENING)) {
        // What else it says must not fill the pipe.
        Thread reader = new Thread(() -> err.lines().forEach(rest -> {}));
        reader.setDaemon(true);
        reader.start();
        return URI.create(line.substring(LISTENING.length()));
      }
    }
    throw new IOException("chromium ended before it listened");
  }

  /** Opens a file, and waits until it is there. */
  void open(Path file) throws IOException {
    requests.clear();
    complaints.clear();
    loaded = new CompletableFuture<>();
    var unused = call("Page.navigate", Map.of("url", file.toUri().toString()));
    var unusedToo = await(loaded);
  }

  /** All addresses that the page asked for. */
  List<String> requests() {
    return requests;
  }

  /** Errors and warnings on the console, and what was thrown. */
  List<String> complaints() {
    return complaints;
  }

  /** As if the window were so large. */
  void size(int width, int height) throws IOException {
    var unused =
        call(
            "Emulation.setDeviceMetricsOverride",
            Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", false));
  }

  /**
   * As if the system were set so.
   *
   * @param media {@code screen} or {@code print}
   * @param scheme {@code light} or {@code dark}
   */
  void media(String media, String scheme) throws IOException {
    var unused =
        call(
            "Emulation.setEmulatedMedia",
            Map.of(
                "media",
                media,
                "features",
                List.of(Map.of("name", "prefers-color-scheme", "value", scheme))));
  }

  void scripts(boolean run) throws IOException {
    var unused = call("Emulation.setScriptExecutionDisabled", Map.of("value", !run));
  }

  void pointAt(double x, double y) throws IOException {
    var unused = call("Input.dispatchMouseEvent", Map.of("type", "mouseMoved", "x", x, "y", y));
  }

  /** The value of an expression, which must be one that JSON has. */
  JsonNode evaluate(String expression) throws IOException {
    JsonNode answer =
        call("Runtime.evaluate", Map.of("expression", expression, "returnByValue", true));
    if (answer.has("exceptionDetails")) {
      throw new IOException(expression + ": " + answer.get("exceptionDetails"));
    }
    return answer.path("result").path("value");
  }

  /** All of the page, and not only what would be on the screen. */
  void screenshot(Path file) throws IOException {
    JsonNode image =
        call("Page.captureScreenshot", Map.of("format", "png", "captureBeyondViewport", true));
    Files.write(file, Base64.getDecoder().decode(image.get("data").asText()));
  }

  private JsonNode call(String method, Map<String, ?> parameters) throws IOException {
    return call(session, method, parameters);
  }

  private JsonNode call(String ofSession, String method, Map<String, ?> parameters)
      throws IOException {
    int id = ids.incrementAndGet();
    Map<String, Object> message = new LinkedHashMap<>();
    message.put("id", id);
    message.put("method", method);
    message.put("params", parameters);
    if (!ofSession.isEmpty()) {
      message.put("sessionId", ofSession);
    }
    CompletableFuture<JsonNode> answer = new CompletableFuture<>();
    answers.put(id, answer);
    var unused = await(socket.sendText(JSON.writeValueAsString(message), true));
    JsonNode result = await(answer);
    if (result.has("error")) {
      throw new IOException(method + ": " + result.get("error"));
    }
    return result.path("result");
  }

  private static <T> T await(CompletableFuture<T> future) throws IOException {
    try {
      return future.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while waiting for chromium", e);
    } catch (ExecutionException | TimeoutException e) {
      throw new IOException("chromium does not answer", e);
    }
  }

  private void hear(JsonNode message) {
    JsonNode parameters = message.path("params");
    if (message.has("id")) {
      CompletableFuture<JsonNode> answer = answers.remove(message.get("id").asInt());
      if (answer != null) {
        answer.complete(message);
      }
      return;
    }
    switch (message.path("method").asText()) {
      case "Page.loadEventFired" -> loaded.complete(parameters);
      case "Network.requestWillBeSent" ->
          requests.add(parameters.path("request").path("url").asText());
      case "Log.entryAdded" -> complaints.add(parameters.path("entry").toString());
      case "Runtime.exceptionThrown" -> complaints.add(parameters.toString());
      case "Runtime.consoleAPICalled" -> {
        if (List.of("error", "warning", "assert").contains(parameters.path("type").asText())) {
          complaints.add(parameters.toString());
        }
      }
      default -> {
        // Much else is told that nobody asks for.
      }
    }
  }

  /** Puts the pieces of messages together. */
  private final class Ear implements WebSocket.Listener {
    private final StringBuilder text = new StringBuilder();

    @Override
    public @Nullable CompletionStage<?> onText(WebSocket from, CharSequence data, boolean last) {
      text.append(data);
      if (last) {
        try {
          hear(JSON.readTree(text.toString()));
        } catch (IOException e) {
          complaints.add("not JSON: " + text);
        }
        text.setLength(0);
      }
      from.request(1);
      return null;
    }
  }

  /** Ends it, and waits until it has ended. */
  @Override
  public void close() throws IOException {
    var unused =
        socket.sendText(
            "{\"id\":" + ids.incrementAndGet() + ",\"method\":\"Browser.close\"}", true);
    try {
      if (!process.waitFor(10, TimeUnit.SECONDS)) {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
        process.waitFor();
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while chromium ended", e);
    } finally {
      socket.abort();
    }
  }
}
