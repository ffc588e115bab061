// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
/**
 * The conformance suite: what Network Direct promises, written once against the API and run on every medium.
 *
 * <p>A medium runs all of it by one subclass of {@link io.oriel.engine.conformance.ConformanceSuite}, which opens a
 * {@link io.oriel.engine.conformance.ConformanceFixture}. Tests say which rule they prove with
 * {@link io.oriel.engine.conformance.Proves}.
 */
@NullMarked
package io.oriel.engine.conformance;

import org.jspecify.annotations.NullMarked;
