// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp;

import static io.oriel.udp.UdpTraffic.posted;
import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.api.AccessFlags;
import io.oriel.api.Completion;
import io.oriel.api.Endpoint;
import io.oriel.api.MemoryRegion;
import io.oriel.api.NdStatus;
import io.oriel.api.RemoteWindow;
import io.oriel.api.ScatterGatherList;
import io.oriel.api.config.EndpointConfig;
import io.oriel.testing.SeededRandom;
import java.util.Random;
import org.agrona.MutableDirectBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Writes and Reads of much. The property makes it as much as one request can ask for, and in sequence as much again. */
class UdpLargeTransferTest {
    private static final long MIB = 1 << 20;
    private static final long WANTED = MIB * Integer.getInteger("oriel.test.transferMiB", 16);
    private static final int ALL =
            AccessFlags.ALLOW_LOCAL_WRITE | AccessFlags.ALLOW_REMOTE_READ | AccessFlags.ALLOW_REMOTE_WRITE;
    private static final long TIMEOUT_SECONDS = 1200;
    private static final int AT_ONCE = 16;
    private static final long LARGE = -1;
    private static final int LEAST_SMALL = 8;

    private final Random random = SeededRandom.create(UdpLargeTransferTest.class);
    private final UdpPair pair = UdpPair.open(config -> config).connect();

    @AfterEach
    void close() {
        pair.close();
    }

    private static void fill(MutableDirectBuffer buffer, long seed) {
        for (int offset = 0; offset < buffer.capacity(); offset += Long.BYTES) {
            buffer.putLong(offset, pattern(seed, offset));
        }
    }

    private static void requireFilled(MutableDirectBuffer buffer, long seed) {
        for (int offset = 0; offset < buffer.capacity(); offset += Long.BYTES) {
            if (buffer.getLong(offset) != pattern(seed, offset)) {
                throw new AssertionError("wrong bytes at " + offset);
            }
        }
    }

    private static long pattern(long seed, long offset) {
        return (seed + offset) * 0x9E3779B97F4A7C15L;
    }

    private static void tell(String what, long bytes, long startNs) {
        double seconds = (System.nanoTime() - startNs) / 1e9;
        System.out.printf("%s: %d MiB, %.0f MB/s%n", what, bytes / MIB, bytes / seconds / 1e6);
    }

    @Test
    @Timeout(TIMEOUT_SECONDS)
    void carryTheLargestLengthInOneRequest() {
        long length = Math.min(WANTED, pair.one.adapter.info().requests().maxTransferLength());
        MemoryRegion own = pair.one.adapter.allocateMemory(length, ALL);
        MemoryRegion theirs = pair.two.adapter.allocateMemory(length, ALL);
        RemoteWindow window = pair.grant(theirs);
        long seed = random.nextLong();
        fill(own.buffer(), seed);

        long startNs = System.nanoTime();
        posted(pair.one.endpoint.write(1, ScatterGatherList.of(own, 0, length), window, 0, 0));
        assertThat(next().bytesTransferred()).isEqualTo(length);
        tell("one Write", length, startNs);
        requireFilled(theirs.buffer(), seed);

        fill(theirs.buffer(), seed + 1);
        startNs = System.nanoTime();
        posted(pair.one.endpoint.read(2, ScatterGatherList.of(own, 0, length), window, 0, 0));
        assertThat(next().bytesTransferred()).isEqualTo(length);
        tell("one Read", length, startNs);
        requireFilled(own.buffer(), seed + 1);
    }

