// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.kill;

import io.oriel.benchmarks.measure.LatencyNanos;
import java.util.List;

/**
 * What all rounds have shown.
 *
 * @param plan        what was done
 * @param completions from the kill to the last completion at the survivor
 * @param disconnect  from the kill to the end of notifyDisconnect
 * @param faults      what was not as it must be, with the round; empty if all was
 */
public record KillOutcome(KillPlan plan, LatencyNanos completions, LatencyNanos disconnect, List<String> faults) {}
