// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.link;

import io.oriel.engine.counter.CounterSet;
import io.oriel.engine.counter.LinkCounter;
import io.oriel.engine.protocol.FailureDecoder;
import io.oriel.engine.protocol.FrameWord;
import io.oriel.engine.protocol.PeerEnd;
import io.oriel.engine.transport.FrameHandler;
import org.agrona.DirectBuffer;
import org.jspecify.annotations.Nullable;

/** Takes the peer's frames of one link, counts them, and hands each to its endpoint. By the domain's owner. */
final class InboundFrames implements FrameHandler {
    private final Lanes all;
    private final LinkLanes lanes;
    private final LinkLife life;
    private final OwnAcknowledgements own;
    private final PeerAcknowledgements peers;
    private final DroppedFrames dropped;
    private final CounterSet counters;
    private final FailureDecoder failure = new FailureDecoder();

    InboundFrames(
            Lanes all,
            LinkLanes lanes,
            LinkLife life,
            OwnAcknowledgements own,
            PeerAcknowledgements peers,
            DroppedFrames dropped,
            CounterSet counters) {
        this.all = all;
        this.lanes = lanes;
        this.life = life;
        this.own = own;
        this.peers = peers;
        this.dropped = dropped;
        this.counters = counters;
    }

    @Override
    public void onFrame(long word, DirectBuffer buffer, int offset, int length) {
        if (life.isBroken()) {
            return; // what follows in a poll
        }
        long sequence = own.executed() + 1;
        try {
            if (FrameWord.type(word) == FrameWord.TYPE_FAILURE) {
                onFailure(word, sequence, buffer, offset, length);
            } else {
                Addressee addressee = addresseeOf(word);
                LaneUser receiver = addressee == null ? null : addressee.user();
                peers.take(FrameWord.acknowledgement(word, peers.count()));
                if (receiver == null) {
                    passOver(addressee, word, sequence);
                } else {
                    receiver.onFrame(word, sequence, buffer, offset, length);
                }
            }
            own.countExecuted();
        } catch (Throwable e) { // the frame is consumed, and nobody knows how far it was executed
            life.breakLink();
            throw e;
        }
    }

    /** The peer could not execute a frame: that is settled before the acknowledgement that comes with its Failure. */
    private void onFailure(long word, long sequence, DirectBuffer buffer, int offset, int length) {
        counters.increment(LinkCounter.FAILURES_RECEIVED);
        if (length < FailureDecoder.BLOCK_LENGTH) {
            life.breakLink(); // whatever it denies must not count as done
            return;
        }
        failure.wrap(buffer, offset, FailureDecoder.BLOCK_LENGTH, FailureDecoder.SCHEMA_VERSION);
        long failed = failure.sequence();
        // An earlier frame of another endpoint may have failed as well, of which the peer has still to tell.
        peers.take(Math.min(FrameWord.acknowledgement(word, peers.count()), failed - 1));
        Addressee addressee = addresseeOf(word);
        LaneUser receiver = addressee == null ? null : addressee.user();
        if ((FrameWord.flags(word) & FrameWord.FLAG_NOBODY) != 0) {
            lanes.peerMissing(FrameWord.receiver(word), failed);
        } else if (receiver != null) {
            receiver.onFailure(failed, PeerEnd.failureStatus(failure.status()));
        } else {
            passOver(addressee, word, sequence);
        }
        peers.take(FrameWord.acknowledgement(word, peers.count()));
        peers.failureCame(); // only now: if something is thrown, a word that counts this Failure acknowledges nothing
    }

    /** No open endpoint takes a frame. */
    private void passOver(@Nullable Addressee closed, long word, long sequence) {
        boolean isRequest = FrameWord.isRequest(FrameWord.type(word));
        if (closed == null) {
            drop(isRequest, word, sequence);
        } else if (isRequest && closed.refuses()) {
            dropped.addForClosed(sequence, closed.peerWord());
        }
    }

    /** Nobody takes a frame: it does not count as done. */
    private void drop(boolean isRequest, long word, long sequence) {
        counters.increment(LinkCounter.FRAMES_DROPPED);
        if (isRequest) {
            dropped.addForNobody(sequence, word);
            if (sequence - own.acknowledged(sequence) > FrameWord.MAX_UNACKNOWLEDGED) {
                life.breakLink(); // it may not send so many
            }
        }
    }

    /** Returns to whom a frame comes, if it comes by this link. */
    private @Nullable Addressee addresseeOf(long word) {
        Addressee addressee = all.find(FrameWord.endpointId(word), FrameWord.generation(word));
        return addressee != null && addressee.isOn(life) ? addressee : null;
    }
}
