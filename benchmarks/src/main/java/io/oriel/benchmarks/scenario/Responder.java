// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.scenario;

import io.oriel.benchmarks.process.ControlChannel;

/** The side that answers. */
public interface Responder extends Scenario {
    /**
     * Does its half of as many operations as the initiator runs, in one run or several. A responder whose half is only
     * to make progress returns when the {@link ControlChannel} has a message, which it leaves there.
     *
     * @param operations how many, at least 1
     */
    void run(long operations);

    /**
     * Returns one that does nothing, for who needs no other side.
     *
     * @return the responder
     */
    static Responder idle() {
        Tally tally = new Tally();
        return new Responder() {
            @Override
            public void run(long operations) {}

            @Override
            public void verify(long operations) {}

            @Override
            public Tally tally() {
                return tally;
            }

            @Override
            public void close() {}
        };
    }
}
