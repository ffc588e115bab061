// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.model.run;

import io.oriel.testing.conformance.fixture.ConformanceFixture;
import io.oriel.testing.model.nd.ModelEndpoint;
import io.oriel.testing.model.nd.NdModel;
import io.oriel.testing.model.operation.Inventory;
import java.util.List;

/** The ends of connections that are under way: when they are known, and when all has come. */
public final class Ends {
    private final ConformanceFixture fixture;
    private final NdModel model;
    private final Rig rig;
    private final Arrivals arrivals;

    public Ends(ConformanceFixture fixture, NdModel model, Rig rig, Arrivals arrivals) {
        this.fixture = fixture;
        this.model = model;
        this.rig = rig;
        this.arrivals = arrivals;
    }

    /** Tells the model of each end that an application has been told of: from now on its calls must find it. */
    public void learn() {
        for (int side = 0; side < Inventory.SIDES; side++) {
            for (int pair = 0; pair < Inventory.PAIRS; pair++) {
                ModelEndpoint endpoint = model.endpoint(side, pair);
                if (endpoint.isConnected() && rig.isToldOfEnd(side, pair)) {
                    if (!fixture.isPeerAlive()) {
                        throw new PeerDeath();
                    }
                    if (!endpoint.isEnding()) {
                        throw new Divergence(
                                "side " + side + ", pair " + pair + " was told of an end that nobody made");
                    }
                    model.told(endpoint);
                }
            }
        }
    }

    /** Compares what has come of ends of which everything has come; tells whether those are all. */
    public boolean areOver() {
        for (ModelEndpoint first : List.copyOf(model.ending())) {
            EndOfConnection one = of(first);
            EndOfConnection other = of(first.peer());
            if (isSeen(first) && isSeen(first.peer()) && one.hasCome() && other.hasCome() && isQuiet(one, other)) {
                one.check();
                other.check();
                one.compareWith(other);
                other.compareWith(one);
                one.adopt(model, other);
                other.adopt(model, one);
                model.endIsOver(first);
            }
        }
        return model.ending().isEmpty();
    }

    /** Nobody hears of a silent request that has succeeded: what is still to come of them must have come. */
    private boolean isQuiet(EndOfConnection one, EndOfConnection other) {
        if (one.endsInSilence() || other.endsInSilence()) {
            fixture.settle();
            arrivals.collect(0);
        }
        return fixture.isPeerAlive();
    }

    private EndOfConnection of(ModelEndpoint endpoint) {
        return new EndOfConnection(endpoint, arrivals.initiated(endpoint), arrivals.received(endpoint));
    }

    /** Tells whether an endpoint that is still there knows of its end, and its application was told. */
    private boolean isSeen(ModelEndpoint endpoint) {
        boolean isFormer = model.endpoint(endpoint.side, endpoint.pair) != endpoint;
        return isFormer
                || (!rig.isConnected(endpoint.side, endpoint.pair) && rig.isToldOfEnd(endpoint.side, endpoint.pair));
    }

    /** Says which ends are not over; empty if all are. */
    public String missing() {
        StringBuilder missing = new StringBuilder();
        for (ModelEndpoint first : model.ending()) {
            missing.append("the end of pair ").append(first.pair);
            missing.append(": ").append(of(first)).append(" and ").append(of(first.peer()));
        }
        return missing.toString();
    }
}
