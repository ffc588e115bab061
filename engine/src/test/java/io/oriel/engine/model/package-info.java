// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
/**
 * Network Direct as a small program that is easy to believe, and random sequences of operations that compare the engine
 * with it: every status, every completion, every byte. Begin with {@link io.oriel.engine.model.ModelCheck}.
 *
 * <pre>
 *      operation                     run                           nd
 *  OperationSource ──► Operation... ──► ModelRun ──► NdModel, ModelCalls ──► ModelExecution
 *                          ▲               │
 *                       Shrinker           └───────► Rig ──► real adapters
 * </pre>
 *
 * <p>A new kind of operation is named in {@code Operation}, drawn in {@code OperationSource}, done for the model in {@code
 * NdModel} and for the engine in {@code Rig}; {@code ModelCalls} says what its call may return.
 */
@NullMarked
package io.oriel.engine.model;

import org.jspecify.annotations.NullMarked;
