// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm.aeron;

import io.aeron.ExclusivePublication;
import io.oriel.shm.driver.DriverSession;
import io.oriel.shm.meeting.LogPlace;
import org.jspecify.annotations.Nullable;

/**
 * A log that this side writes.
 *
 * @param publication writes it
 * @param reader      if it is another user's; null if the peer joins our driver
 * @param place       tells the peer where it is
 */
public record OwnLog(
        ExclusivePublication publication, @Nullable FarReader reader, LogPlace place) {
    /** Returns a log that the peer finds at our driver. */
    static OwnLog joined(ExclusivePublication publication) {
        return new OwnLog(publication, null, LogPlace.NONE);
    }

    /** Returns a log that has a name for a peer of another user. Blocks; on a worker. */
    static OwnLog shown(ExclusivePublication publication, FarReader reader, DriverSession session) {
        return new OwnLog(publication, reader, reader.show(session, publication.registrationId()));
    }

    /** Takes the log's name back. Blocks; on a worker. Idempotent. */
    void hide(DriverSession session) {
        if (reader != null) {
            session.hide(place.name());
        }
    }

    /** Closes all that the client has of it. */
    void close() {
        if (reader != null) {
            reader.subscription().close();
        }
        publication.close();
    }
}
