// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.connection;

/**
 * How far a connection, or the attempt to make it, is.
 *
 * <pre>
 *  active:   DIALLING -- REQUESTING -- ACCEPTED --- CONNECTED -- DISCONNECTING -- ENDED
 *  passive:              REQUESTED --- ACCEPTING -- CONNECTED -- DISCONNECTING -- ENDED
 * </pre>
 *
 * <p>Each may be followed by ENDED.
 */
enum Phase {
    DIALLING,
    REQUESTING,
    ACCEPTED,
    REQUESTED,
    ACCEPTING,
    CONNECTED,
    DISCONNECTING,
    ENDED;

    /** Tells whether a step of this side waits for the peer. */
    boolean awaitsPeer() {
        return this == DIALLING || this == REQUESTING || this == ACCEPTING;
    }

    /** Tells whether this side has asked for the connection, and its endpoint has no peer yet. */
    boolean isWithoutPeer() {
        return this == DIALLING || this == REQUESTING || this == ACCEPTED;
    }
}
