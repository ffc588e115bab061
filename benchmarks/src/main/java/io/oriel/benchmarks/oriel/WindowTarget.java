// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.oriel;

import io.oriel.api.AccessFlags;
import io.oriel.benchmarks.process.ControlChannel;
import io.oriel.benchmarks.scenario.Load;
import io.oriel.benchmarks.scenario.Payload;
import io.oriel.benchmarks.scenario.Responder;
import io.oriel.benchmarks.scenario.ScenarioConfig;
import io.oriel.benchmarks.scenario.Shape.Operation;
import io.oriel.benchmarks.scenario.Tally;
import io.oriel.benchmarks.session.Completions;
import io.oriel.benchmarks.session.OrielSession;
import io.oriel.benchmarks.session.Slots;

/**
 * Grants its memory to the one-sided requests of the peer, and makes progress for them without being told.
 *
 * <p>Memory that is read is filled anew for each round of a verification. Memory that is written is checked afterwards: the sequence
 * of the last Write of each slot in timed runs, every byte of every Write in verification, whose rounds write each slot at most once.
 */
final class WindowTarget implements Responder {
    private static final int POLLS_PER_LOOK = 64;

    private final Tally tally = new Tally();
    private final OrielSession session;
    private final ControlChannel channel;
    private final Load load;
    private final boolean isWritten;
    private final Payload payload;
    private final Slots slots;
    private final Completions completions;
    private final long[] written;
    private int next;
    private int round;

    WindowTarget(OrielSession session, ScenarioConfig config, ControlChannel channel) {
        this.session = session;
        this.channel = channel;
        load = config.load();
        isWritten = config.shape().operation() == Operation.WRITE;
        int size = config.shape().sizeBytes();
        payload = new Payload(size);
        slots = new Slots(session.adapter(), load.totalOutstanding(), size, AccessFlags.ALLOW_LOCAL_WRITE);
        completions = new Completions(session.queue());
        written = new long[load.endpoints()];
        fill();
        session.accept(channel);
        session.grant(slots, channel);
    }

    @Override
    public void run(long operations) {
        progressUntilTold();
        if (isWritten) {
            count(operations);
            check(written);
        }
    }

    @Override
    public void verify(long operations) {
        progressUntilTold();
        if (isWritten) {
            int share = load.totalOutstanding();
            long[] before = written.clone();
            for (long done = 0; done < operations; done += share) {
                channel.expect("check");
                count(Math.min(share, operations - done));
                check(before);
                channel.send("checked");
                progressUntilTold();
            }
        } else {
            long share = RequestStream.readsPerRound(operations);
            for (long done = 0; done < operations; done += share) {
                channel.expect("fill");
                round++;
                fill();
                channel.send("filled");
                progressUntilTold();
            }
        }
    }

    private void fill() {
        for (int slot = 0; slot < slots.count(); slot++) {
            payload.fill(slots.buffer(), slots.offset(slot), Requests.tagOfSlot(slot, round));
        }
    }

    /** Polls until the peer says something, which is left in the channel. */
    private void progressUntilTold() {
        do {
            for (int i = 0; i < POLLS_PER_LOOK; i++) {
                completions.requireNone();
                Thread.onSpinWait();
            }
        } while (!channel.hasMessage());
    }

    /** Follows the peer, whose endpoints take strict turns. */
    private void count(long operations) {
        int lanes = written.length;
        for (int i = 0; i < lanes; i++) {
            int turn = Math.floorMod(i - next, lanes);
            written[i] += operations / lanes + (turn < operations % lanes ? 1 : 0);
        }
        next = (int) ((next + operations) % lanes);
    }

    /** Checks every byte of what was written since; of the rest, which may be as it was before but for its stamp, the stamp. */
    private void check(long[] before) {
        for (int slot = 0; slot < slots.count(); slot++) {
            int index = slot / load.outstanding();
            int place = slot % load.outstanding();
            long behind = Math.floorMod(written[index] - 1 - place, load.outstanding());
            long last = written[index] - 1 - behind;
            if (last >= 0 && !isRight(slot, Requests.tagOf(session, index, last), last >= before[index])) {
                tally.error();
            }
        }
    }

    private boolean isRight(int slot, long tag, boolean thorough) {
        int offset = slots.offset(slot);
        return thorough ? payload.matches(slots.buffer(), offset, tag) : payload.isStamped(slots.buffer(), offset, tag);
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
