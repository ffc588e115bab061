// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp.hosts;

import io.oriel.api.Adapter;
import io.oriel.api.Completion;
import io.oriel.api.NdStatus;
import io.oriel.api.OpFlags;
import io.oriel.api.RemoteWindow;
import io.oriel.api.RequestType;
import io.oriel.api.ScatterGatherList;
import java.util.concurrent.TimeUnit;

/**
 * One side's half of a connection's traffic: it sends numbered messages and Writes numbered patterns, as many as its queue
 * takes, and checks that the peer's come once, in order and whole.
 *
 * <p>A Write goes to a slot of the peer's window, and a message behind it says that it is there. The peer compares every byte
 * of the slot, clears it, and says from time to time how many it has found good: no slot is written before it was compared.
 */
final class Traffic {
    static final int DEPTH = 128;
    static final int SLOT_LENGTH = Message.MAX_LENGTH;
    static final int WINDOW_SLOTS = 64;
    private static final int CHECKED_PERIOD = 16;
    private static final long NAP_NS = TimeUnit.MILLISECONDS.toNanos(1);
    private static final long WRITE_SALT = 1L << 60;

    private final Adapter adapter;
    private final Station station;
    private final RemoteWindow peerWindow;
    private final Goal goal;
    private final Message message = new Message();
    private final ScatterGatherList list = new ScatterGatherList(1);
    private final Completion[] carriers = new Completion[DEPTH];
    private final Ends initiator = new Ends();
    private final Ends receives = new Ends();
    private long contents;
    private long writes;
    private long sequence;
    private long peerSequence;
    private long peerContents;
    private long peerWrites;
    private long toldChecked;
    private long peerChecked;

    /**
     * How much goes in each direction.
     *
     * @param messages beside those that belong to Writes
     * @param writes   of one slot each
     */
    record Goal(long messages, long writes) {
        static final Goal NONE = new Goal(Long.MAX_VALUE, Long.MAX_VALUE);

        /** Tells whether it is a Write's turn: they are spread evenly, or follow every tenth message. */
        boolean wantsWrite(long messagesSent, long written) {
            if (written == writes) {
                return false;
            }
            return equals(NONE)
                    ? written * 10 <= messagesSent
                    : (double) written * messages <= (double) messagesSent * writes;
        }
    }

    Traffic(Station station, RemoteWindow peerWindow, Goal goal) {
        this.station = station;
        adapter = station.adapter();
        this.peerWindow = peerWindow;
        this.goal = goal;
        for (int i = 0; i < carriers.length; i++) {
            carriers[i] = new Completion();
        }
        while (receives.outstanding() < DEPTH) {
            postReceive();
        }
    }

    private static int slot(long number) {
        return (int) (number % DEPTH) * SLOT_LENGTH;
    }

    private void postReceive() {
        ScatterGatherList room = list.clear().add(station.incoming(), slot(receives.next()), SLOT_LENGTH);
        if (station.endpoint().receive(receives.next(), room) == NdStatus.SUCCESS) {
            receives.wasPosted();
        }
    }

    /** Goes on until both directions are done, and all that was posted has succeeded. */
    void runToGoal(long patienceNs) {
        long startNs = System.nanoTime();
        while (!isGoalReached()) {
            step();
            if (initiator.hasFailed() || receives.hasFailed()) {
                throw new IllegalStateException("the connection has ended: " + this);
            }
            if (System.nanoTime() - startNs > patienceNs) {
                throw new IllegalStateException("too slow: " + this);
            }
        }
    }

    private boolean isGoalReached() {
        return contents == goal.messages()
                && writes == goal.writes()
                && peerContents == goal.messages()
                && peerWrites == goal.writes()
                && toldChecked == peerWrites - peerWrites % CHECKED_PERIOD
                && peerChecked == writes - writes % CHECKED_PERIOD
                && initiator.outstanding() == 0;
    }

    /** Goes on until the connection has ended, and with it each request. */
    void runToEnd(long patienceNs, Runnable onFlowing) {
        long startNs = System.nanoTime();
        boolean isFlowing = false;
        while (station.endpoint().isConnected() || initiator.outstanding() > 0 || receives.outstanding() > 0) {
            step();
            if (!isFlowing && peerWrites > 2 * WINDOW_SLOTS) {
                isFlowing = true;
                onFlowing.run();
            }
            if (System.nanoTime() - startNs > patienceNs) {
                throw new IllegalStateException("it has not ended: " + this);
            }
        }
    }

