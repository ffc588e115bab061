// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.endpoint;

import io.oriel.api.Endpoint;

/** The ids by which peers name endpoints. */
public final class EndpointIds {
    private EndpointIds() {}

    /** Returns the id of an endpoint of the engine. */
    public static int of(Endpoint endpoint) {
        return ((EngineEndpoint) endpoint).connection().id();
    }
}
