// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp;

import static io.oriel.udp.UdpTraffic.posted;
import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.api.AccessFlags;
import io.oriel.api.Completion;
import io.oriel.api.Connector;
import io.oriel.api.Endpoint;
import io.oriel.api.MemoryRegion;
import io.oriel.api.RemoteWindow;
import io.oriel.api.ScatterGatherList;
import io.oriel.api.config.EndpointConfig;
import io.oriel.engine.testing.SeededRandom;
import java.util.Random;
import org.agrona.MutableDirectBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

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

    @Test
    @Timeout(TIMEOUT_SECONDS)
    void leaveRoomForTheSmallOnesOfAnotherEndpoint() {
        long length = 4 * AT_ONCE * MIB;
        MemoryRegion own = pair.one.adapter.allocateMemory(length, ALL);
        RemoteWindow window = pair.grant(pair.two.adapter.allocateMemory(length, ALL));
        Endpoint small = newEndpoint(pair.one);
        Endpoint smallPeer = newEndpoint(pair.two);
        Connector dialling = pair.one.adapter.createConnector();
        Connector accepting = pair.two.adapter.createConnector();
        pair.connect(dialling, small, accepting, smallPeer);

        posted(pair.one.endpoint.write(LARGE, ScatterGatherList.of(own, 0, length), window, 0, 0));
        int sent = 0;
        Completion completion;
        do {
            posted(smallPeer.receive(sent, ScatterGatherList.of(pair.two.memory, 0, 64)));
            posted(small.send(sent, ScatterGatherList.of(pair.one.memory, 0, 64), 0));
            completion = pair.one.nextSuccess();
            sent++;
        } while (completion.requestContext() != LARGE);

        System.out.println(
                sent - 1 + " small Sends, one after the other, within one Write of " + length / MIB + " MiB");
        assertThat(sent - 1).isGreaterThanOrEqualTo(LEAST_SMALL);
        pair.one.nextSuccess();
        assertThat(pair.one.endpoint.isConnected()).isTrue();
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
