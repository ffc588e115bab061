// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.endpoint;

import io.oriel.engine.counter.CounterSet;
import io.oriel.engine.counter.LinkCounter;
import io.oriel.engine.protocol.FailureDecoder;
import io.oriel.engine.protocol.FailureStatus;
import io.oriel.engine.protocol.FrameWord;
import io.oriel.engine.transport.FrameHandler;
import org.agrona.DirectBuffer;
import org.jspecify.annotations.Nullable;

/** Takes the peer's frames of one link, counts them, and hands each to its endpoint. By the domain's owner. */
final class InboundFrames implements FrameHandler {
    private final LinkEnd link;
    private final EndpointTable endpoints;
    private final CounterSet counters;
    private final OwnAcknowledgements own;
    private final PeerAcknowledgements peers;
    private final FailureDecoder failure = new FailureDecoder();
    private long executed;

    InboundFrames(LinkEnd link, EndpointTable endpoints, OwnAcknowledgements own, PeerAcknowledgements peers) {
        this.link = link;
        this.endpoints = endpoints;
        this.own = own;
        this.peers = peers;
        counters = link.link().counters();
    }

    /** Returns how many were executed. */
    long executed() {
        return executed;
    }

    @Override
    public void onFrame(long word, DirectBuffer buffer, int offset, int length) {
        if (link.isBroken()) {
            return; // what follows in a poll
        }
        try {
            execute(word, executed + 1, buffer, offset, length);
            executed++;
        } catch (Throwable e) { // the frame is consumed, and nobody knows how far it was executed
            link.breakLink();
            throw e;
        }
    }

    private void execute(long word, long sequence, DirectBuffer buffer, int offset, int length) {
        int type = FrameWord.type(word);
        if (type == FrameWord.TYPE_FAILURE) {
            onFailure(word, sequence, buffer, offset, length);
            return;
        }
        Peering endpoint = receiverOf(word);
        peers.take(FrameWord.acknowledgement(word, peers.count()));
        if (endpoint == null) {
            passOver(type, word, sequence);
        } else {
            endpoint.responder().onFrame(word, sequence, buffer, offset, length);
        }
    }

    /** The peer could not execute a frame: that is settled before the acknowledgement that comes with its Failure. */
    private void onFailure(long word, long sequence, DirectBuffer buffer, int offset, int length) {
        counters.increment(LinkCounter.FAILURES_RECEIVED);
        if (length < FailureDecoder.BLOCK_LENGTH) {
            link.breakLink(); // whatever it denies must not count as done
            return;
        }
        failure.wrap(buffer, offset, FailureDecoder.BLOCK_LENGTH, FailureDecoder.SCHEMA_VERSION);
        long failed = failure.sequence();
        // An earlier frame of another endpoint may have failed as well, of which the peer has still to tell.
        peers.take(Math.min(FrameWord.acknowledgement(word, peers.count()), failed - 1));
        Peering endpoint = receiverOf(word);
        if ((FrameWord.flags(word) & FrameWord.FLAG_NOBODY) != 0) {
            link.endpoints().forEach(each -> each.peerMissing(FrameWord.receiver(word)));
        } else if (endpoint != null) {
            endpoint.onFailure(failed, FailureStatus.of(failure.status()));
        } else {
            passOver(FrameWord.TYPE_FAILURE, word, sequence);
        }
        peers.take(FrameWord.acknowledgement(word, peers.count()));
        peers.failureCame(); // only now: if something is thrown, a word that counts this Failure acknowledges nothing
    }

    /** No open endpoint takes a frame. */
    private void passOver(int type, long word, long sequence) {
        Addressee closed = endpoints.findClosed(FrameWord.endpointId(word), FrameWord.generation(word));
        if (closed == null || !closed.isOn(link.life())) {
            drop(type, word, sequence);
        } else if (FrameWord.isRequest(type) && closed.refuses()) {
            own.refused(sequence, closed.peerWord());
        }
    }

    /** Nobody takes a frame: it does not count as done. */
    private void drop(int type, long word, long sequence) {
        counters.increment(LinkCounter.FRAMES_DROPPED);
        if (FrameWord.isRequest(type)) {
            own.dropped(sequence, word);
            if (sequence - own.of(sequence) > FrameWord.MAX_UNACKNOWLEDGED) {
                link.breakLink(); // it may not send so many
            }
        }
    }

    private @Nullable Peering receiverOf(long word) {
        Peering endpoint = endpoints.find(FrameWord.endpointId(word), FrameWord.generation(word));
        return endpoint != null && endpoint.link() == link ? endpoint : null;
    }
}
