// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.collectives.processes;

import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.collectives.Collective;
import io.oriel.testing.junit.WholeBuild;
import io.oriel.testing.resource.Directories;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Each rank in turn is killed in the midst of operations: the others name it, meet again with a new one, and nothing is left. */
@Timeout(600)
final class KilledRanksIT {
    private static final int SIZE = 3;
    private static final String LOCK = "lock";
    private static final int LONG = 40_000;
    private static final long STOPPED_MILLIS = 500;
    private static final long PATIENCE_MILLIS = 60_000;
    private static final boolean WHOLE = WholeBuild.RUNS;

    private final List<RankProcess> ranks = new ArrayList<>();
    private Path directory = Path.of("/dev/shm");

    @BeforeEach
    void makeDirectory() throws IOException {
        directory = Directories.make("oriel-coll");
    }

    @AfterEach
    void end() throws IOException {
        ranks.forEach(RankProcess::close);
        Directories.delete(directory);
    }

    @Test
    void areNamedOnSharedMemory() throws Exception {
        // In short a victim that others wait for, and one that waits for others.
        kill("SHM", index -> WHOLE ? new int[] {index % SIZE} : new int[] {0, 1});
    }

    @WholeBuild
    @Test
    void areNamedOverUdp() throws Exception {
        // Every third collective: each takes the time in which a peer is given up.
        kill("UDP", index -> index % SIZE == 0 ? new int[] {index / SIZE % SIZE} : new int[0]);
    }

    @WholeBuild
    @Test
    void areNamedWhenTheyAreStopped() {
        startAll("SHM");
        join(Collective.ALL_REDUCE, 1, STOPPED_MILLIS);
        ranks.get(1).signal("STOP");

        for (int rank = 0; rank < SIZE; rank += 2) {
            assertThat(ranks.get(rank).answer()).startsWith("RANK_STOPPED 1 ");
        }

        ranks.get(1).signal("CONT");
        assertThat(ranks.get(1).answer()).matches("RANK_\\w+ [0-2] \\d+");
        join(Collective.ALL_REDUCE, 1, STOPPED_MILLIS);
    }

    private void startAll(String medium) {
        for (int rank = 0; rank < SIZE; rank++) {
            ranks.add(RankProcess.start(directory.resolve("d"), medium));
        }
    }

    private void kill(String medium, IntFunction<int[]> victims) throws Exception {
        startAll(medium);
        long worstNs = 0;
        int kills = 0;
        Collective[] collectives = WHOLE ? Collective.values() : new Collective[] {Collective.ALL_REDUCE};
        for (int index = 0; index < collectives.length; index++) {
            for (int victim : victims.apply(index)) {
                worstNs = Math.max(worstNs, kill(collectives[index], kills % 2 == 0 ? LONG : 1, victim, medium));
                kills++;
            }
        }
        System.out.println(
                kills + " kills on " + medium + ", known to all at most " + worstNs / 1_000_000 + " ms later");
        join(Collective.ALL_REDUCE, 1, STOPPED_MILLIS);
        RankProcess last = ranks.remove(0);
        last.close();
        for (RankProcess rank : ranks) {
            assertThat(rank.answer()).startsWith("RANK_DIED 0 ");
            rank.end();
        }
        // Over UDP the next process that comes clears up what the last one has left.
        assertThat(remains()).allMatch(name -> name.equals(LOCK) || name.startsWith("p-" + last.pid() + "-"));
    }

    private long kill(Collective collective, int length, int victim, String medium) {
        join(collective, length, PATIENCE_MILLIS);
        long beginNs = System.nanoTime();
        ranks.get(victim).kill();
        long worstNs = 0;
        for (int rank = 0; rank < SIZE; rank++) {
            if (rank != victim) {
                String[] words = ranks.get(rank).answer().split(" ", -1);
                assertThat(words[0] + " " + words[1])
                        .as(collective + " at rank " + rank)
                        .isEqualTo("RANK_DIED " + victim);
                worstNs = Math.max(worstNs, Long.parseLong(words[2]) - beginNs);
            }
        }
        RankProcess dead = ranks.set(victim, RankProcess.start(directory.resolve("d"), medium));
        dead.close();
        return worstNs;
    }

    private List<String> remains() throws IOException {
        try (Stream<Path> files = Files.list(directory.resolve("d"))) {
            return files.map(file -> file.getFileName().toString()).toList();
        }
    }

    private void join(Collective collective, int length, long stoppedMillis) {
        int port = freePort();
        for (int rank = 0; rank < SIZE; rank++) {
            ranks.get(rank)
                    .tell(rank + " " + SIZE + " " + port + " " + collective + " " + length + " " + stoppedMillis);
        }
        for (RankProcess rank : ranks) {
            assertThat(rank.answer()).isEqualTo("joined");
        }
    }

    private static int freePort() {
        try (DatagramSocket socket = new DatagramSocket(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
