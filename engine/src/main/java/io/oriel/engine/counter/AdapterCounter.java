// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.counter;

/** What is counted for each adapter, by the control agent unless it says otherwise. */
public enum AdapterCounter implements CounterType {
    /** Connections that were made, from either side. */
    CONNECTIONS_MADE(0, 1001, "connections made"),
    /** Requests for a connection that no listener took: none there, or its backlog full. */
    REQUESTS_REFUSED(1, 1002, "connection requests refused"),
    /** Control messages that could not be understood. */
    MESSAGES_MALFORMED(2, 1003, "malformed control messages"),
    /** Links that ended by the peer's death, or because it broke the protocol. */
    LINKS_LOST(3, 1004, "links lost"),
    /** Datagrams beside the frames that were damaged, not Oriel's, or of no link; none on one host. */
    DATAGRAMS_DROPPED(4, 1005, "datagrams dropped"),
    /** Datagrams of frames that were damaged, or of no stream that a peer has announced; none on one host. By the owner. */
    FRAMES_DROPPED(5, 1006, "frame datagrams dropped"),
    /** Times that a peer on this host was met by UDP, because it could not be met in shared memory. */
    DETOURS(6, 1007, "detours on this host");

    private final int index;
    private final int typeId;
    private final String label;

    AdapterCounter(int index, int typeId, String label) {
        this.index = index;
        this.typeId = typeId;
        this.label = label;
    }

    @Override
    public int index() {
        return index;
    }

    @Override
    public int typeId() {
        return typeId;
    }

    @Override
    public String label() {
        return label;
    }
}
