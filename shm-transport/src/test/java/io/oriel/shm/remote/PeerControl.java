// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm.remote;

import io.oriel.api.Provider;
import io.oriel.api.config.OrielConfig;

/** What the peer's process does for its test beside carrying out the calls on its objects. */
interface PeerControl {
    /** Opens a provider, which ends the one before. */
    Provider open(OrielConfig config);

    /** Closes the provider, if there is one. */
    void close();

    /** Returns the path of the region that was allocated last. */
    String fileOfLastRegion();

    /** Enters the memory of the window that a descriptor names as a copy does, and stays there. */
    void stopInside(byte[] descriptor);

    /** Leaves the memory. */
    void goOn();
}
