// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.conformance;

import io.oriel.api.AccessFlags;
import io.oriel.api.config.EndpointConfig;

/**
 * What one side of a pair is made of.
 *
 * @param endpoint     of its endpoint
 * @param regionLength bytes of its region
 * @param access       to its region
 * @param oneQueue     whether one completion queue takes the results of both of the endpoint's queues
 */
public record SideConfig(EndpointConfig endpoint, int regionLength, int access, boolean oneQueue) {
    static SideConfig defaults() {
        return new SideConfig(EndpointConfig.defaults(), 64 * 1024, AccessFlags.ALLOW_LOCAL_WRITE, false);
    }

    SideConfig withEndpoint(EndpointConfig value) {
        return new SideConfig(value, regionLength, access, oneQueue);
    }

    SideConfig withRegionLength(int value) {
        return new SideConfig(endpoint, value, access, oneQueue);
    }

    SideConfig withAccess(int value) {
        return new SideConfig(endpoint, regionLength, value, oneQueue);
    }

    SideConfig withOneQueue() {
        return new SideConfig(endpoint, regionLength, access, true);
    }
}
