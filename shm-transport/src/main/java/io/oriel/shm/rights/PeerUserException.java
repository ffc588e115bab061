// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm.rights;

import java.io.IOException;

/** The process at the other end of a socket belongs to a user who is not met. */
public final class PeerUserException extends IOException {
    private static final long serialVersionUID = 1L;

    PeerUserException(String message) {
        super(message);
    }
}
