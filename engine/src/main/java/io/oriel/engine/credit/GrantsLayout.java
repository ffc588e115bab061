// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.credit;

/**
 * The layout of the file that holds an endpoint's grants, little-endian. Made by the owner of the Receives, mapped by the
 * peer. Words that are written at different times lie on different cache lines, and not on those that are fetched with them.
 *
 * <pre>
 *    0  +-----------------+-----------------+
 *       |  magic                            |
 *    8  +-----------------+-----------------+
 *       |  version        |  reserved, to   |
 *       |                 |  128            |
 *  128  +-----------------+-----------------+
 *       |  Sends of the endpoint's life     |  by the owner, whenever it grants some
 *       |  that may go                      |
 *  136  +-----------------------------------+
 *       |  frames that it had sent then     |
 *  144  +-----------------------------------+
 *       |  reserved, to 256                 |
 *  256  +-----------------------------------+
 *       |  how often grants were taken back |  by the owner
 *  264  +-----------------------------------+
 *       |  reserved, to 384                 |
 *  384  +-----------------------------------+
 *       |  Sends that have taken a grant    |  by the peer, before it looks whether grants were taken back
 *  392  +-----------------------------------+
 *       |  reserved, to 512                 |
 *  512  +-----------------------------------+
 * </pre>
 */
final class GrantsLayout {
    /** Begins the file: "ORIELGRT" in ASCII. */
    static final long MAGIC = 0x5452474C4549524FL;

    static final int VERSION = 2;

    static final int MAGIC_OFFSET = 0;
    static final int VERSION_OFFSET = 8;
    static final int GRANTED_OFFSET = 128;
    static final int FRAMES_OFFSET = 136;
    static final int TAKEN_BACK_OFFSET = 256;
    static final int TAKEN_OFFSET = 384;
    static final int LENGTH = 512;

    private GrantsLayout() {}
}
