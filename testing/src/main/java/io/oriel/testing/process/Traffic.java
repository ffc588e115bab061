// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.process;

import io.oriel.api.NdStatus;
import java.util.Random;

/** A random mix of requests of one party, whose peer does the same; Receives are always posted. */
public final class Traffic {
    private static final int RECEIVE_LENGTH = 64 * 1024;
    private static final int SMALL = 2048;

    private final Party party;
    private final Random random;
    private boolean isStopped;
    private boolean isEnded;

    public Traffic(Party party, long seed) {
        this.party = party;
        random = new Random(seed);
        party.refill(RECEIVE_LENGTH);
    }

    /** Posts something, if there is room, and polls. */
    public void step() {
        if (!isStopped && !isEnded && party.ledger().initiatorOutstanding() < Party.DEPTH) {
            NdStatus status = post(random.nextInt(100));
            isEnded = status == NdStatus.CONNECTION_INVALID || status == NdStatus.DEVICE_REMOVED;
            if (status != NdStatus.SUCCESS && !isEnded) {
                throw new AssertionError("a post was answered " + status);
            }
        }
        if (party.pollOnce() == 0 && (isStopped || random.nextInt(8) == 0)) {
            party.progress();
        }
        if (!isEnded) {
            party.refill(RECEIVE_LENGTH); // also when stopped: the peer may still be sending
        }
    }

    private NdStatus post(int dice) {
        if (dice < 40) {
            return party.send(random.nextInt(SMALL));
        }
        if (dice < 45) {
            return party.send(random.nextInt(RECEIVE_LENGTH));
        }
        if (dice < 70) {
            return party.write(random.nextInt(dice < 65 ? SMALL : Party.HALF_LENGTH / 4));
        }
        if (dice < 90) {
            return party.read(random.nextInt(dice < 85 ? SMALL : Party.HALF_LENGTH / 4));
        }
        return party.bindOrInvalidateSpare();
    }

    /** Posts no more. */
    public void stop() {
        isStopped = true;
    }

    /** Tells whether the connection has ended. */
    public boolean isEnded() {
        return isEnded;
    }
}
