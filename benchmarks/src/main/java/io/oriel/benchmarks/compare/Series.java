// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.compare;

import io.oriel.benchmarks.rig.Summary;
import java.util.List;

/**
 * Runs of one subject that differ in one thing: the points of a curve.
 *
 * @param kind    what the curve shows, such as latency
 * @param subject whose it is
 * @param points  its runs, in order
 */
public record Series(String kind, String subject, List<Summary> points) {}
