// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.contender;

import io.oriel.benchmarks.measure.BenchmarkException;
import io.oriel.benchmarks.measure.RunResult;
import io.oriel.benchmarks.process.ControlChannel;
import io.oriel.benchmarks.process.PeerProcess;
import io.oriel.benchmarks.process.PipeChannel;
import io.oriel.benchmarks.scenario.ScenarioConfig;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The main of a benchmark's processes, started by {@link #start}. With a subject and what it does this is the side that
 * starts the operations, as its parent says, and it starts the other side; without, it is the other side.
 */
public final class SideMain {
    private static final Duration NO_LIMIT = Duration.ofDays(1);

    private SideMain() {}

    /**
     * Starts the two processes of a subject, which connect while others are started.
     *
     * @param subject what is to run
     * @param config  what it does
     * @return the contender
     */
    static Contender start(JvmSubject subject, ScenarioConfig config) {
        return new Started(PeerProcess.start(SideMain.class, subject.jvmFlags(), subject.name(), config.toLine()));
    }

    /**
     * Serves the parent until the pipe is closed.
     *
     * @param arguments name of the subject and a line of {@link ScenarioConfig}; or none
     */
    public static void main(String[] arguments) {
        try (ControlChannel parent = PipeChannel.toParent()) {
            if (arguments.length == 0) {
                new PeerServer(parent).serve();
            } else {
                initiate(Subjects.jvmNamed(arguments[0]), ScenarioConfig.ofLine(arguments[1]), parent);
            }
        } catch (BenchmarkException e) {
            System.exit(1); // the parent has been told why, or has ended
        }
    }

    private static void initiate(JvmSubject subject, ScenarioConfig config, ControlChannel parent) {
        // It inherits the flags of this process, and so what the subject needs.
        try (PeerProcess peer = PeerProcess.start(SideMain.class, List.of())) {
            try (LocalContender contender = new LocalContender(subject, config, peer.channel())) {
                parent.send("opened " + contender.explanation());
                while (execute(contender, parent)) {
                    // The next word.
                }
            }
            peer.channel().send("exit");
        } catch (RuntimeException | Error e) {
            PeerServer.report(parent, e);
            throw e;
        }
    }

    private static boolean execute(LocalContender contender, ControlChannel parent) {
        String[] words = parent.receive(NO_LIMIT).split(" ", 2);
        switch (words[0]) {
            case "warm-up" -> parent.send("warm " + RunLine.of(contender.warmUp(Long.parseLong(words[1]))));
            case "reopen" -> {
                contender.reopen(ScenarioConfig.ofLine(words[1]));
                parent.send("opened " + contender.explanation());
            }
            case "run" -> parent.send("ran " + RunLine.of(contender.run(Long.parseLong(words[1]))));
            case "verify" -> parent.send("verified " + contender.verify(Long.parseLong(words[1])));
            case "exit" -> {
                return false;
            }
            default -> throw new BenchmarkException("unknown word '" + words[0] + "'");
        }
        return true;
    }

    /** A subject in two processes of its own: one starts the operations, and has started the other, which answers. */
    private static final class Started implements Contender {
        private static final Duration RUN_LIMIT = Duration.ofDays(1);

        private final PeerProcess process;
        private final ControlChannel channel;
        private @Nullable String explanation;

        Started(PeerProcess process) {
            this.process = process;
            channel = process.channel();
        }

        @Override
        public void reopen(ScenarioConfig config) {
            awaitOpened();
            explanation = null;
            channel.send("reopen " + config.toLine());
        }

        @Override
        public WarmUp warmUp(long limitNs) {
            awaitOpened();
            channel.send("warm-up " + limitNs);
            return RunLine.toWarmUp(channel.expect("warm", RUN_LIMIT));
        }

        @Override
        public RunResult run(long operations) {
            channel.send("run " + operations);
            return RunLine.toResult(channel.expect("ran", RUN_LIMIT));
        }

        @Override
        public long verify(long operations) {
            channel.send("verify " + operations);
            return Long.parseLong(channel.expect("verified", RUN_LIMIT));
        }

        @Override
        public String explanation() {
            return awaitOpened();
        }

        private String awaitOpened() {
            if (explanation == null) {
                explanation = channel.expect("opened");
            }
            return explanation;
        }

        @Override
        public void close() {
            channel.send("exit");
            process.close();
        }
    }
}
