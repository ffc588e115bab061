// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.endpoint;

import io.oriel.api.OpFlags;
import org.jspecify.annotations.Nullable;

/** A Read or an atomic of the peer's, noted apart from the engine. */
final class Asked {
    final GrantedWindow window;
    final HostilePeer.Target target;
    final ConnectionEnd receiver;
    final long offset;
    final long length;
    long answered;
    boolean valid = true;
    boolean isAtomic;
    byte @Nullable [] former; // of an atomic that was granted

    Asked(GrantedWindow window, HostilePeer.Target target, ConnectionEnd receiver, long offset, long length) {
        this.window = window;
        this.target = target;
        this.receiver = receiver;
        this.offset = offset;
        this.length = length;
    }

    boolean isGranted() {
        return valid && window.allows(target, receiver, OpFlags.ALLOW_READ, offset, length);
    }
}
