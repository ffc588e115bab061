// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp.keys;

/** A word of a file or command in an error message. A word that may be a misplaced secret is described and not repeated. */
final class Quoted {
    /** A secret in base 64 is longer. */
    private static final int MAX_LENGTH = PresharedKey.MAX_ID_LENGTH;

    private Quoted() {}

    static String of(String word) {
        return word.length() <= MAX_LENGTH ? '\'' + word + '\'' : "a word of " + word.length() + " characters";
    }
}
