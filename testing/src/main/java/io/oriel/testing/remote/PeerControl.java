// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.remote;

import io.oriel.api.Provider;
import io.oriel.api.config.OrielConfig;
import java.nio.file.Path;

/** What the peer's process does for its test beside carrying out the calls on its objects. */
interface PeerControl {
    /** Opens a provider, which ends the one before; memory that the medium shares with nobody goes to a directory. */
    Provider open(String medium, OrielConfig config, Path memory);

    /** Closes the provider, if there is one. */
    void close();

    /** Enters the memory of the window that a descriptor names as a copy does, and stays there. */
    void stopInside(byte[] descriptor);

    /** Leaves the memory. */
    void goOn();
}
