// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.service.table;

import io.oriel.api.NdException;
import io.oriel.api.NdStatus;
import io.oriel.api.WindowDescriptor;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * The first and only message of a table's owner to a reader: what the table is like, and the window on it.
 *
 * <pre>
 *    0  +--------------------------+
 *       |  version of this layout  |
 *    4  +--------------------------+
 *       |  capacity                |
 *    8  +--------------------------+
 *       |  length of a key         |
 *   12  +--------------------------+
 *       |  length of a value       |
 *   16  +--------------------------+
 *       |  probe                   |
 *   20  +--------------------------+
 *       |  zeros                   |
 *   24  +--------------------------+
 *       |  seed                    |
 *   32  +--------------------------+
 *       |  descriptor              |
 *   96  +--------------------------+
 * </pre>
 */
final class TableOffer {
    static final int DESCRIPTOR_OFFSET = 32;
    static final int LENGTH = DESCRIPTOR_OFFSET + WindowDescriptor.LENGTH;

    private static final int VERSION = 1;
    private static final int VERSION_OFFSET = 0;
    private static final int CAPACITY_OFFSET = 4;
    private static final int KEY_LENGTH_OFFSET = 8;
    private static final int VALUE_LENGTH_OFFSET = 12;
    private static final int PROBE_OFFSET = 16;
    private static final int SEED_OFFSET = 24;

    private TableOffer() {}

    /** Writes all but the descriptor. */
    static void write(MutableDirectBuffer message, TableLayout layout) {
        message.putInt(VERSION_OFFSET, VERSION);
        message.putInt(CAPACITY_OFFSET, layout.capacity());
        message.putInt(KEY_LENGTH_OFFSET, layout.keyLength());
        message.putInt(VALUE_LENGTH_OFFSET, layout.valueLength());
        message.putInt(PROBE_OFFSET, layout.probe());
        message.putLong(SEED_OFFSET, layout.seed());
    }

    /**
     * Reads what a table is like.
     *
     * @param message of its owner
     * @param length  bytes that came
     * @return the layout, in range
     * @throws NdException INVALID_PARAMETER if it is no offer of a table, or one of another version
     */
    static TableLayout read(DirectBuffer message, long length) {
        if (length != LENGTH || message.getInt(VERSION_OFFSET) != VERSION) {
            throw new NdException(
                    NdStatus.INVALID_PARAMETER,
                    "the peer offers no table of version " + VERSION + ": its first message has " + length
                            + " bytes, and " + LENGTH
                            + " were expected; connect to a table's owner of the same version");
        }
        try {
            TableConfig config = new TableConfig(
                    message.getInt(CAPACITY_OFFSET),
                    message.getInt(KEY_LENGTH_OFFSET),
                    message.getInt(VALUE_LENGTH_OFFSET),
                    message.getInt(PROBE_OFFSET),
                    1);
            return TableLayout.of(config, message.getLong(SEED_OFFSET));
        } catch (IllegalArgumentException e) {
            throw new NdException(NdStatus.INVALID_PARAMETER, "the peer offers a table that cannot be", e);
        }
    }
}
