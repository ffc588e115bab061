// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm.aeron;

import io.aeron.Image;
import org.jspecify.annotations.Nullable;

/**
 * A log that the peer writes. One of the two is there.
 *
 * @param image of a log whose driver was joined
 * @param far   the log of another user, mapped from afar
 */
public record PeersLog(@Nullable Image image, @Nullable FarLog far) {
    /** Returns a log whose driver was joined. */
    static PeersLog joined(Image image) {
        return new PeersLog(image, null);
    }

    int termLength() {
        return image != null ? image.termBufferLength() : far != null ? far.termLength() : 0;
    }

    /** Unmaps what was mapped from afar. May block; idempotent. */
    void unmap() {
        if (far != null) {
            far.unmap();
        }
    }
}
