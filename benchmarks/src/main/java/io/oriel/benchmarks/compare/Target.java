// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.compare;

import io.oriel.benchmarks.plan.ScenarioConfig;

/**
 * What a row is compared with.
 *
 * @param subject name of the subject
 * @param label   what it is called in results
 * @param config  what it does
 * @param ratio   that Oriel's number divided by its number may have; NaN if none is asked for
 * @param isRival whether it takes part only where rivals are asked for
 */
record Target(String subject, String label, ScenarioConfig config, double ratio, boolean isRival) {}
