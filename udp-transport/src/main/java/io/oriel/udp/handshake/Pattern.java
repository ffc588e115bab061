// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp.handshake;

import java.util.List;

/** What each side says of its keys, in Noise's words. */
enum Pattern {
    /** Nobody has an identity but the pre-shared key. */
    NN_PSK0("NNpsk0"),
    /** Both have identities, which only who has the pre-shared key sees. */
    IX_PSK0("IXpsk0"),
    /** As above, without a pre-shared key: for published test vectors. */
    IX("IX");

    private final String title;

    /** A step of a message. */
    enum Token {
        PSK,
        E,
        S,
        EE,
        SE,
        ES
    }

    Pattern(String title) {
        this.title = title;
    }

    String protocolName() {
        return "Noise_" + title + "_25519_AESGCM_SHA256";
    }

    List<Token> hello() {
        return switch (this) {
            case NN_PSK0 -> List.of(Token.PSK, Token.E);
            case IX_PSK0 -> List.of(Token.PSK, Token.E, Token.S);
            case IX -> List.of(Token.E, Token.S);
        };
    }

    List<Token> welcome() {
        return this == NN_PSK0 ? List.of(Token.E, Token.EE) : List.of(Token.E, Token.EE, Token.SE, Token.S, Token.ES);
    }

    boolean hasPresharedKey() {
        return this != IX;
    }
}
