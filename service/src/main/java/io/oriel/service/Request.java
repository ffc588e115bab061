// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.service;

import io.oriel.api.NdStatus;
import io.oriel.service.protocol.HeaderLayout;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;

/**
 * One request of a client: its bytes, where they have arrived, and the way back.
 *
 * <p>Answering takes two steps: {@link #claim} room for the last answer, or {@link #claimPart} for one that others follow, and fill
 * {@link #answer()}; then {@link #commit}. A request can be kept and answered later, from the same thread. What is kept takes a
 * place of what its client may have under way, for as long as it is kept, even if the client has gone.
 *
 * <p>It has ended when its last answer was committed, when it was declined, and when a method here has returned CONNECTION_ABORTED:
 * the object then belongs to the server, which uses it for another request. Do not keep it any longer.
 *
 * <p><b>Threading:</b> the server's thread. <b>Memory:</b> an answer is filled where it is sent from.
 */
public final class Request {
    private static final DirectBuffer NOTHING = new UnsafeBuffer(0, 0);

    // Numbers and not references, here and below: each store of a reference costs a barrier of the garbage collector.
    private static final int ENDED = 0;
    private static final int ONE_WAY = 1;
    private static final int OPEN = 2;
    private static final int LAST_CLAIMED = 3;
    private static final int PART_CLAIMED = 4;

    private final Server server;
    private final int slot;
    private final MutableDirectBuffer body;
    private int state = ENDED;
    private @Nullable Peer peer;
    private long id;
    private int length;
    private int answerSlot;

    Request(Server server, int slot, MutableDirectBuffer body) {
        this.server = server;
        this.slot = slot;
        this.body = body;
    }

    void begin(Peer from, long correlationId, int bytes, boolean isOneWay) {
        if (peer != from) {
            peer = from;
        }
        id = correlationId;
        length = bytes;
        state = isOneWay ? ONE_WAY : OPEN;
    }

    private Peer peer() {
        Peer from = peer;
        if (state == ENDED || from == null) {
            throw new IllegalStateException("the request has ended, and must not be used any more");
        }
        return from;
    }

    /**
     * Returns the request's bytes.
     *
     * <p><b>Memory:</b> does not allocate.
     *
     * @return a view that begins with the request at index 0; what the client has sent, so nothing about it is certain. Empty if the
     *     request has ended or the server is closed
     */
    public DirectBuffer buffer() {
        return state == ENDED || server.isClosed() ? NOTHING : body;
    }

    /**
     * Returns how long the request is.
     *
     * <p><b>Memory:</b> does not allocate.
     *
     * @return bytes, up to {@link io.oriel.service.config.ServerConfig#maxRequestLength()}
     */
    public int length() {
        return length;
    }

    /**
     * Tells clients apart: each connection has a number of its own.
     *
     * <p><b>Memory:</b> does not allocate.
     *
     * @return a number that no other connection of this server has
     * @throws IllegalStateException if the request has ended
     */
    public long clientId() {
        return peer().context();
    }

    /**
     * Tells whether the client waits for no answer.
     *
     * <p><b>Memory:</b> does not allocate.
     *
     * @return true if {@link #claim} and its like decline
     */
    public boolean isOneWay() {
        return state == ONE_WAY;
    }

    /**
     * Tells whether the client is there to be answered.
     *
     * <p><b>Memory:</b> does not allocate.
     *
     * @return false if it has gone, or the request has ended
     */
    public boolean isConnected() {
        Peer from = peer;
        return state != ENDED && from != null && from.isOpen();
    }

    /**
     * Claims room for the last answer, to be filled in {@link #answer()}. There always is room.
     *
     * <p><b>Memory:</b> does not allocate.
     *
     * @return SUCCESS; CONNECTION_ABORTED if the client has gone: the request has ended; DEVICE_BUSY if something is claimed already;
     *     INVALID_DEVICE_REQUEST if the client waits for no answer, or the request has ended
     */
    public NdStatus claim() {
        NdStatus status = claimable();
        if (status == NdStatus.SUCCESS) {
            answerSlot = peer().answerSlot(id);
            state = LAST_CLAIMED;
        }
        return status;
    }

    /**
     * Claims room for an answer that others follow, to be filled in {@link #answer()}. The client gives room back by taking answers.
     *
     * <p><b>Memory:</b> does not allocate.
     *
     * @return SUCCESS; NO_MORE_ENTRIES if the client has not taken as many answers as may be under way: try again after some polls;
     *     DEVICE_BUSY if something is claimed already, for another request of the same client too; otherwise as {@link #claim}
     */
    public NdStatus claimPart() {
        NdStatus status = claimable();
        if (status != NdStatus.SUCCESS) {
            return status;
        }
        status = peer().claimPart();
        if (status == NdStatus.SUCCESS) {
            answerSlot = peer().partSlot();
            state = PART_CLAIMED;
        }
        return status;
    }

