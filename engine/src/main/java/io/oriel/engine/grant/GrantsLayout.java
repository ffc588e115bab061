// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.grant;

/**
 * The layout of the file that holds an endpoint's grants, little-endian. Made by its owner, mapped by the peer, changed by
 * both with atomic operations only.
 *
 * <pre>
 *    0  +-----------------+-----------------+
 *       |  magic                            |
 *    8  +-----------------+-----------------+
 *       |  version        |  reserved, to   |
 *       |                 |  128            |
 *  128  +-----------------+-----------------+
 *       |  unused grants  |  0; or 1: some  |
 *       |                 |  were taken back|
 *       |  reserved, to 256                 |
 *  256  +-----------------------------------+
 * </pre>
 */
final class GrantsLayout {
    /** Begins the file: "ORIELGRT" in ASCII. */
    static final long MAGIC = 0x5452474C4549524FL;

    static final int VERSION = 1;

    static final int MAGIC_OFFSET = 0;
    static final int VERSION_OFFSET = 8;
    static final int WORD_OFFSET = 128; // alone on its cache lines, and on those that are fetched with them
    static final int LENGTH = 256;

    /** In the word: the peer has to ask again. */
    static final long TAKEN_BACK = 1L << 32;

    private GrantsLayout() {}

    /** Returns the unused grants that a word counts; any number if the other end wrote nonsense. */
    static int unused(long word) {
        return (int) word;
    }
}
