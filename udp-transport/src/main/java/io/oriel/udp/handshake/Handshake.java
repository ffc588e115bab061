// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp.handshake;

import io.oriel.udp.seal.Aes;
import java.io.ByteArrayOutputStream;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One side of a handshake of two messages, the dialler's and the listener's answer, each with something to say. Used once. */
public final class Handshake {
    private final Aes aes;
    private final Pattern pattern;
    private final boolean isDialler;
    private final byte[] presharedKey;
    private final @Nullable KeyPair identity;
    private final SymmetricState state;
    private final KeyPair ephemeral;
    private byte @Nullable [] peerEphemeral;
    private byte @Nullable [] peerIdentity;
    private final boolean isCopy;
    private boolean isErased;

    private Handshake(Handshake other) {
        isCopy = true;
        aes = other.aes;
        pattern = other.pattern;
        isDialler = other.isDialler;
        presharedKey = other.presharedKey;
        identity = other.identity;
        ephemeral = other.ephemeral;
        peerEphemeral = other.peerEphemeral;
        peerIdentity = other.peerIdentity;
        state = new SymmetricState(other.state);
    }

    private Handshake(
            Aes aes,
            Pattern pattern,
            boolean isDialler,
            byte[] presharedKey,
            @Nullable KeyPair identity,
            KeyPair ephemeral,
            byte[] prologue) {
        this.aes = aes;
        this.pattern = pattern;
        this.isDialler = isDialler;
        this.presharedKey = presharedKey;
        this.identity = identity;
        this.ephemeral = ephemeral;
        isCopy = false;
        state = new SymmetricState(aes, pattern.protocolName());
        state.mixHash(prologue);
    }

    /**
     * Begins one as the dialler.
     *
     * @param aes          seals it
     * @param presharedKey of 32 bytes; taken over, and erased once it is used
     * @param identity     of this side; null without identities
     * @param prologue     what both sides know, and must agree in
     * @return a handshake that is to say hello
     */
    public static Handshake dialler(Aes aes, byte[] presharedKey, @Nullable KeyPair identity, byte[] prologue) {
        return new Handshake(aes, patternOf(identity), true, presharedKey, identity, Curve25519.draw(), prologue);
    }

    /**
     * Begins one as the listener. Costs nothing that a stranger could wear it out by.
     *
     * @param aes          seals it
     * @param presharedKey of 32 bytes; taken over, and erased once it is used
     * @param identity     of this side; null without identities
     * @param prologue     what both sides know, and must agree in
     * @return a handshake that is to hear a hello
     */
    public static Handshake listener(Aes aes, byte[] presharedKey, @Nullable KeyPair identity, byte[] prologue) {
        KeyPair later = new KeyPair(new byte[0], new byte[0]);
        return new Handshake(aes, patternOf(identity), false, presharedKey, identity, later, prologue);
    }

    /** Begins one whose ephemeral key is given, for test vectors. */
    static Handshake of(
            Aes aes,
            Pattern pattern,
            boolean isDialler,
            byte[] presharedKey,
            @Nullable KeyPair identity,
            KeyPair ephemeral,
            byte[] prologue) {
        return new Handshake(aes, pattern, isDialler, presharedKey.clone(), identity, ephemeral, prologue);
    }

    /**
     * Returns a handshake that is where this one is: what it reads or writes changes nothing here.
     *
     * @return another one, of which one of the two is to be used on
     */
    public Handshake copy() {
        return new Handshake(this);
    }

    /** Returns what seals it. */
    Aes aes() {
        return aes;
    }

    private static Pattern patternOf(@Nullable KeyPair identity) {
        return identity == null ? Pattern.NN_PSK0 : Pattern.IX_PSK0;
    }

    /**
     * Writes the dialler's message.
     *
     * @param payload to be sealed in it
     * @return the message
     */
    public byte[] writeHello(byte[] payload) {
        try {
            return write(pattern.hello(), ephemeral, payload);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("a hello agrees on nothing", e);
        }
    }

    /**
     * Reads the dialler's message.
     *
     * @param message received
     * @return what was sealed in it
     * @throws GeneralSecurityException if it was not sealed with this key, or for another listener or cookie
     */
    public byte[] readHello(byte[] message) throws GeneralSecurityException {
        return read(pattern.hello(), message);
    }

    /**
     * Writes the listener's message.
     *
     * @param payload to be sealed in it
     * @return the message; the secrets are agreed on
     * @throws GeneralSecurityException if the dialler's keys are of no use
     */
    public byte[] writeWelcome(byte[] payload) throws GeneralSecurityException {
        if (ephemeral.secret().length > 0) {
            return write(pattern.welcome(), ephemeral, payload);
        }
        KeyPair drawn = Curve25519.draw();
        try {
            return write(pattern.welcome(), drawn, payload);
        } finally {
            Arrays.fill(drawn.secret(), (byte) 0);
        }
    }