    private NdStatus claimable() {
        return switch (state) {
            case ENDED, ONE_WAY -> NdStatus.INVALID_DEVICE_REQUEST;
            case LAST_CLAIMED, PART_CLAIMED -> NdStatus.DEVICE_BUSY;
            default -> {
                if (peer().isOpen()) {
                    yield NdStatus.SUCCESS;
                }
                end();
                yield NdStatus.CONNECTION_ABORTED;
            }
        };
    }

    /**
     * Returns what was claimed.
     *
     * <p><b>Memory:</b> does not allocate.
     *
     * @return room for {@link io.oriel.service.config.ServerConfig#maxAnswerLength()} bytes from index 0, of any content; valid until it is
     *     committed or aborted
     * @throws IllegalStateException if nothing is claimed, or the server is closed
     */
    public MutableDirectBuffer answer() {
        requireClaimed();
        if (server.isClosed()) {
            throw new IllegalStateException("the server is closed");
        }
        return (state == PART_CLAIMED ? server.parts() : server.answers()).body(answerSlot);
    }

    /**
     * Sends what was claimed.
     *
     * <p><b>Memory:</b> does not allocate.
     *
     * @param bytes how many, 0 to {@link io.oriel.service.config.ServerConfig#maxAnswerLength()}
     * @return SUCCESS: the request has ended, if this was its last answer; CONNECTION_ABORTED if the client has gone: the request has
     *     ended
     * @throws IllegalArgumentException if bytes is out of its range
     * @throws IllegalStateException if nothing is claimed
     */
    public NdStatus commit(int bytes) {
        requireClaimed();
        int most = server.config().maxAnswerLength();
        if (bytes < 0 || bytes > most) {
            throw new IllegalArgumentException("bytes must be in 0.." + most + ", was " + bytes);
        }
        if (state == LAST_CLAIMED) {
            return sendLast(answerSlot, bytes, NdStatus.SUCCESS);
        }
        NdStatus status = peer().send(server.parts(), answerSlot, bytes, HeaderLayout.PART, NdStatus.SUCCESS, id);
        if (status == NdStatus.SUCCESS) {
            peer().partSent();
            state = OPEN;
        } else {
            endUnlessEnded();
        }
        return status;
    }

    /** Withdraws the claim; another claim is possible then. Does nothing if there is none. Does not allocate. */
    public void abort() {
        if (state == PART_CLAIMED) {
            peer().partAborted();
        }
        if (state == PART_CLAIMED || state == LAST_CLAIMED) {
            state = OPEN;
        }
    }

    /**
     * Ends the request without an answer; what was claimed is given up. The client is told the status.
     *
     * <p><b>Memory:</b> does not allocate.
     *
     * @param status any failure; INVALID_DEVICE_REQUEST, for instance, for a request that makes no sense
     * @return SUCCESS; CONNECTION_ABORTED if the client has gone; the request has ended with both. INVALID_DEVICE_REQUEST if the client waits for no answer, or the request has ended
     * @throws IllegalArgumentException if status is no failure
     */
    public NdStatus decline(NdStatus status) {
        if (!status.isFailure()) {
            throw new IllegalArgumentException("status must be a failure, was " + status);
        }
        abort();
        NdStatus claimable = claimable();
        return claimable == NdStatus.SUCCESS ? sendLast(peer().answerSlot(id), 0, status) : claimable;
    }

    private NdStatus sendLast(int from, int bytes, NdStatus result) {
        NdStatus status = peer().send(server.answers(), from, bytes, HeaderLayout.LAST, result, id);
        endUnlessEnded();
        return status;
    }

    /** Who was told just now that the client has gone may have ended it. */
    private void endUnlessEnded() {
        if (state != ENDED) {
            end();
        }
    }

    private void requireClaimed() {
        if (state != LAST_CLAIMED && state != PART_CLAIMED) {
            throw new IllegalStateException("nothing is claimed; call claim() or claimPart() before");
        }
    }

    /** Ends the request, and gives the memory back. */
    void end() {
        Peer from = peer();
        if (state == PART_CLAIMED) {
            from.partAborted();
        }
        boolean isOneWay = state == ONE_WAY;
        state = ENDED;
        if (isOneWay) {
            from.owe();
        } else {
            from.ended(HeaderLayout.index(id));
        }
        server.ended(from, slot);
    }

    boolean hasEnded() {
        return state == ENDED;
    }
}
