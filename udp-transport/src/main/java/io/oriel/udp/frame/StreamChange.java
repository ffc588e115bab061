// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp.frame;

import io.aeron.Image;
import io.oriel.engine.protocol.FrameWord;
import io.oriel.engine.protocol.NextStreamDecoder;
import io.oriel.engine.protocol.NextStreamEncoder;
import java.util.concurrent.ThreadLocalRandom;
import org.agrona.DirectBuffer;
import org.jspecify.annotations.Nullable;

/**
 * How a link goes on in another stream, in each direction by itself. A stream counts positions, and has a last one. By the
 * domain's owner.
 *
 * <p>Each step is a frame of the link, which comes in order and once: who sends asks for another stream to be awaited
 * (WANTED), who receives says by which session it is (AWAITED), who sends makes it and ends the former one (LAST), and who
 * receives says that it has taken all of that (TAKEN).
 */
final class StreamChange {
    private static final long WORD = FrameWord.of(NextStreamDecoder.TEMPLATE_ID, 0, 0, 0);
    private static final int LENGTH = NextStreamEncoder.BLOCK_LENGTH;
    private static final int WANTED = 1;
    private static final int AWAITED = 2;
    private static final int LAST = 3;
    private static final int TAKEN = 4;

    private final OwnStream stream;
    private final StreamMaker maker;
    private final NextStreamEncoder encoder = new NextStreamEncoder();
    private final NextStreamDecoder decoder = new NextStreamDecoder();
    private Own own = Own.NONE;
    private Peers peers = Peers.NONE;
    private int ownTermId;
    private int peersTermId;
    private @Nullable Image nextImage;

    /** How far this side's stream is. */
    private enum Own {
        NONE,
        WANTED,
        ASKED,
        MADE,
        LEFT
    }

    /** How far the peer's stream is. */
    private enum Peers {
        NONE,
        WANTED,
        AWAITED,
        ENDED,
        TAKEN
    }

    /**
     * Creates one for a new link.
     *
     * @param stream of this side
     * @param maker  of streams
     */
    StreamChange(OwnStream stream, StreamMaker maker) {
        this.stream = stream;
        this.maker = maker;
    }

    /** This side's stream comes near its last position. Idempotent. */
    void want() {
        if (own == Own.NONE) {
            own = Own.WANTED;
            ownTermId = ThreadLocalRandom.current().nextInt();
        }
    }

    /** Tells whether something is to be done in the next poll that no frame brings. */
    boolean isDue() {
        return own == Own.WANTED
                || own == Own.MADE
                || peers == Peers.WANTED
                || peers == Peers.ENDED
                || peers == Peers.TAKEN;
    }

    /** Does what can be done now. */
    void progress() {
        progressOwn();
        progressPeers();
    }

    private void progressOwn() {
        if (own == Own.WANTED && tell(WANTED, 0, ownTermId)) {
            own = Own.ASKED;
        } else if (own == Own.MADE && maker.isNextConnected() && tell(LAST, 0, ownTermId)) {
            stream.goOnIn(maker.takeNextPublication());
            own = Own.LEFT;
        }
    }

    private void progressPeers() {
        if (peers == Peers.WANTED && maker.isNextAwaited() && tell(AWAITED, maker.nextSession(), peersTermId)) {
            peers = Peers.AWAITED;
        }
        if (peers == Peers.ENDED) {
            nextImage = maker.takeNextImage();
            if (nextImage != null) {
                peers = Peers.TAKEN;
            }
        }
        if (peers == Peers.TAKEN && tell(TAKEN, 0, peersTermId)) {
            peers = Peers.NONE;
        }
    }

    private boolean tell(int step, int sessionId, int initialTermId) {
        if (!stream.claimInLog(LENGTH)) {
            return false;
        }
        encoder.wrap(stream.claimedBuffer(), stream.claimedOffset())
                .step(step)
                .sessionId(sessionId)
                .initialTermId(initialTermId)
                .reserved(0);
        stream.publish(WORD);
        return true;
    }

    /** Takes a step of the peer's; false if it is nonsense. */
    boolean take(DirectBuffer buffer, int offset, int length) {
        if (length < NextStreamDecoder.BLOCK_LENGTH) {
            return false;
        }
        decoder.wrap(buffer, offset, NextStreamDecoder.BLOCK_LENGTH, NextStreamDecoder.SCHEMA_VERSION);
        int termId = decoder.initialTermId();
        switch (decoder.step()) {
            case WANTED -> {
                return takeWanted(termId);
            }
            case AWAITED -> {
                return takeAwaited(decoder.sessionId(), termId);
            }
            case LAST -> {
                boolean isInTurn = peers == Peers.AWAITED && termId == peersTermId;
                peers = Peers.ENDED;
                return isInTurn;
            }
            case TAKEN -> {
                boolean isInTurn = own == Own.LEFT && termId == ownTermId;
                own = Own.NONE;
                maker.giveBackFormerPublication();
                return isInTurn;
            }
            default -> {
                return false;
            }
        }
    }

    private boolean takeWanted(int termId) {
        if (peers != Peers.NONE) {
            return false;
        }
        peers = Peers.WANTED;
        peersTermId = termId;
        maker.awaitNext(termId);
        return true;
    }

    private boolean takeAwaited(int sessionId, int termId) {
        if (own != Own.ASKED || termId != ownTermId) {
            return false;
        }
        own = Own.MADE;
        maker.publishNext(sessionId, termId);
        return true;
    }

    /** Takes the peer's next stream, if it is there and was not taken. */
    @Nullable
    Image takeNextImage() {
        Image taken = nextImage;
        nextImage = null;
        return taken;
    }
}