    /** Posts what may be posted, and takes what has completed; naps if there was neither. */
    private void step() {
        boolean hasPosted = false;
        while (initiator.outstanding() <= DEPTH - 2 && postNext()) {
            hasPosted = true;
        }
        int count = station.queue().poll(carriers, carriers.length);
        for (int i = 0; i < count; i++) {
            take(carriers[i]);
        }
        if (!hasPosted && count == 0) {
            NdStatus unused = adapter.await(NAP_NS);
        }
    }

    private boolean postNext() {
        if (peerWrites - toldChecked >= CHECKED_PERIOD) {
            if (!send(Message.Kind.CHECKED, toldChecked + CHECKED_PERIOD)) {
                return false;
            }
            toldChecked += CHECKED_PERIOD;
            return true;
        }
        if (goal.wantsWrite(contents, writes) && writes - peerChecked < WINDOW_SLOTS) {
            if (!write(writes) || !send(Message.Kind.WRITTEN, writes)) {
                return false;
            }
            writes++;
            return true;
        }
        if (contents < goal.messages() && send(Message.Kind.CONTENT, contents)) {
            contents++;
            return true;
        }
        return false;
    }

    private boolean send(Message.Kind kind, long number) {
        int offset = slot(initiator.next());
        int length = message.write(station.outgoing().buffer(), offset, kind, sequence, number);
        NdStatus status = station.endpoint()
                .send(initiator.next(), list.clear().add(station.outgoing(), offset, length), OpFlags.NONE);
        if (status != NdStatus.SUCCESS) {
            return false;
        }
        initiator.wasPosted();
        sequence++;
        return true;
    }

    private boolean write(long number) {
        int offset = slot(initiator.next());
        int length = Pattern.length(WRITE_SALT + number, SLOT_LENGTH);
        Pattern.fill(station.outgoing().buffer(), offset, length, WRITE_SALT + number);
        long target = number % WINDOW_SLOTS * SLOT_LENGTH;
        ScatterGatherList bytes = list.clear().add(station.outgoing(), offset, length);
        if (station.endpoint().write(initiator.next(), bytes, peerWindow, target, OpFlags.NONE) != NdStatus.SUCCESS) {
            return false;
        }
        initiator.wasPosted();
        return true;
    }

    private void take(Completion completion) {
        if (completion.requestType() != RequestType.RECEIVE) {
            boolean unused = initiator.take(completion);
        } else if (receives.take(completion)) {
            takeMessage(slot(completion.requestContext()), completion.bytesTransferred());
            postReceive();
        }
    }

    private void takeMessage(int offset, long length) {
        switch (message.read(station.incoming().buffer(), offset, length, peerSequence++)) {
            case CONTENT -> require(message.number() == peerContents++, "content");
            case WRITTEN -> {
                require(message.number() == peerWrites, "Write");
                checkWritten(peerWrites++);
            }
            case CHECKED -> peerChecked = message.number();
        }
    }

    private void require(boolean isNext, String what) {
        if (!isNext) {
            throw new IllegalStateException("not the next " + what + ": " + message.number() + ": " + this);
        }
    }

    private void checkWritten(long number) {
        int offset = (int) (number % WINDOW_SLOTS) * SLOT_LENGTH;
        int length = Pattern.length(WRITE_SALT + number, SLOT_LENGTH);
        int wrong = Pattern.firstWrong(station.window().buffer(), offset, length, WRITE_SALT + number);
        if (wrong < 0) {
            wrong = station.firstNotZero(offset + length, SLOT_LENGTH - length);
        }
        if (wrong >= 0) {
            throw new IllegalStateException("corrupt: byte " + wrong + " of Write " + number + " or behind it");
        }
        station.window().buffer().setMemory(offset, length, (byte) 0);
    }

    Ends initiator() {
        return initiator;
    }

    Ends receives() {
        return receives;
    }

    @Override
    public String toString() {
        return "sent %d messages and %d Writes, of which %d were found good; received %d and %d; outstanding %d; ends %s, %s"
                .formatted(
                        contents,
                        writes,
                        peerChecked,
                        peerContents,
                        peerWrites,
                        initiator.outstanding(),
                        initiator,
                        receives);
    }
}
