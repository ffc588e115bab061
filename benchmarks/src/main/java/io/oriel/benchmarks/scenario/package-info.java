// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
/**
 * The contract between the rig and what it measures.
 *
 * <p>A scenario has two sides in two processes: the {@link io.oriel.benchmarks.scenario.Initiator} starts each operation
 * and holds the clock, the {@link io.oriel.benchmarks.scenario.Responder} does the other half. Both are set up, run and
 * verified together; between runs both are idle and neither spins. They agree on the
 * {@link io.oriel.benchmarks.process.ControlChannel}:
 *
 * <pre>
 *  initiator's process            responder's process
 *     open KEY CONFIG  --------&gt;  creates the responder, both set up
 *     run KEY COUNT    --------&gt;  "running", then both loop
 *     stop             --------&gt;  "done ERRORS BACKPRESSURE ALLOCATED"
 *     close KEY        --------&gt;  "closed"
 * </pre>
 *
 * <p>CONFIG is a {@link io.oriel.benchmarks.scenario.ScenarioConfig}: immutable records that travel as one line of text.
 */
@NullMarked
package io.oriel.benchmarks.scenario;

import org.jspecify.annotations.NullMarked;
