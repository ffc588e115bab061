// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.protocol;

import io.oriel.api.NdStatus;

/**
 * How the peer has ended a connection, as its Disconnect tells.
 *
 * @param lastSequence   of the peer's frames; what came up to it is executed before the end
 * @param executed       frames of this side that the peer had executed before the end
 * @param failedSequence frame of this side whose Failure is still to come; 0 if there is none
 * @param failedStatus   of that Failure
 */
public record PeerEnd(long lastSequence, long executed, long failedSequence, NdStatus failedStatus) {
    private static final NdStatus[] FAILURE_STATUSES = {
        NdStatus.ACCESS_VIOLATION, NdStatus.REMOTE_ERROR, NdStatus.CANCELED
    };

    /** The link ends, and completes what is outstanding. */
    public static final PeerEnd WITH_LINK = new PeerEnd(Long.MAX_VALUE, 0, 0, NdStatus.PENDING);

    /** The peer gives up, and has sent nothing that matters. */
    public static final PeerEnd AT_ONCE = new PeerEnd(0, 0, 0, NdStatus.SUCCESS);

    /**
     * Makes what a peer's words tell.
     *
     * @param lastSequence   of the peer's frames
     * @param executed       frames of this side
     * @param failedSequence of a frame of this side
     * @param failedStatus   value of a status; one that no Failure can have is an INTERNAL_ERROR
     * @return not to be trusted
     */
    public static PeerEnd told(long lastSequence, long executed, long failedSequence, int failedStatus) {
        return new PeerEnd(lastSequence, executed, failedSequence, failureStatus(failedStatus));
    }

    /**
     * Reads the status of a Failure.
     *
     * @param value as a peer writes it
     * @return INTERNAL_ERROR if no Failure can have it
     */
    public static NdStatus failureStatus(int value) {
        for (NdStatus status : FAILURE_STATUSES) {
            if (status.value() == value) {
                return status;
            }
        }
        return NdStatus.INTERNAL_ERROR;
    }

    /** Tells whether the link ends, and not this connection alone. */
    public boolean comesWithLink() {
        return failedStatus == NdStatus.PENDING; // which no Disconnect can say
    }

    /**
     * Tells whether a peer can say so.
     *
     * @param sent  frames of this side
     * @param taken frames of the peer's that were executed
     * @return false if it breaks the protocol
     */
    public boolean isPossible(long sent, long taken) {
        return comesWithLink()
                || (lastSequence >= 0
                        && lastSequence - taken <= FrameWord.MAX_UNACKNOWLEDGED
                        && executed <= sent
                        && failedSequence >= 0
                        && failedSequence <= sent);
    }
}
