// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.kill;

import java.util.List;

/**
 * What one kill has shown.
 *
 * @param completionsNs  from the kill to the last completion
 * @param disconnectNs   from the kill to the end of notifyDisconnect
 * @param faults         what was not as it must be; empty if all was
 */
record RoundResult(long completionsNs, long disconnectNs, List<String> faults) {}
