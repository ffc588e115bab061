// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.heap;

import io.oriel.engine.counter.CounterSet;
import io.oriel.engine.counter.LinkCounter;
import io.oriel.engine.transport.FrameHandler;
import io.oriel.engine.transport.Link;
import io.oriel.engine.transport.LinkHandler;
import io.oriel.engine.transport.LinkMemory;
import io.oriel.testing.heap.failure.FailingBuffer;
import io.oriel.testing.heap.failure.Failure;
import io.oriel.testing.heap.failure.NoMemoryError;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.jspecify.annotations.Nullable;

/** One end of a link in the heap. It holds its users to the rules of {@link Link} and notes what breaks them. */
final class HeapLink implements Link {
    private static final int NO_CLAIM = -1;

    private final HeapPort port;
    private final HeapMedium medium;
    private final HeapDirection outgoing;
    private final boolean dialler;
    private final CounterSet counters = CounterSet.inHeap(LinkCounter.values().length);
    private final GuardedBuffer claim;
    private final GuardedBuffer arrival;
    private final GuardedBuffer message;
    private @Nullable HeapLink other;
    private @Nullable HeapMemory memory;
    private @Nullable LinkHandler handler;
    private int claimedLength = NO_CLAIM;
    private boolean opening;
    private boolean polling;
    private boolean letGo;
    private boolean closed;
    private boolean peerGone;
    private final Deque<Runnable> held = new ArrayDeque<>();
    private long lastControlNs;

    private HeapLink(HeapPort port, boolean dialler) {
        this.port = port;
        this.dialler = dialler;
        medium = port.process().medium();
        outgoing = new HeapDirection(medium, port.credits(), port.words(), this::isCut);
        claim = new GuardedBuffer(medium, medium.conditions().maxPayloadLength());
        arrival = new GuardedBuffer(medium, medium.conditions().maxPayloadLength());
        message = new GuardedBuffer(medium, MAX_CONTROL_LENGTH);
    }

    /** Makes both ends; returns the dialler's. */
    static HeapLink newPair(HeapPort dialler, HeapPort listener) {
        HeapLink one = new HeapLink(dialler, true);
        HeapLink two = new HeapLink(listener, false);
        one.other = two;
        two.other = one;
        if (one.medium.conditions().sharesMemory()) {
            ByteBuffer ofOne = HeapMemory.newPiece();
            ByteBuffer ofTwo = HeapMemory.newPiece();
            one.memory = new HeapMemory(dialler.process(), ofOne, ofTwo, listener.regions(), two::isGone);
            two.memory = new HeapMemory(listener.process(), ofTwo, ofOne, dialler.regions(), one::isGone);
        }
        dialler.links().add(one);
        listener.links().add(two);
        return one;
    }

    @Override
    public int maxPayloadLength() {
        return medium.conditions().maxPayloadLength();
    }

    @Override
    public boolean tryClaim(int length) {
        requireUsable("tryClaim");
        medium.requireRule(length >= 0 && length <= maxPayloadLength(), "a claim has 0 to maxPayloadLength bytes");
        if (!port.usable() || medium.dice().refusesClaim() || !outgoing.hasRoom(length)) {
            return false;
        }
        claimedLength = length;
        claim.place(length);
        return true;
    }

    @Override
    public MutableDirectBuffer claimedBuffer() {
        medium.requireRule(claimedLength != NO_CLAIM, "claimedBuffer without a claim");
        return claim.buffer();
    }

    @Override
    public int claimedOffset() {
        medium.requireRule(claimedLength != NO_CLAIM, "claimedOffset without a claim");
        return claim.offset();
    }

    @Override
    public void commit(long word) {
        medium.requireRule(claimedLength != NO_CLAIM, "commit without a claim");
        medium.requireRule(claim.isIntact(), "a claim's user stays inside it");
        if (port.usable() && claimedLength != NO_CLAIM) {
            outgoing.frame(word, claim.bytes());
            claimedLength = NO_CLAIM;
            port.process().passed(CrashPoint.COMMIT);
            port.process().touched();
        }
        claimedLength = NO_CLAIM;
    }

    @Override
    public int poll(FrameHandler frameHandler, int limit) {
        requireUsable("poll");
        medium.requireRule(!polling, "poll inside a poll");
        if (!port.usable()) {
            return 0;
        }
        polling = true;
        int count = 0;
        try {
            while (count < limit && (count == 0 || !medium.dice().toss()) && pollOne(frameHandler)) {
                count++;
            }
        } finally {
            polling = false;
        }
        return count;
    }

    @Override
    public void publishAcknowledgement(long word) {
        requireUsable("publishAcknowledgement");
        if (port.usable()) {
            outgoing.acknowledgement(word);
            port.process().passed(CrashPoint.WORD);
            port.process().touched();
        }
    }

    @Override
    public long acknowledgement() {
        requireUsable("acknowledgement");
        return other().outgoing.visibleAcknowledgement();
    }

    @Override
    public long credit(int peerEndpointId) {
        requireUsable("credit");
        return other().outgoing.visibleCredit(peerEndpointId);
    }

    @Override
    public @Nullable LinkMemory memory() {
        return memory;
    }

    @Override
    public void letGo() {
        requireUsable("letGo");
        letGo = true;
    }

