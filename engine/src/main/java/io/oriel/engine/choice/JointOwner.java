// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.choice;

import io.oriel.engine.transport.Link;
import io.oriel.engine.transport.LinkHandler;
import io.oriel.engine.transport.PortOwner;
import io.oriel.engine.transport.Pump;

/** The owner of two ports. An adapter that has lost one medium is as good as removed; it hears so once. */
final class JointOwner implements PortOwner {
    private final PortOwner owner;
    private boolean isRemoved;

    JointOwner(PortOwner owner) {
        this.owner = owner;
    }

    @Override
    public LinkHandler linkOpened(Link link) {
        return owner.linkOpened(link);
    }

    @Override
    public void removed(String reason) {
        if (!isRemoved) {
            isRemoved = true;
            owner.removed(reason);
        }
    }

    @Override
    public void pumpStarted(Pump pump) {
        owner.pumpStarted(pump);
    }

    @Override
    public void pumpWanted() {
        owner.pumpWanted();
    }
}
