// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
/**
 * What can be measured, and how its two processes are run: a {@link io.oriel.benchmarks.contender.Subject} opens a
 * {@link io.oriel.benchmarks.contender.Contender}, which spins only while it is run.
 *
 * <p>A subject in Java has its sides in two processes, and neither is that of the rig:
 *
 * <pre>
 *  Contender  --pipe-->  SideMain: LocalContender, initiator  --pipe-->  SideMain: PeerServer, responder
 * </pre>
 */
@NullMarked
package io.oriel.benchmarks.contender;

import org.jspecify.annotations.NullMarked;
