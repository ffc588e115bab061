// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm.memory;

import io.oriel.engine.transport.Port;

/**
 * The layout of a word file, little-endian. Written by its owner, mapped read-only by its peers.
 *
 * <pre>
 *        0  +-----------------+-----------------+
 *           |  magic                            |
 *        8  +-----------------+-----------------+
 *           |  version        |  reserved       |
 *       16  +-----------------+-----------------+
 *           |  adapter id                       |
 *       24  +-----------------------------------+
 *           |  reserved, to 128                 |
 *      128  +-----------------------------------+
 *           |  armed: 0 while nobody sleeps     |
 *           |  reserved, to 128 more            |
 *      256  +-----------------------------------+
 *           |  acknowledgement of link 0        |
 *           |  reserved, to 128 more            |
 *      384  +-----------------------------------+
 *           |  ... of link {@value #MAX_LINKS} - 1
 *   33,024  +-----------------------------------+
 *           |  credit of endpoint 0             |
 *   33,032  +-----------------------------------+
 *           |  ... of endpoint 8191             |
 *   98,560  +-----------------------------------+
 * </pre>
 */
public final class WordsLayout {
    /** Begins a word file: "ORIELWRD" in ASCII. */
    public static final long MAGIC = 0x4452574C4549524FL;
    /** Of all layouts in shared memory; a peer with another is refused. */
    public static final int VERSION = 2;
    /** Links that an adapter can have at a time. */
    public static final int MAX_LINKS = 256;

    static final int ADAPTER_ID_OFFSET = 16;
    // Each alone on its cache lines, and on those that are fetched with them.
    static final int ARMED_OFFSET = 128;
    static final int ACKNOWLEDGEMENTS_OFFSET = 256;
    static final int ACKNOWLEDGEMENT_STRIDE = 128;
    static final int CREDITS_OFFSET = ACKNOWLEDGEMENTS_OFFSET + MAX_LINKS * ACKNOWLEDGEMENT_STRIDE;
    static final int CREDIT_STRIDE = Long.BYTES;
    static final int LENGTH = CREDITS_OFFSET + Port.MAX_ENDPOINTS * CREDIT_STRIDE;

    private WordsLayout() {}

    static int acknowledgementOffset(int linkIndex) {
        return ACKNOWLEDGEMENTS_OFFSET + linkIndex * ACKNOWLEDGEMENT_STRIDE;
    }

    static int creditOffset(int endpointId) {
        return CREDITS_OFFSET + endpointId * CREDIT_STRIDE;
    }

    /**
     * Tells whether an index is one of a link.
     *
     * @param linkIndex anything
     * @return true from 0 to {@value #MAX_LINKS} - 1
     */
    public static boolean isLinkIndex(int linkIndex) {
        return linkIndex >= 0 && linkIndex < MAX_LINKS;
    }
}
