// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.api;

/**
 * One result taken from a completion queue: a carrier that {@link CompletionQueue#poll} fills, made once and reused.
 *
 * <p>Not thread-safe. ND: ND_RESULT, ND2_RESULT, NDK_RESULT.
 */
public final class Completion {
    // References are stored only when they change: each store costs a barrier of the garbage collector.
    private NdStatus status = NdStatus.PENDING;
    private RequestType requestType = RequestType.RECEIVE;

    private long bytesTransferred;
    private long requestContext;
    private long endpointContext;
    private int immediate;

    /** Creates an empty carrier; its status is {@link NdStatus#PENDING} until a poll fills it. */
    public Completion() {}

    /**
     * Returns how the request ended.
     *
     * <p>{@code SUCCESS}; {@code DATA_OVERRUN} (Receive: the message was longer than its buffers);
     * {@code ACCESS_VIOLATION} (an entry of the list is outside its region, which may have been deregistered meanwhile,
     * or lacks the right; a Read, Write or atomic that the peer's window does not grant, or whose window this endpoint has taken
     * back by SendAndInvalidate); {@code CANCELED} (the connection was ended, or a request before it has failed);
     * {@code INVALID_DEVICE_REQUEST} (Bind of a window that is bound or closed, or of a region that was deregistered;
     * Invalidate of a window that is not bound; Receive of a message that was to take back a window that is not bound;
     * Read or atomic when the connection allows none); {@code REMOTE_ERROR} (a Send that the peer's Receive could not take; a
     * SendAndInvalidate of a window that is not bound any more); {@code IO_TIMEOUT} (the peer or the medium died, for the
     * oldest initiator request; a Send for which the peer posted no Receive in time; an Invalidate or a Receive while
     * the peer's process is stopped inside the memory, see {@link Endpoint#invalidate} and {@link Endpoint#receive});
     * {@code INTERNAL_ERROR} (the peer broke the protocol).
     *
     * @return the status; any but SUCCESS has ended the connection
     */
    public NdStatus status() {
        return status;
    }

    /**
     * Returns what kind of request this answers.
     *
     * @return the type
     */
    public RequestType requestType() {
        return requestType;
    }

    /**
     * Returns how much data the request moved.
     *
     * @return bytes, for a Send, Receive, Read, Write or atomic that succeeded; of a Receive that a Write has taken, those
     *     that were written; otherwise 0
     */
    public long bytesTransferred() {
        return bytesTransferred;
    }

    /**
     * Returns the context given when the request was posted, or the window's own for an invalidation by the peer.
     *
     * @return the context, unchanged
     */
    public long requestContext() {
        return requestContext;
    }

    /**
     * Returns the context of the endpoint that the request was posted on.
     *
     * @return {@link io.oriel.api.config.EndpointConfig#context()}
     */
    public long endpointContext() {
        return endpointContext;
    }

    /**
     * Returns the value that came with a Write of the peer. An extension: ND has none.
     *
     * @return the value, for {@link RequestType#RECEIVE_WITH_IMMEDIATE}; otherwise 0
     */
    public int immediate() {
        return requestType == RequestType.RECEIVE_WITH_IMMEDIATE ? immediate : 0;
    }

    /**
     * Sets what {@link #immediate()} returns. For providers; a user has no reason to call it.
     *
     * @param value of the peer
     */
    public void setImmediate(int value) {
        immediate = value;
    }

    /**
     * Fills this carrier. For providers; a user has no reason to call it.
     *
     * @param type             what kind of request this answers
     * @param result           how it ended
     * @param bytes            bytes moved
     * @param request          the request's context
     * @param endpoint         the endpoint's context
     */
    public void set(RequestType type, NdStatus result, long bytes, long request, long endpoint) {
        if (requestType != type) {
            requestType = type;
        }
        if (status != result) {
            status = result;
        }
        bytesTransferred = bytes;
        requestContext = request;
        endpointContext = endpoint;
    }

    @Override
    public String toString() {
        String text = requestType + " " + status + " bytesTransferred=" + bytesTransferred + " requestContext="
                + requestContext + " endpointContext=" + endpointContext;
        return requestType == RequestType.RECEIVE_WITH_IMMEDIATE ? text + " immediate=" + immediate : text;
    }
}
