// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.examples.marketdata;

import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.testing.SeededRandom;
import io.oriel.testing.process.ChildJvm;
import io.oriel.testing.process.JvmCommand;
import io.oriel.testing.resource.Directories;
import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The writer and two readers in processes of their own, of which one after the other is killed and started again, for {@code
 * -Doriel.test.exampleSeconds} on each medium. The readers check each entry; see {@link FeedReaderMain}.
 */
@SuppressWarnings("NullAway.Init") // by the test first of all
@Timeout(7200)
class MarketDataSoakIT {
    private static final int SECONDS = Integer.getInteger("oriel.test.exampleSeconds", 2);
    private static final String[] PAUSES = {"0", "20000"};
    private static final int SIDES = 1 + PAUSES.length;
    private static final long PATIENCE_SECONDS = 40;

    private final Random random = SeededRandom.create(getClass());
    private final List<ChildJvm> children = new ArrayList<>();
    private final ChildJvm[] readers = new ChildJvm[PAUSES.length];
    private final Set<String> deadLives = new HashSet<>();
    private ChildJvm writer;
    private Path directory;
    private String medium;
    private int port;
    private int writers;

    @BeforeEach
    void makeDirectory() throws IOException {
        directory = Directories.make("oriel-md");
        try (DatagramSocket free = new DatagramSocket(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))) {
            port = free.getLocalPort();
        }
    }

    @AfterEach
    void endChildren() {
        children.forEach(ChildJvm::close);
        Directories.delete(directory);
    }

    private Path mediaDirectory() {
        return directory.resolve("d");
    }

    private ChildJvm start(Class<?> main, String... arguments) {
        ChildJvm child = JvmCommand.of(main, arguments)
                .with(List.of(
                        "-Doriel.medium=" + medium,
                        "-Doriel.sharedMemory.directory=" + mediaDirectory(),
                        "-Doriel.timeouts.deadPeer=500"))
                .start();
        children.add(child);
        return child;
    }

    private void startWriter() {
        String here = "127.0.0.1:" + port;
        writer = start(
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
        readers[reader] = start(FeedReaderMain.class, "" + port, PAUSES[reader]);
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

    private static void kill(ChildJvm child) {
        child.kill();
        child.awaitEnd();
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
    @ValueSource(strings = {"SHM", "UDP"})
    void readersTakeOnlyWhatIsRightWhoeverDies(String on) throws IOException {
        medium = on;
        startWriter();
        for (int reader = 0; reader < PAUSES.length; reader++) {
            startReader(reader);
        }
        int deaths = killOneAfterTheOther();
        var unused = awaitWork();

        writer.endInput();

        long total = writtenBy(writer.awaitSuccess(PATIENCE_SECONDS));
        System.out.println(medium + ": " + deaths + " deaths, " + writers + " lives of the writer, the last of " + total
                + " entries");
        for (ChildJvm reader : readers) {
            List<String> told = reader.awaitSuccess(PATIENCE_SECONDS);
            System.out.println(medium + ": " + told.get(told.size() - 1));
            assertThat(told).contains("last life: " + total);
            assertThat(numberIn(told, "lives: (\\d+)")).isBetween(1L, (long) writers);
        }
        assertThat(remains()).isEmpty();
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

    private List<Path> remains() throws IOException {
        if (Files.notExists(mediaDirectory())) {
            return List.of();
        }
        try (Stream<Path> files = Files.walk(mediaDirectory())) {
            return files.filter(Files::isRegularFile)
                    .filter(file -> !file.endsWith("lock"))
                    .toList();
        }
    }
}
