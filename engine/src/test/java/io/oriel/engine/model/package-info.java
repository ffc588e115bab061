// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
/**
 * Network Direct as a small program that is easy to believe, and random sequences of operations that compare the engine
 * with it: every status, every completion, every byte.
 *
 * <pre>
 *  OperationSource ──► Operation... ──► ModelRun ──► Rig ──► real adapters
 *                          ▲               │
 *                       Shrinker           └───────► NdModel ──► ModelExecution
 * </pre>
 *
 * <p>Sequences name everything by number, so that any part of one can be run. What Network Direct leaves open is closed by
 * order: {@link io.oriel.engine.model.Footprint} says when a run lets everything arrive before its next step.
 */
@NullMarked
package io.oriel.engine.model;

import org.jspecify.annotations.NullMarked;
