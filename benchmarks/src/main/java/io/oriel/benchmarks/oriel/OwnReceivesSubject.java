// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.oriel;

import io.oriel.benchmarks.plan.ScenarioConfig;
import io.oriel.benchmarks.rig.JvmSubject;
import io.oriel.benchmarks.scenario.ControlChannel;
import io.oriel.benchmarks.scenario.Initiator;
import io.oriel.benchmarks.scenario.Responder;

/** Oriel, whose endpoints have Receives of their own where those of Oriel share them. */
public final class OwnReceivesSubject implements JvmSubject {
    private final OrielSubject oriel = new OrielSubject();

    /** Creates the subject. */
    public OwnReceivesSubject() {}

    @Override
    public String name() {
        return "own";
    }

    @Override
    public boolean canDo(ScenarioConfig config) {
        return config.sharesReceives();
    }

    @Override
    public Initiator initiator(ScenarioConfig config, ControlChannel channel) {
        return oriel.initiator(config.withSharedReceives(false), channel);
    }

    @Override
    public Responder responder(ScenarioConfig config, ControlChannel channel) {
        return oriel.responder(config.withSharedReceives(false), channel);
    }
}
