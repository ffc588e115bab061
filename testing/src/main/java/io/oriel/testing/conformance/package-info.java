// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
/**
 * The conformance suite: what Network Direct promises, written once against the API and run on every medium.
 *
 * <p>A medium runs all of it by one subclass of {@link io.oriel.testing.conformance.ConformanceSuite}, which opens a
 * {@link io.oriel.testing.conformance.fixture.ConformanceFixture}; in {@code io.oriel.testing.remote} is one whose peer has a
 * process of its own. Tests say which rule they prove with
 * {@link io.oriel.testing.conformance.fixture.Proves}.
 */
@NullMarked
package io.oriel.testing.conformance;

import org.jspecify.annotations.NullMarked;
