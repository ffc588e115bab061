// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.transport;

import io.oriel.api.Connector;
import io.oriel.engine.counter.CounterSet;
import io.oriel.engine.counter.LinkCounter;
import java.net.InetSocketAddress;
import java.util.Optional;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.jspecify.annotations.Nullable;

/**
 * One end of an ordered duplex path between two adapters: frames, an acknowledgement word in each direction, the peer's
 * credit words, and control messages beside them.
 *
 * <p>Frames of one direction arrive in order, whole and once, or the link ends. {@link #close} may be called while the
 * peer still sends.
 */
public interface Link extends AutoCloseable {
    // Data plane: by the domain's owner. Nothing here allocates or blocks.

    /**
     * Returns the largest frame.
     *
     * @return bytes that a claim can have
     */
    int maxPayloadLength();

    /**
     * Claims room for a frame, to be filled and committed before the next call of any method.
     *
     * @param length bytes, 0 to {@link #maxPayloadLength()}
     * @return false if there is no room now, or never again
     */
    boolean tryClaim(int length);

    /**
     * Returns the buffer of the claim.
     *
     * @return a buffer that holds the claimed bytes at {@link #claimedOffset()}
     */
    MutableDirectBuffer claimedBuffer();

    /**
     * Returns where the claimed bytes begin.
     *
     * @return an offset in {@link #claimedBuffer()}
     */
    int claimedOffset();

    /**
     * Publishes the claimed frame with its word.
     *
     * @param word carried beside the payload, see {@link io.oriel.engine.protocol.FrameWord}
     */
    void commit(long word);

    /**
     * Takes frames in order.
     *
     * @param handler gets each frame
     * @param limit   frames, after which it takes only what has come in one piece with them
     * @return how many there were
     */
    int poll(FrameHandler handler, int limit);

    /**
     * Publishes the acknowledgement word: all stores made before are visible to a peer that reads it.
     *
     * @param word see {@link io.oriel.engine.protocol.AcknowledgementWord}
     */
    void publishAcknowledgement(long word);

    /**
     * Reads the peer's acknowledgement word.
     *
     * @return what the peer published last; 0 before
     */
    long acknowledgement();

    /**
     * Reads the credit word of one of the peer's endpoints.
     *
     * @param peerEndpointId the peer's id, 0 to {@link Port#MAX_ENDPOINTS} - 1
     * @return what the peer's {@link Port#publishCredit} published last
     */
    long credit(int peerEndpointId);

    /** The peer's words are read where it writes them. */
    long ALWAYS_HEARD = Long.MIN_VALUE;

    /**
     * Returns a number that changes when the peer is heard. While it does not change, the peer's words may be out of date.
     *
     * @return any number; {@link #ALWAYS_HEARD} if they never are
     */
    default long heard() {
        return ALWAYS_HEARD;
    }

    /**
     * Tells whether the acknowledgement word has changed since it was read, where that costs next to nothing.
     *
     * @return false if it has not, or if only reading it tells
     */
    default boolean isAcknowledgementNew() {
        return false;
    }

    /**
     * Returns the memory that both ends see.
     *
     * @return the same for the life of the link; null if the medium has none, or one side does not want it
     */
    @Nullable
    LinkMemory memory();

    /**
     * Wakes the peer, if it sleeps and was not woken since it fell asleep: it may need what this adapter has published
     * before, be it frames, an acknowledgement or credit. Does not fence, see {@link Alarm}.
     */
    default void announce() {
        // Nobody sleeps on a medium without an alarm.
    }

    /** Several requests are about to be posted, and may go together. */
    default void startBatch() {
        // A medium that sends each by itself gains nothing by waiting.
    }

    /** They are posted: none waits for another one any more. */
    default void submitBatch() {
        // A medium that waits for nothing has nothing left.
    }

    /**
     * Lets go of what the link alone has mapped. By the domain's owner, whose last call of the data plane it is: whatever is
     * called after it, by an oversight, finds zeros and changes nothing that a peer could see.
     */
    default void letGo() {
        // A medium that maps nothing for a link keeps nothing.
    }

    /**
     * Returns the link's counters. Written by the domain's owner until the link is closed.
     *
     * @return one for each {@link LinkCounter}
     */
    CounterSet counters();

    // Control plane: on the control agent.

    /**
     * Sends a control message; they arrive in order. Never blocks: what cannot go now is kept.
     *
     * @param buffer holds the message during this call
     * @param offset where it begins
     * @param length bytes, at most {@value #MAX_CONTROL_LENGTH}
     */
    void sendControl(DirectBuffer buffer, int offset, int length);

    /**
     * Lets the peer of this link see an endpoint's credit, as {@link Port#publishCredit} shows it last and from now on.
     *
     * @param endpointId     of this adapter
     * @param peerEndpointId the peer's endpoint, which its frames name
     */
    default void showCredit(int endpointId, int peerEndpointId) {
        // A medium that shows all credit words to every peer has nothing to do.
    }

    /** Longest control message in bytes. */
    int MAX_CONTROL_LENGTH = 4096;

    /**
     * Tells whether this end dialled; the other end was dialled.
     *
     * @return true on the connecting adapter's side
     */
    boolean isDialler();

    /**
     * Returns which of this side's addresses the peer means. On the agent.
     *
     * @param dialled by the peer
     * @return the same, unless addresses are translated on the way
     */
    default InetSocketAddress local(InetSocketAddress dialled) {
        return dialled;
    }

    /**
     * Says which medium carries this link, and why.
     *
     * @return one sentence
     */
    String explain();

    /**
     * Tells which process is at the other end.
     *
     * @return empty if the medium does not know
     */
    default Optional<Connector.Peer> peerProcess() {
        return Optional.empty();
    }

    /**
     * Ends the link in good order: the peer hears {@link LinkHandler#onPeerClosed}. The domain does not touch it any
     * more. Idempotent; does not block.
     */
    @Override
    void close();
}
