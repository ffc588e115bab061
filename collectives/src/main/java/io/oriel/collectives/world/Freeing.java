// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.collectives.world;

import io.oriel.api.MemoryRegion;
import io.oriel.api.NdException;
import io.oriel.api.NdStatus;
import io.oriel.collectives.lane.Exposures;
import io.oriel.collectives.lane.Lane;
import org.jspecify.annotations.Nullable;

/** Memory that is given up, but that other ranks may still read. */
final class Freeing implements Work {
    private final Exposures exposures;
    private final int id;
    private final @Nullable Lane[] lanes;
    private final MemoryRegion region;

    Freeing(Exposures exposures, int id, @Nullable Lane[] lanes, MemoryRegion region) {
        this.exposures = exposures;
        this.id = id;
        this.lanes = lanes;
        this.region = region;
    }

    @Override
    public boolean progress() {
        return exposures.isBack(id, lanes) && isFree();
    }

    private boolean isFree() {
        try {
            region.deregister();
            return true;
        } catch (NdException e) {
            if (e.status() == NdStatus.DEVICE_BUSY) { // of a rank that was stopped in the midst of a Read
                return false;
            }
            throw e;
        }
    }
}
