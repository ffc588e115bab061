// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.rig;

import io.oriel.benchmarks.measure.RunResult;
import java.util.List;

/**
 * One timed run of each entry, one directly after the other.
 *
 * @param results       in the order of the entries
 * @param floorBeforeNs the floor before the first; NaN if it was not measured
 * @param floorAfterNs  the floor after the last; NaN if it was not measured
 */
public record Round(List<RunResult> results, double floorBeforeNs, double floorAfterNs) {
    /**
     * Tells whether the machine changed its speed meanwhile.
     *
     * @return false if it is not known
     */
    public boolean hasFloorMoved() {
        return Floor.hasMoved(floorBeforeNs, floorAfterNs);
    }
}
