// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp.seal;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.agrona.concurrent.NanoClock;
import org.jspecify.annotations.Nullable;

/** The secrets of one link, which no other one has. Lanes are made of them, each once; what they are made of is forgotten. */
public final class LinkKeys {
    private static final int CONTROL = 0;
    private static final int DIALLER = 1;
    private static final int LISTENER = 2;
    private static final int LANES = 3;

    private final boolean isDialler;
    private final Names names;
    private final SealRules rules;
    private final Lane.@Nullable Secrets[] secrets = new Lane.Secrets[LANES];
    private final byte[] proofKey;

    /**
     * What a link is called.
     *
     * @param key         of the pre-shared key with which the sides have met
     * @param peer        what this side calls the peer; {@link Name#NONE} without identities
     * @param session     names the link to this side
     * @param peerSession names it to the peer
     */
    public record Names(Name key, Name peer, int session, int peerSession) {}

    /**
     * The name of something that may be given to something else.
     *
     * @param text   the name
     * @param bearer tells what has it from whatever else may have it later; no secret
     */
    public record Name(String text, String bearer) {
        /** Of nothing. */
        public static final Name NONE = new Name("", "");
    }

    /**
     * Derives what lanes are made of.
     *
     * @param isDialler which side this is
     * @param agreed    secrets of the handshake, 32 bytes of what the dialler seals and 32 of what the listener does; erased
     * @param names     of the link
     * @param rules     of its lanes
     */
    public LinkKeys(boolean isDialler, byte[] agreed, Names names, SealRules rules) {
        this.isDialler = isDialler;
        this.names = names;
        this.rules = rules;
        byte[] ofDialler = Arrays.copyOf(agreed, Hkdf.LENGTH);
        byte[] ofListener = Arrays.copyOfRange(agreed, Hkdf.LENGTH, 2 * Hkdf.LENGTH);
        for (int number = 0; number < LANES; number++) {
            byte[] dialler = Hkdf.expand(ofDialler, "oriel lane " + number, Hkdf.LENGTH);
            byte[] listener = Hkdf.expand(ofListener, "oriel lane " + number, Hkdf.LENGTH);
            secrets[number] = isDialler ? new Lane.Secrets(dialler, listener) : new Lane.Secrets(listener, dialler);
        }
        proofKey = Hkdf.expand(ofDialler, "oriel exists", Hkdf.LENGTH);
        Arrays.fill(agreed, (byte) 0);
        Arrays.fill(ofDialler, (byte) 0);
        Arrays.fill(ofListener, (byte) 0);
    }

    /** Returns the name of the pre-shared key with which the sides have met. */
    public Name key() {
        return names.key();
    }

    /** Returns what this side calls the peer; {@link Name#NONE} without identities. */
    public Name peer() {
        return names.peer();
    }

    /** Returns what names the link to this side. */
    public int session() {
        return names.session();
    }

    /** Returns what names the link to the peer. */
    public int peerSession() {
        return names.peerSession();
    }

    /**
     * Computes what only the two ends of the link can compute.
     *
     * @param mark of what is said
     * @return 64 bits
     */
    public long proof(byte[] mark) {
        return ByteBuffer.wrap(Hkdf.extract(proofKey, mark)).getLong();
    }

    /** Says how the link is sealed. */
    public String explain() {
        return "AES-" + rules.keyLength() * Byte.SIZE + "-GCM over UDP, met with key '"
                + names.key().text() + "'"
                + (names.peer().equals(Name.NONE)
                        ? ""
                        : " and peer '" + names.peer().text() + "'");
    }

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

    /** Erases what the control lane and proofs are made of. On the agent, when the link has ended. */
    public void eraseControl() {
        erase(CONTROL);
        Arrays.fill(proofKey, (byte) 0);
    }

    /** Erases what the lanes of streams are made of. By whoever turns the driver, when the link has ended. */
    public void eraseStreams() {
        erase(DIALLER);
        erase(LISTENER);
    }

    private void erase(int number) {
        Lane.Secrets unused = secrets[number];
        if (unused != null) {
            Arrays.fill(unused.out(), (byte) 0);
            Arrays.fill(unused.in(), (byte) 0);
            secrets[number] = null;
        }
    }

    /** Twice the same lane would seal twice with the same nonces. */
    private Lane lane(int number, NanoClock clock, SealBuffers buffers) {
        Lane.Secrets ofLane = secrets[number];
        if (ofLane == null) {
            throw new IllegalStateException("lane " + number + " has been made");
        }
        secrets[number] = null;
        return new Lane(number, ofLane, names.peerSession(), rules, clock, buffers);
    }
}
