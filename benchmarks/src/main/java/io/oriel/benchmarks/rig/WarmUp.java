// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.rig;

/**
 * How a contender came to its speed.
 *
 * @param elapsedNs   that it took
 * @param isSettled   false if the compilers of its processes still worked at the end
 * @param operationNs how long an operation took at last
 */
public record WarmUp(long elapsedNs, boolean isSettled, double operationNs) {}
