// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.service.name;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.List;

/**
 * Finds where a service listens.
 *
 * <p><b>Threading:</b> called on a thread of its own, which may wait; never on a thread that polls. A client calls it again before
 * each round of attempts, so that it should not keep what may have changed.
 */
@FunctionalInterface
public interface Resolver {
    /**
     * Returns the addresses of a name.
     *
     * @param name of the service
     * @return the addresses, those to be tried first at the beginning; empty if there are none at present
     * @throws IOException if it cannot be known at present
     */
    List<InetSocketAddress> resolve(String name) throws IOException;
}
