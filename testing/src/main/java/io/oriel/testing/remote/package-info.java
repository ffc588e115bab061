// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
/**
 * Runs the conformance suite with the peer in a process of its own.
 *
 * <p>Whoever writes a medium opens a {@link io.oriel.testing.remote.ProcessesFixture} where the suite asks for a fixture, on
 * a {@link io.oriel.testing.remote.PeerHost} that is told the medium's name. The tests are the same: they call the peer's
 * objects as if they were here.
 */
@NullMarked
package io.oriel.testing.remote;

import org.jspecify.annotations.NullMarked;
