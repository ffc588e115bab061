// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.contender;

import io.oriel.benchmarks.BenchmarkException;
import io.oriel.benchmarks.process.ControlChannel;
import io.oriel.benchmarks.process.PeerProcess;
import io.oriel.benchmarks.process.PipeChannel;
import io.oriel.benchmarks.scenario.ScenarioConfig;
import java.time.Duration;
import java.util.List;

/**
 * The main of a benchmark's processes, started by a {@link ContenderProcess}. With a subject and what it does this is the side that
 * starts the operations, as its parent says, and it starts the other side; without, it is the other side.
 */
public final class SideMain {
    private static final Duration NO_LIMIT = Duration.ofDays(1);

    private SideMain() {}

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
}
