// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
/**
 * Network Direct as a small program that is easy to believe, and random sequences of operations that compare the engine
 * with it: every status, every completion, every byte. Begin with {@link io.oriel.testing.model.ModelCheck}.
 *
 * <pre>
 *      operation                   run                      nd
 *  OperationSource ──► Operation ──► ModelRun ──► Order, Answers, NdModel ──► ModelExecution
 *                          ▲            │
 *                       Shrinker        └───────► Rig ──► real adapters
 * </pre>
 *
 * <p>A new kind of operation is named in {@code Operation}, drawn in {@code OperationSource}, done for the model in {@code
 * NdModel} and for the engine in {@code Rig}. {@code Answers} says what its call may return, {@code Order} when it can be
 * told what comes of it, and a {@code Rule} that the model can forget, or a {@code Lie} of the engine's, shows that the
 * comparison can fail.
 */
@NullMarked
package io.oriel.testing.model;

import org.jspecify.annotations.NullMarked;
