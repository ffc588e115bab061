// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp.seal;

import org.agrona.concurrent.NanoClock;

/**
 * The secrets of one link, which no other one has: lanes are made of them, each once.
 *
 * @param isDialler       which side this is
 * @param keyId           of the pre-shared key with which the sides have met
 * @param diallerSecret   of what the dialler seals
 * @param listenerSecret  of what the listener seals
 * @param session         names the link to this side
 * @param peerSession     names it to the peer
 * @param rules           of its lanes
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record LinkKeys(
        boolean isDialler,
        String keyId,
        byte[] diallerSecret,
        byte[] listenerSecret,
        int session,
        int peerSession,
        SealRules rules) {
    private static final int CONTROL = 0;
    private static final int DIALLER = 1;
    private static final int LISTENER = 2;

    /**
     * Makes the lane of control datagrams.
     *
     * @param clock   of the agent
     * @param buffers of the agent
     * @return a lane, to be made once
     */
    public Lane control(NanoClock clock, SealBuffers buffers) {
        return lane(CONTROL, clock, buffers);
    }

    /**
     * Makes the lane of this side's stream.
     *
     * @param clock   of whoever turns the driver
     * @param buffers of whoever turns the driver
     * @return a lane, to be made once
     */
    public Lane ownStream(NanoClock clock, SealBuffers buffers) {
        return lane(isDialler ? DIALLER : LISTENER, clock, buffers);
    }

    /**
     * Makes the lane of the peer's stream.
     *
     * @param clock   of whoever turns the driver
     * @param buffers of whoever turns the driver
     * @return a lane, to be made once
     */
    public Lane peerStream(NanoClock clock, SealBuffers buffers) {
        return lane(isDialler ? LISTENER : DIALLER, clock, buffers);
    }

    private Lane lane(int number, NanoClock clock, SealBuffers buffers) {
        byte[] dialler = Hkdf.expand(diallerSecret, "oriel lane " + number, Hkdf.LENGTH);
        byte[] listener = Hkdf.expand(listenerSecret, "oriel lane " + number, Hkdf.LENGTH);
        Lane.Secrets secrets = isDialler ? new Lane.Secrets(dialler, listener) : new Lane.Secrets(listener, dialler);
        return new Lane(number, secrets, peerSession, rules, clock, buffers);
    }
}
