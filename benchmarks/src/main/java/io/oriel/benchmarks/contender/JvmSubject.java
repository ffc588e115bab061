// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.contender;

import io.oriel.benchmarks.process.ControlChannel;
import io.oriel.benchmarks.scenario.Initiator;
import io.oriel.benchmarks.scenario.Responder;
import io.oriel.benchmarks.scenario.ScenarioConfig;
import java.util.List;

/** A subject whose two sides run in Java, each in a process of its own and on one thread. */
public interface JvmSubject extends Subject {
    /**
     * Makes the side that starts the operations.
     *
     * @param config  what it does
     * @param channel to the other process, where {@link #responder} is called at the same time
     * @return the initiator, ready to run
     */
    Initiator initiator(ScenarioConfig config, ControlChannel channel);

    /**
     * Makes the side that answers.
     *
     * @param config  what the initiator does
     * @param channel to the other process, where {@link #initiator} is called at the same time
     * @return the responder, ready to run
     */
    Responder responder(ScenarioConfig config, ControlChannel channel);

    /**
     * Says what its processes need on the command line beside what this one has.
     *
     * @return flags of the JVM, each one word; empty if it needs none
     */
    default List<String> jvmFlags() {
        return List.of();
    }

    @Override
    default Contender open(ScenarioConfig config) {
        return SideMain.start(this, config);
    }
}
