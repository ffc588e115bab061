// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.oriel;

import io.oriel.api.Completion;
import io.oriel.api.RequestType;
import io.oriel.benchmarks.message.Messages;
import io.oriel.benchmarks.process.ControlChannel;
import io.oriel.benchmarks.scenario.Payload;
import io.oriel.benchmarks.scenario.PayloadInspector;
import io.oriel.benchmarks.scenario.ScenarioConfig;
import io.oriel.benchmarks.scenario.SpinGuard;
import io.oriel.benchmarks.scenario.Tally;
import io.oriel.benchmarks.session.Completions;
import io.oriel.benchmarks.session.OrielSession;
import io.oriel.benchmarks.session.Posts;
import io.oriel.benchmarks.session.Receives;
import io.oriel.benchmarks.session.Slots;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * Oriel's Sends as messages. The endpoints take turns; an answer goes back on the endpoint by which its message came. A Receive is
 * posted again when the next message has been sent, so that nobody waits for that.
 */
final class OrielMessages implements Messages.Sleeping {
    private final Tally tally = new Tally();
    private final OrielSession session;
    private final Payload payload;
    private final PayloadInspector outgoing;
    private final Receives receives;
    private final Slots source;
    private final Completions completions;
    private final Posts posts;
    private final SpinGuard guard;
    private final boolean isFirst;
    private final int[] taken;
    private int takenCount;
    private final int[] origins;
    private int originHead;
    private int originTail;
    private long received;
    private int early;
    private int lastSlot;
    private int nextEndpoint;
    private int nextSlot;

    /** Posts the Receives, and connects if it is the first side; else accepts. */
    OrielMessages(
            OrielSession session, ScenarioConfig config, int receiveDepth, ControlChannel channel, boolean isFirst) {
        this.session = session;
        this.isFirst = isFirst;
        Lengths lengths = Lengths.of(config.shape(), isFirst);
        payload = new Payload(lengths.outgoing());
        outgoing = new PayloadInspector(payload, tally);
        PayloadInspector incoming = new PayloadInspector(new Payload(lengths.incoming()), tally);
        receives = new Receives(session, receiveDepth, lengths.incoming(), incoming);
        // The peer's message that makes a slot the next one says that its own before has been taken.
        source = Slots.source(session.adapter(), config.load().totalOutstanding(), lengths.outgoing());
        source.fillAll(payload, 0);
        completions = new Completions(session.queue());
        posts = new Posts(config.load().signalEvery());
        guard = new SpinGuard(channel);
        taken = new int[receives.count()];
        origins = new int[receives.count()];
        receives.postAll();
        if (isFirst) {
            session.connect(channel);
        } else {
            session.accept(channel);
        }
    }

    @Override
    public void send(long sequence) {
        int endpoint = isFirst ? turn() : origin();
        outgoing.write(source.buffer(), source.offset(nextSlot), sequence);
        int flags = posts.nextFlags();
        if (!Posts.accepted(session.endpoint(endpoint).send(sequence, source.list(nextSlot), flags))) {
            sendLater(endpoint, sequence, flags);
        }
        nextSlot = nextSlot + 1 == source.count() ? 0 : nextSlot + 1;
        while (takenCount > 0) {
            receives.post(taken[--takenCount]);
        }
    }

    private void sendLater(int endpoint, long sequence, int flags) {
        tally.backPressure();
        do {
            early = poll();
            guard.spin();
        } while (!Posts.accepted(session.endpoint(endpoint).send(sequence, source.list(nextSlot), flags)));
        guard.progressed();
    }

    private int turn() {
        int endpoint = nextEndpoint;
        nextEndpoint = endpoint + 1 == session.endpointCount() ? 0 : endpoint + 1;
        return endpoint;
    }

    private int origin() {
        int endpoint = origins[originHead];
        originHead = originHead + 1 == origins.length ? 0 : originHead + 1;
        return endpoint;
    }

    /** Polls once. The completion of a Send, if it has one, is always taken before the answer. */
    @Override
    public int poll() {
        int count = completions.poll();
        int messages = early; // those that came while there was no room to send
        early = 0;
        for (int i = 0; i < count; i++) {
            Completion completion = completions.get(i);
            if (completion.requestType() == RequestType.RECEIVE) {
                take(completion);
                messages++;
            }
        }
        return messages;
    }

    private void take(Completion completion) {
        lastSlot = (int) completion.requestContext();
        receives.check(lastSlot, ++received);
        taken[takenCount++] = lastSlot;
        if (!isFirst) {
            origins[originTail] = (int) completion.endpointContext();
            originTail = originTail + 1 == origins.length ? 0 : originTail + 1;
        }
    }

    @Override
    public void sleep(long limitNs) {
        session.adapter().await(limitNs);
    }

    @Override
    public MutableDirectBuffer outgoing() {
        return source.buffer();
    }

    @Override
    public int outgoingOffset() {
        return source.offset(nextSlot);
    }

    @Override
    public DirectBuffer incoming() {
        return receives.buffer();
    }

    @Override
    public int incomingOffset() {
        return receives.offset(lastSlot);
    }

    @Override
    public void thorough(boolean value) {
        outgoing.thorough(value);
        receives.thorough(value);
        if (!value) {
            source.fillAll(payload, 0);
        }
    }

    @Override
    public String explanation() {
        return session.explanation();
    }

    @Override
    public Tally tally() {
        return tally;
    }

    @Override
    public void close() {
        session.close();
    }
}
