// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.endpoint;

import io.oriel.engine.counter.CounterSet;
import io.oriel.engine.counter.LinkCounter;
import io.oriel.engine.protocol.FailureDecoder;
import io.oriel.engine.protocol.FailureStatus;
import io.oriel.engine.protocol.FrameType;
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
        Peering endpoint = receiverOf(word);
        if (type == FrameType.FAILURE) { // before the acknowledgement that comes with it
            onFailure(word, endpoint, buffer, offset, length);
        }
        peers.take(FrameWord.acknowledgement(word, peers.count()));
        if (endpoint == null) {
            drop(type, word, sequence);
        } else if (type != FrameType.FAILURE) {
            endpoint.responder().onFrame(word, sequence, buffer, offset, length);
        }
    }

    /** The peer could not execute a frame. */
    private void onFailure(long word, @Nullable Peering endpoint, DirectBuffer buffer, int offset, int length) {
        peers.failureCame();
        counters.increment(LinkCounter.FAILURES_RECEIVED);
        if (length < FailureDecoder.BLOCK_LENGTH) {
            return;
        }
        failure.wrap(buffer, offset, FailureDecoder.BLOCK_LENGTH, FailureDecoder.SCHEMA_VERSION);
        long sequence = failure.sequence();
        // An earlier frame of another endpoint may have failed as well, of which the peer has still to tell.
        peers.take(Math.min(FrameWord.acknowledgement(word, peers.count()), sequence - 1));
        if ((FrameWord.flags(word) & FrameWord.FLAG_NOBODY) != 0) {
            link.endpoints().forEach(each -> each.peerMissing(FrameWord.receiver(word)));
        } else if (endpoint != null) {
            endpoint.onFailure(sequence, FailureStatus.of(failure.status()));
        }
    }

    /** Nobody takes a frame: it does not count as done. */
    private void drop(int type, long word, long sequence) {
        counters.increment(LinkCounter.FRAMES_DROPPED);
        if (FrameType.isRequest(type)) {
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
