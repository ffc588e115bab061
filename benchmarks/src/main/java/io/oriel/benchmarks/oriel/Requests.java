// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.oriel;

import io.oriel.api.AccessFlags;
import io.oriel.api.Endpoint;
import io.oriel.api.NdStatus;
import io.oriel.api.RemoteWindow;
import io.oriel.api.ScatterGatherList;
import io.oriel.benchmarks.process.ControlChannel;
import io.oriel.benchmarks.scenario.Payload;
import io.oriel.benchmarks.scenario.PayloadInspector;
import io.oriel.benchmarks.scenario.ScenarioConfig;
import io.oriel.benchmarks.scenario.Shape.Operation;
import io.oriel.benchmarks.session.OrielSession;
import io.oriel.benchmarks.session.Slots;

/** The requests of a stream: which call posts them, the memory they name, and what must be in it. */
final class Requests {
    private static final int ROUND_SHIFT = 24;

    private final OrielSession session;
    private final Operation operation;
    private final PayloadInspector inspector;
    private final Slots slots;
    private final int depth;
    private final RemoteWindow[] windows;
    private int round;

    /** Allocates the memory, connects, and opens the peer's windows if the requests are one-sided. */
    Requests(OrielSession session, ScenarioConfig config, PayloadInspector inspector, ControlChannel channel) {
        this.session = session;
        this.inspector = inspector;
        operation = config.shape().operation();
        depth = config.load().outstanding();
        int size = config.shape().sizeBytes();
        int access = operation == Operation.READ ? AccessFlags.ALLOW_LOCAL_WRITE : AccessFlags.NONE;
        slots = new Slots(session.adapter(), config.load().totalOutstanding(), size, access);
        slots.fillAll(new Payload(size), 0);
        session.connect(channel);
        windows = operation == Operation.SEND ? new RemoteWindow[0] : session.openWindows(channel);
    }

    /** Says that the peer has filled its windows anew. */
    void nextRound() {
        round++;
    }

    /** Prepares the memory of a request. What a Read will fill is made different first. */
    void prepare(int slot, int index, long sequence) {
        long tag = operation == Operation.READ ? ~tagOfSlot(slot, round) : tagOf(session, index, sequence);
        inspector.write(slots.buffer(), slots.offset(slot), tag);
    }

    NdStatus post(int slot, int index, long sequence, int flags) {
        Endpoint endpoint = session.endpoint(index);
        ScatterGatherList list = slots.list(slot);
        return switch (operation) {
            case SEND -> endpoint.send(sequence, list, flags);
            case WRITE -> endpoint.write(sequence, list, windows[index], placeInWindow(slot, index), flags);
            case READ -> endpoint.read(sequence, list, windows[index], placeInWindow(slot, index), flags);
            default -> throw new IllegalStateException("no request of one side: " + operation);
        };
    }

    /** Checks the memory of a request that has completed. */
    void inspect(int slot) {
        if (operation == Operation.READ) {
            inspector.check(slots.buffer(), slots.offset(slot), tagOfSlot(slot, round));
        }
    }

    /** The slots of the peer mirror those here, and each endpoint's window begins with its first. */
    private long placeInWindow(int slot, int index) {
        return slots.offset(slot - index * depth);
    }

    /** The sequence in the payload of the n-th request of an endpoint, different for all endpoints; never 0. */
    static long tagOf(OrielSession session, int index, long sequence) {
        return (sequence + 1) * session.endpointCount() + index;
    }

    /** The sequence in a slot that its owner has filled. */
    static long tagOfSlot(int slot, int round) {
        return ((long) round << ROUND_SHIFT) + slot + 1;
    }

    /** The requests of a stream on one endpoint: which are in flight, and the slot of each. */
    static final class Lane {
        private final int firstSlot;
        private final int depth;
        private final int signalEvery;
        private final long[] intendedNs;
        private long posted;
        private long completed;
        private int postSlot;
        private int doneSlot;
        private int untilSignal;

        Lane(int index, int depth, int signalEvery) {
            this.depth = depth;
            this.signalEvery = signalEvery;
            firstSlot = index * depth;
            intendedNs = new long[depth];
            untilSignal = signalEvery;
        }

        boolean hasRoom() {
            return posted - completed < depth;
        }

        /** The sequence of the request to be posted next. */
        long sequence() {
            return posted;
        }

        /** The slot of the request to be posted next. */
        int slot() {
            return firstSlot + postSlot;
        }

        /** Tells whether the request to be posted next is to be signalled. */
        boolean isSignalled() {
            return untilSignal == 1;
        }

        /** Takes the request as posted. */
        void advance(boolean signalled, long intended) {
            intendedNs[postSlot] = intended;
            posted++;
            postSlot = postSlot + 1 == depth ? 0 : postSlot + 1;
            untilSignal = signalled ? signalEvery : untilSignal - 1;
        }

        /** Tells whether the oldest request in flight is done, given that a request up to a sequence has completed. */
        boolean isDone(long sequence) {
            return completed <= sequence;
        }

        /** The slot of the oldest request in flight. */
        int oldestSlot() {
            return firstSlot + doneSlot;
        }

        /** When the oldest request in flight was meant to begin. */
        long oldestIntendedNs() {
            return intendedNs[doneSlot];
        }

        /** Takes the oldest request in flight as done. */
        void release() {
            completed++;
            doneSlot = doneSlot + 1 == depth ? 0 : doneSlot + 1;
        }
    }
}
