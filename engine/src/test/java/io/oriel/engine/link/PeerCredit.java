// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.link;

/** The credit that a peer shows, for tests of those who carry its word. */
public final class PeerCredit {
    private PeerCredit() {}

    /** Returns the word of an endpoint that has posted Receives. */
    public static long word(int generation, long posted) {
        return Lane.CreditWord.of(generation, posted);
    }
}
