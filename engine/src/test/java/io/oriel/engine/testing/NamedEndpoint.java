// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.testing;

import io.oriel.api.Endpoint;
import java.lang.reflect.Proxy;

/** Endpoints that can do nothing but be compared. */
public final class NamedEndpoint {
    private NamedEndpoint() {}

    /** Makes one that is no other. */
    public static Endpoint create() {
        return (Endpoint) Proxy.newProxyInstance(
                Endpoint.class.getClassLoader(), new Class<?>[] {Endpoint.class}, (proxy, method, arguments) -> {
                    throw new UnsupportedOperationException(method.getName());
                });
    }
}