    /**
     * Reads the listener's message.
     *
     * @param message received
     * @return what was sealed in it; the secrets are agreed on
     * @throws GeneralSecurityException if it does not answer this hello, or was not sealed with this key; the handshake is of no more use
     */
    public byte[] readWelcome(byte[] message) throws GeneralSecurityException {
        return read(pattern.welcome(), message);
    }

    private byte[] write(List<Pattern.Token> tokens, KeyPair own, byte[] payload) throws GeneralSecurityException {
        ByteArrayOutputStream message = new ByteArrayOutputStream();
        for (Pattern.Token token : tokens) {
            switch (token) {
                case E -> {
                    message.writeBytes(own.open());
                    mixEphemeral(own.open());
                }
                case S ->
                    message.writeBytes(state.encryptAndHash(requireIdentity().open()));
                default -> mix(token, own);
            }
        }
        message.writeBytes(state.encryptAndHash(payload));
        return message.toByteArray();
    }

    private byte[] read(List<Pattern.Token> tokens, byte[] message) throws GeneralSecurityException {
        int offset = 0;
        for (Pattern.Token token : tokens) {
            switch (token) {
                case E -> {
                    byte[] theirs = part(message, offset, Curve25519.LENGTH);
                    offset += theirs.length;
                    peerEphemeral = theirs;
                    mixEphemeral(theirs);
                }
                case S -> {
                    byte[] theirs = part(message, offset, Curve25519.LENGTH + state.overhead());
                    offset += theirs.length;
                    peerIdentity = state.decryptAndHash(theirs);
                }
                default -> mix(token, ephemeral);
            }
        }
        return state.decryptAndHash(part(message, offset, message.length - offset));
    }

    private static byte[] part(byte[] message, int offset, int length) throws GeneralSecurityException {
        if (length < 0 || message.length - offset < length) {
            throw new GeneralSecurityException("the message is too short");
        }
        return Arrays.copyOfRange(message, offset, offset + length);
    }

    private void mixEphemeral(byte[] open) {
        state.mixHash(open);
        if (pattern.hasPresharedKey()) {
            state.mixKey(open);
        }
    }

    private void mix(Pattern.Token token, KeyPair own) throws GeneralSecurityException {
        switch (token) {
            case PSK -> mixPresharedKey();
            case EE -> mixAgreed(own.secret(), made(peerEphemeral));
            case SE ->
                mixAgreed(
                        isDialler ? requireIdentity().secret() : own.secret(),
                        isDialler ? made(peerEphemeral) : made(peerIdentity));
            case ES ->
                mixAgreed(
                        isDialler ? own.secret() : requireIdentity().secret(),
                        isDialler ? made(peerIdentity) : made(peerEphemeral));
            default -> throw new IllegalStateException(token + " is no agreement");
        }
    }

    private void mixPresharedKey() {
        state.mixKeyAndHash(presharedKey);
        Arrays.fill(presharedKey, (byte) 0);
    }

    private void mixAgreed(byte[] secret, byte[] open) throws GeneralSecurityException {
        byte[] agreed = Curve25519.agree(secret, open);
        state.mixKey(agreed);
        Arrays.fill(agreed, (byte) 0);
    }

    private KeyPair requireIdentity() {
        KeyPair own = identity;
        if (own == null) {
            throw new IllegalStateException("the pattern needs an identity");
        }
        return own;
    }

    private static byte[] made(byte @Nullable [] part) {
        if (part == null) {
            throw new IllegalStateException("the peer has not said it");
        }
        return part;
    }

    /**
     * Returns the peer's identity.
     *
     * @return its public half; null without identities. The peer has shown that it has the other half when the dialler has read the
     *     welcome, or the listener the first datagram that is sealed with the secrets agreed on
     */
    public byte @Nullable [] peerIdentity() {
        byte[] known = peerIdentity;
        return known == null ? null : known.clone();
    }

    /**
     * Derives a secret that both sides have, after the hello or after the welcome.
     *
     * @param purpose of it
     * @return 32 bytes
     */
    public byte[] export(String purpose) {
        if (isErased) {
            throw new IllegalStateException("the handshake has been erased");
        }
        return state.export(purpose);
    }

    /** Erases its secrets: it is of no more use. A copy leaves those that it has in common with the original. Idempotent. */
    public void erase() {
        isErased = true;
        if (!isCopy) {
            Arrays.fill(presharedKey, (byte) 0);
            Arrays.fill(ephemeral.secret(), (byte) 0);
        }
        peerEphemeral = null;
        peerIdentity = null;
        state.erase();
    }

    /**
     * Returns the secrets that the sides have agreed on, after the welcome.
     *
     * @return 32 bytes of what the dialler seals, then 32 of what the listener does
     */
    public byte[] secrets() {
        return state.split();
    }

    /** Returns Noise's hash of all that was said, for test vectors. */
    byte[] hash() {
        return state.hash();
    }
}
