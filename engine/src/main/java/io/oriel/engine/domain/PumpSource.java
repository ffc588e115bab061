// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.domain;

import io.oriel.engine.transport.Pump;

/**
 * A medium's pump as a domain progresses it.
 *
 * @param pump of the medium
 */
record PumpSource(Pump pump) implements ProgressSource {
    @Override
    public int progress() {
        return pump.turn();
    }

    @Override
    public long idleNs() {
        return pump.idleNs();
    }

    @Override
    public void onSignal() {
        // The medium hears from the agent by its own ways.
    }
}
