// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.contender;

import io.oriel.benchmarks.measure.AllocationMeter;
import io.oriel.benchmarks.measure.BenchmarkException;
import io.oriel.benchmarks.measure.ThreadCpu.Compilers;
import io.oriel.benchmarks.process.ControlChannel;
import io.oriel.benchmarks.scenario.Responder;
import io.oriel.benchmarks.scenario.ScenarioConfig;
import io.oriel.benchmarks.scenario.Tally;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.agrona.CloseHelper;
import org.jspecify.annotations.Nullable;

/** Runs responders as the other process asks; see the package {@code scenario} for the words. */
public final class PeerServer {
    private static final Duration NO_LIMIT = Duration.ofDays(1);

    private final ControlChannel channel;
    private final AllocationMeter meter = new AllocationMeter();
    private final Compilers compilers = new Compilers();
    private final Map<String, Responder> responders = new LinkedHashMap<>();

    /**
     * Creates a server.
     *
     * @param channel to the other process
     */
    public PeerServer(ControlChannel channel) {
        this.channel = channel;
    }

    /**
     * Serves until the other process says {@code exit}. A failure is told to it, and thrown.
     *
     * @throws BenchmarkException if the other process ends without a word
     */
    public void serve() {
        try {
            boolean more = true;
            while (more) {
                more = execute(channel.receive(NO_LIMIT).split(" ", 3));
            }
        } catch (RuntimeException | Error e) {
            report(channel, e);
            throw e;
        } finally {
            CloseHelper.quietCloseAll(responders.values());
        }
    }

    private boolean execute(String[] words) {
        switch (words[0]) {
            case "open" -> open(words[1], ScenarioConfig.ofLine(words[2]));
            case "rest" -> channel.send("rested " + compilers.rest());
            case "run" -> run(required(words[1]), Long.parseLong(words[2]), false);
            case "verify" -> run(required(words[1]), Long.parseLong(words[2]), true);
            case "close" -> close(words[1]);
            case "exit" -> {
                return false;
            }
            default ->
                throw new BenchmarkException(
                        "unknown word '" + words[0] + "'; the two processes must be of the same version");
        }
        return true;
    }

    private void open(String subject, ScenarioConfig config) {
        responders.put(subject, Subjects.jvmNamed(subject).responder(config, channel));
        channel.send("opened");
    }

    private void run(Responder responder, long operations, boolean thorough) {
        Tally tally = responder.tally();
        tally.reset();
        channel.send("running");
        meter.start();
        if (thorough) {
            responder.verify(operations);
        } else {
            responder.run(operations);
        }
        long allocated = meter.stop();
        channel.expect("stop", NO_LIMIT);
        channel.send("done " + tally.errors() + " " + tally.declined() + " " + allocated);
    }

    private void close(String subject) {
        required(subject).close();
        responders.remove(subject);
        channel.send("closed");
    }

    private Responder required(String subject) {
        @Nullable Responder responder = responders.get(subject);
        if (responder == null) {
            throw new BenchmarkException("'" + subject + "' is not open here");
        }
        return responder;
    }

    /**
     * Tells the other process that this one cannot go on.
     *
     * @param channel to it
     * @param e       why
     */
    public static void report(ControlChannel channel, Throwable e) {
        try {
            channel.send(ControlChannel.FAILED + oneLine(e));
        } catch (RuntimeException unheard) {
            e.addSuppressed(unheard);
        }
    }

    private static String oneLine(Throwable e) {
        String text = e instanceof BenchmarkException ? String.valueOf(e.getMessage()) : e.toString();
        String line = text.replaceAll("\\s*\\R\\s*", " | ").replaceAll("[^\\x20-\\xFF]", "?");
        int room = ControlChannel.MAX_LINE_LENGTH - ControlChannel.FAILED.length();
        return line.substring(0, Math.min(line.length(), room));
    }
}
