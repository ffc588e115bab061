// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm.memory;

import io.oriel.engine.direct.DirectLayout;

/**
 * The layout of the file of one end of one link, little-endian. Written by that end, mapped read-only by the other.
 *
 * <pre>
 *        0  +-----------------+-----------------+
 *           |  magic                            |
 *        8  +-----------------+-----------------+
 *           |  version        |  reserved       |
 *       16  +-----------------+-----------------+
 *           |  reserved, to 128                 |
 *      128  +-----------------------------------+
 *           |  acknowledgement                  |
 *           |  reserved, to 128 more            |
 *      256  +-----------------------------------+
 *           |  how far the other end's log was  |
 *           |  read, if it is another user's    |
 *           |  reserved, to 128 more            |
 *      384  +-----------------------------------+
 *           |  what direct access needs, see    |
 *           |  DirectLayout; zeros without it   |
 *   66,176  +-----------------------------------+
 * </pre>
 */
final class LinkLayout {
    /** Begins the file: "ORIELLNK" in ASCII. */
    static final long MAGIC = 0x4B4E4C4C4549524FL;

    static final int ACKNOWLEDGEMENT_OFFSET = 128; // alone on its cache lines, and on those that are fetched with them
    static final int READ_OFFSET = 256; // likewise
    static final int DIRECT_OFFSET = 384;
    static final int LENGTH = DIRECT_OFFSET + DirectLayout.LENGTH;

    private LinkLayout() {}
}
