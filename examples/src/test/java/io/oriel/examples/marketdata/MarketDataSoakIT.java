// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.examples.marketdata;

import static io.oriel.examples.MortalProcesses.PATIENCE_SECONDS;
import static io.oriel.examples.MortalProcesses.SECONDS;
import static io.oriel.examples.MortalProcesses.kill;
import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.examples.MortalProcesses;
import io.oriel.testing.SeededRandom;
import io.oriel.testing.junit.WholeBuild;
import io.oriel.testing.process.ChildJvm;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The writer and two readers in processes of their own, of which one after the other is killed and started again, for {@code
 * -Doriel.test.exampleSeconds} on each medium. The readers check each entry; see {@link FeedReaderMain}.
 */
@SuppressWarnings("NullAway.Init") // by the test first of all
@WholeBuild
@Timeout(7200)
class MarketDataSoakIT {
    private static final String[] PAUSES = {"0", "20000"};
    private static final int SIDES = 1 + PAUSES.length;

    @RegisterExtension
    final MortalProcesses processes = new MortalProcesses();

    private final Random random = SeededRandom.create(getClass());
    private final ChildJvm[] readers = new ChildJvm[PAUSES.length];
    private final Set<String> deadLives = new HashSet<>();
    private ChildJvm writer;
    private final int port = MortalProcesses.freePort();
    private int writers;

    private void startWriter() {
        String here = "127.0.0.1:" + port;
        writer = processes.start(
                MarketData.class,
                "--listen",
                here,
                "--readers",
                "" + random.nextInt(2),
                "--seconds",
                "7200",
                "--wait",
                "sleep",
                "--attended");
        writers++;
    }

    private void startReader(int reader) {
        readers[reader] = processes.start(FeedReaderMain.class, "" + port, PAUSES[reader]);
    }

    /** Waits until all readers are at work in a life of the writer that has not ended, and returns it. */
    private String awaitWork() {
        Set<String> lives = new HashSet<>();
        for (ChildJvm reader : readers) {
            String life;
            do {
                life = reader.answer();
                assertThat(life).startsWith("busy ");
            } while (deadLives.contains(life) || reader.hasAnswered());
            for (int news = random.nextInt(5); news > 0; news--) {
                assertThat(reader.answer()).isEqualTo(life);
            }
            lives.add(life);
        }
        assertThat(lives).hasSize(1);
        return lives.iterator().next();
    }

    private int killOneAfterTheOther() {
        int deaths = 0;
        long endNs = System.nanoTime() + SECONDS * 1_000_000_000L;
        while (System.nanoTime() < endNs || deaths < SIDES) {
            String life = awaitWork();
            int side = deaths < SIDES ? deaths : random.nextInt(SIDES);
            if (side == PAUSES.length) {
                kill(writer);
                deadLives.add(life);
                startWriter();
            } else {
                kill(readers[side]);
                startReader(side);
            }
            deaths++;
        }
        return deaths;
    }

    @ParameterizedTest
    @MethodSource("io.oriel.examples.MortalProcesses#media")
    void readersTakeOnlyWhatIsRightWhoeverDies(String on) throws IOException {
        processes.meetBy(on);
        startWriter();
        for (int reader = 0; reader < PAUSES.length; reader++) {
            startReader(reader);
        }
        int deaths = killOneAfterTheOther();
        var unused = awaitWork();

        writer.endInput();

        long total = writtenBy(writer.awaitSuccess(PATIENCE_SECONDS));
        System.out.println(processes.medium() + ": " + deaths + " deaths, " + writers
                + " lives of the writer, the last of " + total + " entries");
        for (ChildJvm reader : readers) {
            List<String> told = reader.awaitSuccess(PATIENCE_SECONDS);
            System.out.println(processes.medium() + ": " + told.get(told.size() - 1));
            assertThat(told).contains("last life: " + total);
            assertThat(numberIn(told, "lives: (\\d+)")).isBetween(1L, (long) writers);
        }
        assertThat(processes.remains()).isEmpty();
    }

    private static long writtenBy(List<String> told) {
        return numberIn(told, "writer: (\\d+) entries in .*, of which " + PAUSES.length + " are still there");
    }

    private static long numberIn(List<String> lines, String pattern) {
        return lines.stream()
                .filter(line -> line.matches(pattern))
                .map(line -> Long.parseLong(line.replaceFirst(pattern, "$1")))
                .findFirst()
                .orElseThrow(() -> new AssertionError("nothing like '" + pattern + "' in " + lines));
    }
}
