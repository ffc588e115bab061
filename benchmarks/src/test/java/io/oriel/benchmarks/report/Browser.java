// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.report;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Assumptions;

/**
 * A headless Chromium with one page, told what to do by its DevTools protocol over a pipe. Without one tests are skipped, or fail
 * with the environment's {@code ORIEL_REQUIRE_HOSTS=true}.
 */
final class Browser implements AutoCloseable {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final String COMMAND = "chromium";
    // It reads commands from descriptor 3, and answers on 4.
    private static final String START = "exec " + COMMAND + " \"$@\" 3<&0 4>&1 </dev/null >/dev/null";
    private static final int HEIGHT = 900;
    private static final int PATIENCE_SECONDS = 10;

    private final Process process;
    private final OutputStream commands;
    private final BlockingQueue<JsonNode> messages = new LinkedBlockingQueue<>();
    private final String session;
    private final List<JsonNode> events = new ArrayList<>();
    private int calls;

    private Browser(Process process) {
        this.process = process;
        commands = process.getOutputStream();
        Thread reader = new Thread(() -> read(new BufferedInputStream(process.getInputStream())), "browser");
        reader.setDaemon(true);
        reader.start();
        String page = call("", "Target.createTarget", parameters().put("url", "about:blank"))
                .get("targetId")
                .textValue();
        ObjectNode attached = parameters().put("targetId", page).put("flatten", true);
        session = call("", "Target.attachToTarget", attached).get("sessionId").textValue();
        for (String domain : List.of("Page", "Runtime", "Log", "Network")) {
            call(domain + ".enable", parameters());
        }
    }

    /** Starts it with an empty profile, or skips the test. */
    static Browser start(Path profile) throws IOException {
        String path = System.getenv().getOrDefault("PATH", "");
        boolean isThere = Pattern.compile(File.pathSeparator)
                .splitAsStream(path)
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, COMMAND)));
        if (!isThere) {
            String lack = "looking at a page needs the command chromium; on Debian: apt-get install chromium";
            if (Boolean.parseBoolean(System.getenv("ORIEL_REQUIRE_HOSTS"))) {
                throw new AssertionError(lack);
            }
            Assumptions.abort(lack);
        }
        List<String> command = List.of(
                "sh",
                "-c",
                START,
                "sh",
                "--headless",
                "--remote-debugging-pipe",
                "--no-sandbox", // root has none
                "--disable-gpu",
                "--disable-quic",
                "--no-first-run",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync",
                "--user-data-dir=" + profile);
        return new Browser(new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start());
    }

    /** Loads a page, for a window of that width and a reader who prefers "light" or "dark". */
    void open(Path file, int width, String scheme) {
        ObjectNode media = parameters();
        media.putArray("features")
                .addObject()
                .put("name", "prefers-color-scheme")
                .put("value", scheme);
        call("Emulation.setEmulatedMedia", media);
        resize(width);
        events.clear();
        call("Page.navigate", parameters().put("url", file.toUri().toString()));
        while (events.stream().noneMatch(event -> isOf(event, "Page.loadEventFired"))) {
            events.add(next());
        }
    }

    void resize(int width) {
        ObjectNode metrics = parameters().put("width", width).put("height", HEIGHT);
        call(
                "Emulation.setDeviceMetricsOverride",
                metrics.put("deviceScaleFactor", 1).put("mobile", false));
    }

    /** Returns what a script comes to, awaited if it is a promise. */
    JsonNode evaluate(String script) {
        JsonNode answer = call(
                "Runtime.evaluate",
                parameters()
                        .put("expression", script)
                        .put("returnByValue", true)
                        .put("awaitPromise", true));
        if (answer.has("exceptionDetails")) {
            throw new AssertionError(answer.get("exceptionDetails").toPrettyString());
        }
        return answer.at("/result/value");
    }

    /** Returns what the page has complained of since it was opened. */
    List<String> complaints() {
        return events.stream()
                .filter(event -> isOf(event, "Runtime.exceptionThrown")
                        || isOf(event, "Runtime.consoleAPICalled")
                        || isOf(event, "Log.entryAdded"))
                .map(JsonNode::toString)
                .toList();
    }

    /** Returns what the page has asked for since it was opened. */
    List<String> requests() {
        return events.stream()
                .filter(event -> isOf(event, "Network.requestWillBeSent"))
                .map(event -> event.at("/params/request/url").textValue())
                .toList();
    }

    private static boolean isOf(JsonNode event, String method) {
        return event.path("method").asText().equals(method);
    }

    private static ObjectNode parameters() {
        return MAPPER.createObjectNode();
    }

    private JsonNode call(String method, ObjectNode parameters) {
        return call(session, method, parameters);
    }

    private JsonNode call(String to, String method, ObjectNode parameters) {
        send(to, method, parameters);
        JsonNode answer = next();
        while (answer.path("id").asInt() != calls) {
            events.add(answer);
            answer = next();
        }
        if (answer.has("error")) {
            throw new AssertionError(method + ": " + answer.get("error"));
        }
        return answer.get("result");
    }

    private void send(String to, String method, ObjectNode parameters) {
        ObjectNode message = MAPPER.createObjectNode().put("id", ++calls).put("method", method);
        message.set("params", parameters);
        if (!to.isEmpty()) {
            message.put("sessionId", to);
        }
        try {
            commands.write((message + "\0").getBytes(StandardCharsets.UTF_8));
            commands.flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private JsonNode next() {
        try {
            JsonNode message = messages.take();
            if (message.isMissingNode()) {
                throw new IllegalStateException("the browser has ended");
            }
            return message;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("the browser did not answer in time", e);
        }
    }

    /** Reads answers and events, each of which ends with a zero byte; a thread of its own, because a test that waits can be ended. */
    private void read(InputStream in) {
        try {
            ByteArrayOutputStream message = new ByteArrayOutputStream();
            for (int each = in.read(); each >= 0; each = in.read()) {
                if (each != 0) {
                    message.write(each);
                } else {
                    messages.add(MAPPER.readTree(message.toByteArray()));
                    message.reset();
                }
            }
        } catch (IOException e) {
            // It ends with the process.
        }
        messages.add(MissingNode.getInstance());
    }

    /** Ends it with all its processes, which would write to the profile else while that is deleted. */
    @Override
    public void close() {
        List<ProcessHandle> all = process.descendants().toList();
        send("", "Browser.close", parameters());
        try {
            if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            process.destroyForcibly();
        }
        all.forEach(ProcessHandle::destroyForcibly);
        all.forEach(each -> each.onExit().join());
    }
}
