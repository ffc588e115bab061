// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.conformance;

import io.oriel.api.config.OrielConfig;

/** A medium that the suite runs on. */
@FunctionalInterface
public interface ConformanceMedium {
    /**
     * Opens two processes, or what stands for them, with an adapter in each.
     *
     * @param config of both; directories may be changed
     * @return to be closed by the caller
     */
    ConformanceFixture open(OrielConfig config);
}