    @Override
    public CounterSet counters() {
        return counters;
    }

    @Override
    public void sendControl(DirectBuffer buffer, int offset, int length) {
        port.requireAgent("sendControl");
        medium.requireRule(!closed, "sendControl on a closed link");
        medium.requireRule(length >= 0 && length <= MAX_CONTROL_LENGTH, "a control message has 0 to 4096 bytes");
        if (port.usable() && !closed) {
            byte[] bytes = new byte[length];
            buffer.getBytes(offset, bytes);
            toOther(() -> other().receiveControl(bytes));
            port.process().passed(CrashPoint.CONTROL);
            port.process().controlSent();
        }
    }

    @Override
    public boolean isDialler() {
        return dialler;
    }

    @Override
    public String explain() {
        return "heap, because this is a test";
    }

    @Override
    public void close() {
        port.requireAgent("closing a link");
        closeNow();
    }

    void closeNow() {
        if (!closed) {
            closed = true;
            outgoing.close(port.words());
            port.links().remove(this);
            if (port.process().isAlive()) {
                toOther(() -> other().peerGone(false));
            }
        }
    }

    HeapLink other() {
        if (other == null) {
            throw new IllegalStateException("a link has two ends");
        }
        return other;
    }

    boolean isClosed() {
        return closed;
    }

    private boolean isGone() {
        return closed || !port.process().isAlive();
    }

    boolean peerAlive() {
        return other().port.process().isAlive();
    }

    boolean isOpenTo(HeapPort listener) {
        return other().port == listener
                && !closed
                && !other().closed
                && !peerGone
                && other().port.usable();
    }

    /** Tells the adapter of its new link, once. */
    void openNow() {
        if (handler == null && !closed && port.usable()) {
            handler = port.owner().linkOpened(this);
        }
    }

    /** Tells the adapter of its new link as the first thing that comes over it. */
    void openLater() {
        if (!opening) {
            opening = true;
            other().toOther(this::openNow);
        }
    }

    void publishCredit(int endpointId, long posted) {
        outgoing.credit(endpointId, posted);
    }

    /** The process of this end died. */
    void die() {
        toOther(() -> other().peerGone(true));
    }

    /** What happens at the other end of the control path, in order. */
    private void toOther(Runnable action) {
        lastControlNs =
                Math.max(lastControlNs, medium.time().nanoTime() + medium.dice().controlDelayNs());
        medium.time().at(lastControlNs, () -> reach(action));
    }

    /** Something has come to the other end, or to where the network is cut. */
    private void reach(Runnable action) {
        if (isCut() || !held.isEmpty()) {
            held.add(action);
        } else {
            other().port.process().loop().runOnAgent(action);
        }
    }

    /** The network between both ends is not cut any more. */
    void healed() {
        while (!isCut() && !held.isEmpty()) {
            other().port.process().loop().runOnAgent(held.remove());
        }
    }

    /** Nothing was heard of the other end for too long: what it has sent since is lost, as is what this end sends. */
    void lose() {
        outgoing.drop();
        other().outgoing.drop();
        held.clear();
        toOther(() -> other().peerGone(true));
        port.process().loop().runOnAgent(() -> peerGone(true));
    }

    boolean isCut() {
        return medium.network().isCut(port.process(), other().port.process());
    }

    boolean leadsTo(HeapProcess process) {
        return other().port.process() == process;
    }

    long deadPeerNs() {
        return port.deadPeerNs();
    }

    private void receiveControl(byte[] bytes) {
        if (handler != null && !closed && !peerGone && port.usable()) {
            message.fill(bytes);
            handler.onControl(message.buffer(), message.offset(), bytes.length);
            message.wipe();
        }
    }

    private void peerGone(boolean died) {
        other().outgoing.settle();
        if (handler == null) { // nobody has heard of the link, or will
            closeNow();
        }
        if (handler != null && !closed && !peerGone && port.usable()) {
            peerGone = true;
            if (died) {
                handler.onPeerDied();
            } else {
                handler.onPeerClosed();
            }
        }
        peerGone = true;
    }

    private boolean pollOne(FrameHandler frameHandler) {
        HeapDirection.Frame frame = other().outgoing.take();
        if (frame == null) {
            return false;
        }
        arrival.fill(frame.bytes());
        port.process().touched();
        hand(frame, frameHandler);
        port.process().touched();
        medium.requireRule(arrival.isIntact(), "a frame's handler does not write around it");
        arrival.wipe();
        return true;
    }

    /** As real media do, goes on after what a handler throws: the frame is gone. */
    private void hand(HeapDirection.Frame frame, FrameHandler frameHandler) {
        boolean fails = port.process().failures().strikes(Failure.FRAME);
        DirectBuffer buffer = fails ? new FailingBuffer(arrival.buffer()) : arrival.buffer();
        try {
            frameHandler.onFrame(frame.word(), buffer, arrival.offset(), frame.bytes().length);
        } catch (NoMemoryError e) {
            medium.report(e);
        }
    }

    private void requireUsable(String call) {
        medium.requireRule(!closed || !port.process().isAlive(), call + " on a closed link");
        medium.requireRule(!letGo || !port.process().isAlive(), call + " on a link that was let go");
        medium.requireRule(claimedLength == NO_CLAIM, call + " while a claim is open");
    }
}
