// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.transport;

import io.oriel.api.config.OrielConfig;
import io.oriel.engine.control.ControlLoop;

/** Opens a medium for a provider; found by {@link java.util.ServiceLoader}. */
public interface TransportFactory {
    /**
     * Returns the name of the medium.
     *
     * @return a short word, such as {@code shm}
     */
    String medium();

    /**
     * Opens the medium: checks that its directory is usable and clears what the dead left behind. May block.
     *
     * @param config how
     * @param loop   the control agent of the provider
     * @return the medium
     * @throws io.oriel.api.NdException INSUFFICIENT_RESOURCES if the medium cannot be used, with the remedy
     */
    Transport open(OrielConfig config, ControlLoop loop);
}
