// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.domain;

import io.oriel.engine.transport.Pump;

/**
 * The end of each progress of a domain that has a pump: the last of its sources, as the pump itself is the first.
 *
 * @param pump of the medium
 */
record FlushSource(Pump pump) implements ProgressSource {
    @Override
    public int progress() {
        pump.flush();
        return 0;
    }

    @Override
    public void onSignal() {
        // What the agent has changed is seen by those that commit.
    }
}
