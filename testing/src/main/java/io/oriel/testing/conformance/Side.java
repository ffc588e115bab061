// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.api.Adapter;
import io.oriel.api.Completion;
import io.oriel.api.CompletionQueue;
import io.oriel.api.Connector;
import io.oriel.api.Endpoint;
import io.oriel.api.MemoryRegion;
import io.oriel.api.MemoryWindow;
import io.oriel.api.NdStatus;
import io.oriel.api.OpFlags;
import io.oriel.api.ScatterGatherList;
import io.oriel.api.SharedReceiveQueue;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.agrona.MutableDirectBuffer;
import org.jspecify.annotations.Nullable;

/** One side of a connection in a test: an endpoint with its queues, its memory and its connector. */
public final class Side {
    private final ConformanceFixture fixture;
    private final Adapter adapter;
    private final CompletionQueue receiveQueue;
    private final CompletionQueue initiatorQueue;
    private final Endpoint endpoint;
    private final MemoryRegion region;
    private final Connector connector;

    private Side(ConformanceFixture fixture, Adapter adapter, SideConfig config, @Nullable SharedReceiveQueue shared) {
        this.fixture = fixture;
        this.adapter = adapter;
        receiveQueue = adapter.createCompletionQueue(config.endpoint().receiveQueueDepth());
        initiatorQueue = config.oneQueue()
                ? receiveQueue
                : adapter.createCompletionQueue(config.endpoint().initiatorQueueDepth());
        endpoint = shared == null
                ? adapter.createEndpoint(receiveQueue, initiatorQueue, config.endpoint())
                : adapter.createEndpoint(receiveQueue, initiatorQueue, shared, config.endpoint());
        region = adapter.allocateMemory(config.regionLength(), config.access());
        connector = adapter.createConnector();
    }

    static Side open(ConformanceFixture fixture, Adapter adapter, SideConfig config) {
        return new Side(fixture, adapter, config, null);
    }

    /** Makes a side whose endpoint shares its Receives. */
    static Side open(ConformanceFixture fixture, Adapter adapter, SideConfig config, SharedReceiveQueue shared) {
        return new Side(fixture, adapter, config, shared);
    }

    Adapter adapter() {
        return adapter;
    }

    CompletionQueue receiveQueue() {
        return receiveQueue;
    }

    CompletionQueue initiatorQueue() {
        return initiatorQueue;
    }

    Endpoint endpoint() {
        return endpoint;
    }

    MemoryRegion region() {
        return region;
    }

    MutableDirectBuffer memory() {
        return region.buffer();
    }

    Connector connector() {
        return connector;
    }

    MemoryWindow newWindow() {
        return adapter.createMemoryWindow(0);
    }

    /** Names a range of this side's region. */
    ScatterGatherList range(long offset, long length) {
        return ScatterGatherList.of(region, offset, length);
    }

    /** Posts a Receive that must be accepted. */
    void receive(long context, long offset, long length) {
        assertThat(endpoint.receive(context, range(offset, length))).isEqualTo(NdStatus.SUCCESS);
    }

    /** Posts a Receive of no bytes that must be accepted. */
    void receive(long context) {
        assertThat(endpoint.receive(context, ScatterGatherList.empty())).isEqualTo(NdStatus.SUCCESS);
    }

    /** Posts a Send that must be accepted. */
    void send(long context, long offset, long length) {
        assertThat(endpoint.send(context, range(offset, length), OpFlags.NONE)).isEqualTo(NdStatus.SUCCESS);
    }

    /** Posts a Send of no bytes that must be accepted. */
    void send(long context) {
        assertThat(endpoint.send(context, ScatterGatherList.empty(), OpFlags.NONE))
                .isEqualTo(NdStatus.SUCCESS);
    }

    /** Waits for the next completion of a Receive, or of the peer's invalidation. */
    Outcome received() {
        return Outcome.of(next(receiveQueue));
    }

    /** Waits for the next completion of an initiator request. */
    Outcome initiated() {
        return Outcome.of(next(initiatorQueue));
    }

    /** Waits for several completions of Receives. */
    List<Outcome> received(int count) {
        return outcomes(receiveQueue, count);
    }

    /** Waits for several completions of initiator requests. */
    List<Outcome> initiated(int count) {
        return outcomes(initiatorQueue, count);
    }

    /** Waits for the next completion of a queue. */
    Completion next(CompletionQueue queue) {
        Completion[] one = {new Completion()};
        fixture.await("a completion", () -> queue.poll(one, 1) == 1);
        return one[0];
    }

    /** Asserts that nothing is left in the queues, after everything under way has arrived. */
    void assertNothingMore() {
        fixture.settle();
        assertThat(outcomesNow()).isEmpty();
    }

    /** Takes what is in the queues now. */
    List<Outcome> outcomesNow() {
        List<Outcome> outcomes = new ArrayList<>();
        takeInto(outcomes, receiveQueue);
        takeInto(outcomes, initiatorQueue);
        return outcomes;
    }

    /** Waits for the end of the connection, as this side sees it. */
    void assertDisconnected() {
        assertDisconnectedBy(NdStatus.CONNECTION_INVALID);
    }

    /** Waits for the end of the connection; posts then answer a status that says why. */
    void assertDisconnectedBy(NdStatus answer) {
        fixture.await("the end of the connection", () -> !endpoint.isConnected());
        fixture.idle();
        assertThat(endpoint.send(0, ScatterGatherList.empty(), OpFlags.NONE)).isEqualTo(answer);
    }

    /** Writes a text to this side's memory. */
    void put(int offset, String text) {
        memory().putBytes(offset, text.getBytes(StandardCharsets.US_ASCII));
    }

    /** Reads a text from this side's memory. */
    String text(int offset, int length) {
        byte[] bytes = new byte[length];
        memory().getBytes(offset, bytes);
        return new String(bytes, StandardCharsets.US_ASCII);
    }

    /** Fills a range with a pattern in which each long differs. */
    void fill(int offset, int length, long pattern) {
        for (int i = 0; i < length; i += Long.BYTES) {
            memory().putLong(offset + i, pattern + i * 0x9E3779B97F4A7C15L);
        }
    }

    /** Asserts that every byte of a range has a value. */
    void assertEveryByte(int offset, int length, byte expected) {
        for (int i = offset; i < offset + length; i++) {
            if (memory().getByte(i) != expected) {
                throw new AssertionError("byte " + i + " is " + memory().getByte(i) + ", not " + expected);
            }
        }
    }

    /** Asserts that a range holds a pattern. */
    void assertFilled(int offset, int length, long pattern) {
        for (int i = 0; i < length; i += Long.BYTES) {
            if (memory().getLong(offset + i) != pattern + i * 0x9E3779B97F4A7C15L) {
                throw new AssertionError("byte " + (offset + i) + " differs from the pattern");
            }
        }
    }

    /** Closes what it made. */
    void close() {
        connector.close();
        endpoint.close();
        initiatorQueue.close();
        receiveQueue.close();
        region.deregister();
    }

    private List<Outcome> outcomes(CompletionQueue queue, int count) {
        List<Outcome> outcomes = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            outcomes.add(Outcome.of(next(queue)));
        }
        return outcomes;
    }

    private static void takeInto(List<Outcome> outcomes, CompletionQueue queue) {
        Completion[] one = {new Completion()};
        while (queue.poll(one, 1) == 1) {
            outcomes.add(Outcome.of(one[0]));
        }
    }
}
