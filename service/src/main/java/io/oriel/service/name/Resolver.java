// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.service.name;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.List;

/**
 * Finds where a service listens.
 *
 * <p><b>Threading:</b> called on a thread of its own, which may wait; one that is {@linkplain #isImmediate() immediate} on the thread that
 * polls. A client calls it again before
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

    /**
     * Tells whether {@link #resolve} answers at once, so that no thread is needed for it.
     *
     * @return false if it may wait for something, as for a file or the network
     */
    default boolean isImmediate() {
        return false;
    }
}
