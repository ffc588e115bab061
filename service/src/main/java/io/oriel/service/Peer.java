// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.service;

import io.oriel.api.NdStatus;
import io.oriel.api.OpFlags;
import io.oriel.service.connect.Acceptance;
import io.oriel.service.connect.Connection;
import io.oriel.service.protocol.Greeting;
import io.oriel.service.protocol.HeaderLayout;
import io.oriel.service.slot.SlotPool;
import org.jspecify.annotations.Nullable;

/**
 * One client as its server sees it: what it has under way, and what may be sent to it.
 *
 * <p>Each answer has a slot of its own: that of the last one by its request's index, which the client uses again when it has the answer;
 * that of a part by its number, which is used again when the client has given as many back.
 */
final class Peer {
    private static final int PLACE_BITS = 16;

    private final Server server;
    private final int place;
    private final long context;
    private final Connection connection;
    private final int requestsInFlight;
    private final int partsInFlight;
    private final boolean[] awaited; // by index
    private @Nullable Acceptance acceptance;
    private int requestCount;
    private int partCount;
    private int nextPart;
    private boolean partClaimed;
    private int owed;
    private boolean owes;
    private boolean leavingTold;
    private boolean closed;

    Peer(Server server, int place, long context, Acceptance acceptance, Greeting agreed) {
        this.server = server;
        this.place = place;
        this.context = context;
        this.acceptance = acceptance;
        connection = acceptance.connection();
        requestsInFlight = agreed.requestsInFlight();
        partsInFlight = agreed.partsInFlight();
        awaited = new boolean[requestsInFlight];
    }

    static long context(long generation, int place) {
        return generation << PLACE_BITS | place;
    }

    static int place(long context) {
        return (int) context & (1 << PLACE_BITS) - 1;
    }

    int place() {
        return place;
    }

    long context() {
        return context;
    }

    Connection connection() {
        return connection;
    }

    /** Returns what the client is to complete; null once it has. */
    @Nullable
    Acceptance acceptance() {
        return acceptance;
    }

    void connected() {
        acceptance = null;
    }

    boolean isOpen() {
        return !closed;
    }

    boolean hasRequests() {
        return requestCount > 0;
    }

    void close() {
        closed = true;
        connection.close();
    }

    /** Notes a request; false if the client may not make it. */
    boolean begin(long id) {
        int index = HeaderLayout.index(id);
        if (index >= requestsInFlight || awaited[index] || requestCount + owed >= requestsInFlight) {
            return false;
        }
        awaited[index] = true;
        requestCount++;
        return true;
    }

    /** Tells whether the client may send a message that is not answered. */
    boolean mayTell() {
        return requestCount + owed < requestsInFlight;
    }

    void ended(int index) {
        awaited[index] = false;
        requestCount--;
    }

    /** A message that is not answered was handled: the client may send another, and is told so. */
    void owe() {
        owed++;
        if (!owes) {
            owes = true;
            server.owes(this);
        }
    }

    /** The client has taken parts; false if they were not under way. */
    boolean taken(int parts) {
        partCount -= parts;
        return partCount >= 0;
    }

    int answerSlot(long id) {
        return place * server.config().requestsInFlight() + HeaderLayout.index(id);
    }

    int partSlot() {
        return place * server.config().partsInFlight() + nextPart;
    }

    NdStatus claimPart() {
        if (partClaimed) {
            return NdStatus.DEVICE_BUSY;
        }
        if (partCount == partsInFlight) {
            return NdStatus.NO_MORE_ENTRIES;
        }
        partClaimed = true;
        return NdStatus.SUCCESS;
    }

    void partAborted() {
        partClaimed = false;
    }

    void partSent() {
        partClaimed = false;
        partCount++;
        nextPart++;
        if (nextPart == partsInFlight) {
            nextPart = 0;
        }
    }

    /** Sends an answer; SUCCESS, or CONNECTION_ABORTED if the client has gone. */
    NdStatus send(SlotPool pool, int slot, int length, int kind, NdStatus status, long id) {
        if (closed) {
            return NdStatus.CONNECTION_ABORTED;
        }
        int credit = Math.min(owed, HeaderLayout.MAX_CREDIT);
        HeaderLayout.write(pool.memory(), pool.offset(slot), kind, credit, status.value(), id);
        NdStatus sent = connection.endpoint().send(0, pool.list(slot, length), OpFlags.SILENT_SUCCESS);
        if (sent == NdStatus.SUCCESS) {
            owed -= credit;
            return sent;
        }
        server.unsent(this, sent);
        return NdStatus.CONNECTION_ABORTED;
    }

    /** Gives back what the client has sent without waiting for an answer; false if it has to be tried again. */
    boolean payBack() {
        owes = owed > 0 && !closed && tell(HeaderLayout.DONE) == NdStatus.NO_MORE_ENTRIES;
        return !owes;
    }

    /** Tells once that the server leaves, if it can be told now. */
    void tellLeaving() {
        if (!leavingTold && !closed && acceptance == null) {
            leavingTold = tell(HeaderLayout.LEAVING) != NdStatus.NO_MORE_ENTRIES;
        }
    }

    private NdStatus tell(int kind) {
        SlotPool notes = server.notes();
        int credit = Math.min(owed, HeaderLayout.MAX_CREDIT);
        HeaderLayout.write(notes.memory(), 0, kind, credit, NdStatus.SUCCESS.value(), 0);
        NdStatus status = connection.endpoint().send(0, notes.list(0), OpFlags.SILENT_SUCCESS | OpFlags.INLINE);
        if (status == NdStatus.SUCCESS) {
            owed -= credit;
        }
        return status;
    }
}