    @Test
    @Timeout(TIMEOUT_SECONDS)
    void carryMuchInSequence() {
        MemoryRegion own = pair.one.adapter.allocateMemory(AT_ONCE * MIB, ALL);
        MemoryRegion theirs = pair.two.adapter.allocateMemory(AT_ONCE * MIB, ALL);
        RemoteWindow window = pair.grant(theirs);
        long spentNs = 0;
        for (long done = 0; done < WANTED; done += AT_ONCE * MIB) {
            long seed = random.nextLong();
            fill(own.buffer(), seed);
            long startNs = System.nanoTime();
            for (int i = 0; i < AT_ONCE; i++) {
                posted(pair.one.endpoint.write(i, ScatterGatherList.of(own, i * MIB, MIB), window, i * MIB, 0));
            }
            requireInOrder();
            spentNs += System.nanoTime() - startNs;
            requireFilled(theirs.buffer(), seed);

            fill(theirs.buffer(), seed + 1);
            startNs = System.nanoTime();
            for (int i = 0; i < AT_ONCE; i++) {
                posted(pair.one.endpoint.read(i, ScatterGatherList.of(own, i * MIB, MIB), window, i * MIB, 0));
            }
            requireInOrder();
            spentNs += System.nanoTime() - startNs;
            requireFilled(own.buffer(), seed + 1);
        }
        tell("Writes and Reads of 1 MiB", 2 * WANTED, System.nanoTime() - spentNs);
    }

    private void requireInOrder() {
        for (int i = 0; i < AT_ONCE; i++) {
            assertThat(next().requestContext()).isEqualTo(i);
        }
    }

    @ParameterizedTest
    @Timeout(TIMEOUT_SECONDS)
    @ValueSource(strings = {"Write", "Read"})
    void leaveRoomForTheSmallOnesOfAnotherEndpoint(String large) {
        long length = 2 * AT_ONCE * MIB;
        MemoryRegion own = pair.one.adapter.allocateMemory(length, ALL);
        RemoteWindow window = pair.grant(pair.two.adapter.allocateMemory(length, ALL));
        Endpoint small = newEndpoint(pair.one);
        Endpoint smallPeer = newEndpoint(pair.two);
        pair.connect(pair.one.adapter.createConnector(), small, pair.two.adapter.createConnector(), smallPeer);
        ScatterGatherList list = ScatterGatherList.of(own, 0, length);

        int sent;
        if (large.equals("Write")) {
            posted(pair.one.endpoint.write(LARGE, list, window, 0, 0));
            sent = sendSmallOnesMeanwhile(pair.one, small, pair.two, smallPeer);
        } else { // which the other side answers
            posted(pair.one.endpoint.read(LARGE, list, window, 0, 0));
            sent = sendSmallOnesMeanwhile(pair.two, smallPeer, pair.one, small);
        }

        System.out.println(
                sent + " small Sends, one after the other, within one " + large + " of " + length / MIB + " MiB");
        assertThat(sent).isGreaterThanOrEqualTo(LEAST_SMALL);
    }

    /** Sends again and again until the large one is complete; returns how many were complete before. */
    private int sendSmallOnesMeanwhile(UdpPair.Side from, Endpoint sender, UdpPair.Side to, Endpoint receiver) {
        for (int sent = 0; ; sent++) {
            int number = sent;
            posted(receiver.receive(number, ScatterGatherList.of(to.memory, 0, 64)));
            posted(sender.send(number, ScatterGatherList.of(from.memory, 0, 64), 0));
            pair.await("a completion", () -> has(from, number) || has(pair.one, LARGE));
            if (has(pair.one, LARGE)) {
                return number;
            }
        }
    }

    private static boolean has(UdpPair.Side side, long requestContext) {
        return side.completions.stream()
                .anyMatch(each -> each.requestContext() == requestContext && each.status() == NdStatus.SUCCESS);
    }

    /** Polls without a pause, to be quick. */
    private Completion next() {
        while (pair.one.completions.isEmpty()) {
            pair.one.poll();
            pair.two.poll();
        }
        return pair.one.nextSuccess();
    }

    private static Endpoint newEndpoint(UdpPair.Side side) {
        return side.adapter.createEndpoint(
                side.queue, side.queue, EndpointConfig.defaults().withQueueDepth(64));
    }
}
