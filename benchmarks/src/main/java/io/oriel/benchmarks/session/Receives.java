// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.session;

import io.oriel.api.AccessFlags;
import io.oriel.api.Completion;
import io.oriel.benchmarks.scenario.PayloadInspector;
import org.agrona.DirectBuffer;

/** The Receives of all endpoints of a session: posted at the start, checked and posted again as messages arrive. */
public final class Receives {
    private final OrielSession session;
    private final Slots slots;
    private final int depth;
    private final PayloadInspector inspector;

    /**
     * Allocates their memory.
     *
     * @param session   whose endpoints take messages
     * @param depth     Receives of each endpoint
     * @param size      bytes of each message
     * @param inspector checks what arrives
     */
    public Receives(OrielSession session, int depth, int size, PayloadInspector inspector) {
        this.session = session;
        this.depth = session.receivesOf(depth);
        this.inspector = inspector;
        slots = new Slots(session.adapter(), session.endpointCount() * this.depth, size, AccessFlags.ALLOW_LOCAL_WRITE);
    }

    /** Posts all of them. */
    public void postAll() {
        for (int slot = 0; slot < slots.count(); slot++) {
            post(slot);
        }
    }

    /**
     * Checks a message, then posts its Receive again.
     *
     * @param completion of the Receive
     * @param sequence   that the message should carry
     */
    public void accept(Completion completion, long sequence) {
        int slot = (int) completion.requestContext();
        check(slot, sequence);
        post(slot);
    }

    /**
     * Checks a message.
     *
     * @param slot     the context of its Receive
     * @param sequence that the message should carry
     */
    public void check(int slot, long sequence) {
        inspector.check(slots.buffer(), slots.offset(slot), sequence);
    }

    /**
     * Posts a Receive, on the endpoint that it belongs to.
     *
     * @param slot its context
     */
    public void post(int slot) {
        session.receive(slot / depth, slot, slots.list(slot));
    }

    /**
     * Chooses between checking samples and every byte.
     *
     * @param value true for every byte
     */
    public void thorough(boolean value) {
        inspector.thorough(value);
    }

    /**
     * Returns how many Receives there are.
     *
     * @return the count
     */
    public int count() {
        return slots.count();
    }

    /**
     * Returns the memory into which messages come.
     *
     * @return the memory
     */
    public DirectBuffer buffer() {
        return slots.buffer();
    }

    /**
     * Returns where a message has come.
     *
     * @param slot the context of the Receive
     * @return offset in {@link #buffer}
     */
    public int offset(int slot) {
        return slots.offset(slot);
    }
}
