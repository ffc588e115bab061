// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.mixed;

import io.oriel.api.AccessFlags;
import io.oriel.api.Completion;
import io.oriel.api.OpFlags;
import io.oriel.api.RequestType;
import io.oriel.benchmarks.scenario.Payload;
import io.oriel.benchmarks.scenario.PayloadInspector;
import io.oriel.benchmarks.scenario.Tally;
import io.oriel.benchmarks.session.OrielSession;
import io.oriel.benchmarks.session.Posts;
import io.oriel.benchmarks.session.Slots;

/** The messages of one length that go over one of the two connections: those of this side, and those of the peer. */
final class MixedMessages {
    private final OrielSession session;
    private final int index;
    private final PayloadInspector outgoing;
    private final PayloadInspector incoming;
    private final Slots sources;
    private final Slots sinks;
    private long sent;
    private long completed;
    private long received;

    /** Allocates the memory of as many Sends and Receives as are given, and posts the Receives; 0 for none. */
    MixedMessages(OrielSession session, int index, int size, int sends, int receives, Tally tally) {
        this.session = session;
        this.index = index;
        Payload payload = new Payload(size);
        outgoing = new PayloadInspector(payload, tally);
        incoming = new PayloadInspector(payload, tally);
        sources = new Slots(session.adapter(), Math.max(1, sends), size, AccessFlags.NONE);
        sinks = new Slots(session.adapter(), Math.max(1, receives), size, AccessFlags.ALLOW_LOCAL_WRITE);
        sources.fillAll(payload, 0);
        for (int slot = 0; slot < receives; slot++) {
            session.receive(index, slot, sinks.list(slot));
        }
    }

    /** Tells whether the memory of another Send is free. */
    boolean hasRoom() {
        return sent - completed < sources.count();
    }

    /** Sends the next message, which completes. */
    void send() {
        int slot = (int) (sent % sources.count());
        sent++;
        outgoing.write(sources.buffer(), sources.offset(slot), sent);
        Posts.require(session.endpoint(index).send(slot, sources.list(slot), OpFlags.NONE));
    }

    /** Takes a completion of this connection; true if it is a message of the peer's. */
    boolean take(Completion completion) {
        if (completion.requestType() != RequestType.RECEIVE) {
            completed++;
            return false;
        }
        int slot = (int) completion.requestContext();
        incoming.check(sinks.buffer(), sinks.offset(slot), ++received);
        session.receive(index, slot, sinks.list(slot));
        return true;
    }

    /** Tells whether all that was sent has completed. */
    boolean isQuiet() {
        return completed == sent;
    }

    void thorough(boolean value) {
        outgoing.thorough(value);
        incoming.thorough(value);
    }
}
