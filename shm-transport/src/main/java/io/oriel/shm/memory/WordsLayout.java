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
 *           |  credit of endpoint 0             |
 *      264  +-----------------------------------+
 *           |  ... of endpoint 8191             |
 *   65,792  +-----------------------------------+
 * </pre>
 */
public final class WordsLayout {
    /** Begins a word file: "ORIELWRD" in ASCII. */
    public static final long MAGIC = 0x4452574C4549524FL;
    /** Of all layouts in shared memory; a peer with another is refused. */
    public static final int VERSION = 5;

    static final int ADAPTER_ID_OFFSET = 16;
    static final int ARMED_OFFSET = 128; // alone on its cache lines, and on those that are fetched with them
    static final int CREDITS_OFFSET = 256;
    static final int CREDIT_STRIDE = Long.BYTES;
    static final int LENGTH = CREDITS_OFFSET + Port.MAX_ENDPOINTS * CREDIT_STRIDE;

    private WordsLayout() {}

    static int creditOffset(int endpointId) {
        return CREDITS_OFFSET + endpointId * CREDIT_STRIDE;
    }
}
