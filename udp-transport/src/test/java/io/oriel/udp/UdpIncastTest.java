// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp;

import static io.oriel.udp.UdpTraffic.posted;
import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.api.AccessFlags;
import io.oriel.api.Adapter;
import io.oriel.api.Completion;
import io.oriel.api.CompletionQueue;
import io.oriel.api.Endpoint;
import io.oriel.api.MemoryRegion;
import io.oriel.api.MemoryWindow;
import io.oriel.api.NdStatus;
import io.oriel.api.OpFlags;
import io.oriel.api.RemoteWindow;
import io.oriel.api.ScatterGatherList;
import io.oriel.api.WindowDescriptor;
import io.oriel.api.config.EndpointConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Many adapters write to one at once. With seconds given by the property, it tells what one alone and all together reach. */
class UdpIncastTest {
    private static final int SENDERS = 16;
    private static final int LENGTH = 64 * 1024;
    private static final int AT_ONCE = 4;
    private static final int WRITES_AT_LEAST = SENDERS * 100;
    private static final long SECONDS = Long.getLong("oriel.test.incastSeconds", 0);
    private static final int PAIRS = SECONDS == 0 ? 1 : 5;
    private static final long TIMEOUT_SECONDS = 1200;
    private static final int ALL =
            AccessFlags.ALLOW_LOCAL_WRITE | AccessFlags.ALLOW_REMOTE_READ | AccessFlags.ALLOW_REMOTE_WRITE;

    /** One adapter with as many Writes on their way as fit. */
    private static final class Sender {
        private final CompletionQueue queue;
        private final Endpoint endpoint;
        private final RemoteWindow window;
        private final ScatterGatherList list;
        private final Completion[] taken = {new Completion(), new Completion(), new Completion(), new Completion()};
        private int outstanding;
        private long done;

        Sender(UdpPair pair, Adapter adapter) {
            queue = adapter.createCompletionQueue(2 * AT_ONCE);
            endpoint = adapter.createEndpoint(
                    queue, queue, EndpointConfig.defaults().withQueueDepth(2 * AT_ONCE));
            Endpoint theirs = pair.two.adapter.createEndpoint(
                    pair.two.queue, pair.two.queue, EndpointConfig.defaults().withQueueDepth(2 * AT_ONCE));
            pair.connect(adapter.createConnector(), endpoint, pair.two.adapter.createConnector(), theirs);
            MemoryRegion own = adapter.allocateMemory(LENGTH, ALL);
            list = ScatterGatherList.of(own, 0, LENGTH);
            window = grant(pair, theirs);
        }

        private RemoteWindow grant(UdpPair pair, Endpoint theirs) {
            MemoryRegion target = pair.two.adapter.allocateMemory(LENGTH, ALL);
            MemoryRegion descriptor = pair.two.adapter.allocateMemory(WindowDescriptor.LENGTH, ALL);
            MemoryWindow granted = pair.two.adapter.createMemoryWindow(0);
            posted(theirs.bind(0, target, granted, 0, LENGTH, OpFlags.ALLOW_WRITE, descriptor.buffer(), 0));
            pair.two.nextSuccess();
            return endpoint.openWindow(descriptor.buffer(), 0);
        }

        /** Takes what has ended, and posts as much if it may. */
        void turn(boolean mayPost) {
            int count = queue.poll(taken, taken.length);
            for (int i = 0; i < count; i++) {
                assertThat(taken[i].status()).isEqualTo(NdStatus.SUCCESS);
            }
            outstanding -= count;
            done += count;
            while (mayPost && outstanding < AT_ONCE) {
                posted(endpoint.write(1, list, window, 0, 0));
                outstanding++;
            }
        }
    }

    @Test
    @Timeout(TIMEOUT_SECONDS)
    void getsEachItsShareAndDropsNothing() throws IOException {
        try (UdpPair pair = UdpPair.open(config -> config).connect()) {
            List<Sender> senders = new ArrayList<>();
            for (int i = 0; i < SENDERS; i++) {
                senders.add(new Sender(pair, pair.one.provider.openAdapter(pair.one.address)));
            }
            Path[] descriptors = ownDescriptors();

            for (int round = 0; round < PAIRS; round++) {
                double alone = run(pair, senders.subList(0, 1));
                double together = run(pair, senders);

                System.out.printf(
                        "one sender %.0f MB/s, %d senders %.0f MB/s: %.2f%n",
                        alone, SENDERS, together, together / alone);
            }

            assertThat(dropped(descriptors))
                    .as("datagrams for which there was no room")
                    .isZero();
        }
    }

    /** Has all write until much was written; returns megabytes in a second. */
    private static double run(UdpPair pair, List<Sender> senders) {
        long[] before = senders.stream().mapToLong(each -> each.done).toArray();
        long startNs = System.nanoTime();
        AtomicBoolean isOver = new AtomicBoolean();
        CompletableFuture<Void> receiving = CompletableFuture.runAsync(() -> {
            while (!isOver.get()) {
                pair.two.poll();
            }
        });
        try {
            long sum = 0;
            while (!receiving.isDone()
                    && (sum < WRITES_AT_LEAST || System.nanoTime() - startNs < SECONDS * 1e9 / PAIRS)) {
                sum = turn(senders, before, true);
            }
            long[] shares = new long[senders.size()];
            Arrays.setAll(shares, index -> senders.get(index).done - before[index]);
            double seconds = (System.nanoTime() - startNs) / 1e9;
            long least = Arrays.stream(shares).min().orElseThrow();
            assertThat(4 * least * shares.length)
                    .as("least of %s", Arrays.toString(shares))
                    .isGreaterThanOrEqualTo(sum(shares));
            while (!receiving.isDone() && senders.stream().anyMatch(each -> each.outstanding > 0)) {
                turn(senders, before, false);
            }
            return sum / seconds * LENGTH / 1e6;
        } finally {
            isOver.set(true);
            receiving.join();
        }
    }

    private static long sum(long[] values) {
        return Arrays.stream(values).sum();
    }

    private static long turn(List<Sender> senders, long[] before, boolean mayPost) {
        long sum = 0;
        for (int index = 0; index < senders.size(); index++) {
            Sender each = senders.get(index);
            each.turn(mayPost);
            sum += each.done - before[index];
        }
        return sum;
    }

    /** Returns the files that this process has open. */
    private static Path[] ownDescriptors() throws IOException {
        try (var files = Files.list(Path.of("/proc/self/fd"))) {
            return files.toArray(Path[]::new);
        }
    }

    /** Counts the datagrams that the kernel has dropped at sockets of this process. */
    private static long dropped(Path... files) throws IOException {
        List<String> inodes = new ArrayList<>();
        for (Path file : files) {
            if (Files.isSymbolicLink(file)) {
                String target = Files.readSymbolicLink(file).toString();
                if (target.startsWith("socket:[")) {
                    inodes.add(target.substring("socket:[".length(), target.length() - 1));
                }
            }
        }
        long sum = 0;
        for (String table : List.of("/proc/net/udp", "/proc/net/udp6")) {
            for (String line : Files.readAllLines(Path.of(table))) {
                String[] columns = line.trim().split("\\s+", -1);
                if (columns.length > 12 && inodes.contains(columns[9])) {
                    sum += Long.parseLong(columns[columns.length - 1]);
                }
            }
        }
        return sum;
    }
}
