// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.process;

import io.oriel.api.Completion;
import io.oriel.api.Endpoint;
import io.oriel.api.MemoryRegion;
import io.oriel.api.NdStatus;
import io.oriel.api.OpFlags;
import io.oriel.api.RequestType;
import io.oriel.api.ScatterGatherList;

/**
 * Reads and writes the peer's window as fast as it can until that is taken back: in the window's first half it must find
 * one number, and in every other round it writes it to the second.
 */
public final class WindowRacer {
    private final Party party;
    private final long number;
    private final int length;
    private final Completion[] completion = {new Completion()};
    private long reads;
    private long writes;
    private long poisonRead;

    WindowRacer(Party party, long number, int length) {
        this.party = party;
        this.number = number;
        this.length = length;
    }

    /** Tells in which rounds the second half is written. */
    public static boolean isWritten(long number) {
        return number % 2 == 0;
    }

    /** Runs until a request fails; tells how many Reads and Writes had succeeded, and how many of the Reads were wrong. */
    String run() {
        MemoryRegion memory = party.memory();
        for (int at = 0; at < length; at += Long.BYTES) {
            memory.buffer().putLong(at, number);
        }
        while (read() && (!isWritten(number) || write())) {
            // Until the window is taken back.
        }
        return reads + " " + writes + " " + poisonRead;
    }

    private boolean read() {
        MemoryRegion memory = party.memory();
        ScatterGatherList sink = ScatterGatherList.of(memory, Party.HALF_LENGTH, length);
        Endpoint endpoint = party.endpoint();
        if (endpoint.read(reads, sink, party.requireRemote(), 0, OpFlags.NONE) != NdStatus.SUCCESS
                || next(RequestType.READ) != NdStatus.SUCCESS) {
            return false;
        }
        reads++;
        for (int at = Party.HALF_LENGTH; at < Party.HALF_LENGTH + length; at += Long.BYTES) {
            if (memory.buffer().getLong(at) != number) {
                poisonRead++;
                break;
            }
        }
        return true;
    }

    private boolean write() {
        ScatterGatherList source = ScatterGatherList.of(party.memory(), 0, length);
        if (party.endpoint().write(writes, source, party.requireRemote(), Party.HALF_LENGTH, OpFlags.NONE)
                        != NdStatus.SUCCESS
                || next(RequestType.WRITE) != NdStatus.SUCCESS) {
            return false;
        }
        writes++;
        return true;
    }

    private NdStatus next(RequestType type) {
        while (party.queue().poll(completion, 1) == 0) {
            Thread.onSpinWait();
        }
        if (completion[0].requestType() != type) {
            throw new IllegalStateException("expected a " + type + ", was " + completion[0]);
        }
        return completion[0].status();
    }
}
