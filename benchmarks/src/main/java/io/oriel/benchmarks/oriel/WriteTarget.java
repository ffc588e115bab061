// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.oriel;

import io.oriel.benchmarks.plan.Load;
import io.oriel.benchmarks.plan.ScenarioConfig;
import io.oriel.benchmarks.scenario.ControlChannel;
import io.oriel.benchmarks.scenario.Responder;
import io.oriel.benchmarks.scenario.Tally;
import io.oriel.benchmarks.session.OrielSession;

/**
 * Lets its memory be written, and checks afterwards what is there: the sequence of the last Write of each slot in timed
 * runs, every byte of every Write in verification, whose rounds write each slot at most once.
 */
public final class WriteTarget implements Responder {
    private final Tally tally = new Tally();
    private final Load load;
    private final ControlChannel channel;
    private final WindowMemory memory;
    private final long[] written;
    private int next;

    /**
     * Connects and grants the memory.
     *
     * @param session the endpoints, not connected
     * @param config  what the peer does
     * @param channel to the peer
     */
    public WriteTarget(OrielSession session, ScenarioConfig config, ControlChannel channel) {
        this.channel = channel;
        load = config.load();
        memory = new WindowMemory(session, config, channel);
        written = new long[load.endpoints()];
    }

    @Override
    public void run(long operations) {
        memory.progressUntilMessage();
        count(operations);
        check(false);
    }

    @Override
    public void verify(long operations) {
        int share = load.totalOutstanding();
        memory.progressUntilMessage();
        for (long done = 0; done < operations; done += share) {
            channel.expect("check");
            count(Math.min(share, operations - done));
            check(true);
            channel.send("checked");
            memory.progressUntilMessage();
        }
    }

    @Override
    public Tally tally() {
        return tally;
    }

    @Override
    public void close() {
        memory.session().close();
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

    private void check(boolean thorough) {
        for (int slot = 0; slot < memory.slots().count(); slot++) {
            int index = slot / load.outstanding();
            int place = slot % load.outstanding();
            long behind = Math.floorMod(written[index] - 1 - place, load.outstanding());
            long last = written[index] - 1 - behind;
            if (last >= 0 && !isRight(slot, Tags.ofRequest(memory.session(), index, last), thorough)) {
                tally.error();
            }
        }
    }

    private boolean isRight(int slot, long tag, boolean thorough) {
        int offset = memory.slots().offset(slot);
        return thorough
                ? memory.payload().matches(memory.slots().buffer(), offset, tag)
                : memory.payload().isStamped(memory.slots().buffer(), offset, tag);
    }
}
