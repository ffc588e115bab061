// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm.aeron;

import io.aeron.ExclusivePublication;
import io.oriel.shm.driver.DriverSession;
import io.oriel.shm.media.PublisherLimit;
import io.oriel.shm.meeting.LogPlace;
import org.jspecify.annotations.Nullable;

/**
 * A log that this side writes.
 *
 * @param publication writes it
 * @param reader      if it is another user's; null if the peer joins our driver
 * @param place       tells the peer where it is
 * @param limit       up to which it may be written; null if a driver with a thread moves it, or nobody reads the log yet
 */
public record OwnLog(
        ExclusivePublication publication,
        @Nullable FarReader reader,
        LogPlace place,
        @Nullable PublisherLimit limit) {
    /** Returns a log that the peer finds at our driver. */
    static OwnLog joined(ExclusivePublication publication) {
        return new OwnLog(publication, null, LogPlace.NONE, null);
    }

    /** Returns a log that has a name for a peer of another user. Blocks; on a worker. */
    static OwnLog shown(ExclusivePublication publication, FarReader reader, DriverSession session) {
        return new OwnLog(publication, reader, reader.show(session, publication.registrationId()), null);
    }

    /** Returns the log with its limit, now that it has a reader. Blocks; on a worker. */
    OwnLog limited(DriverSession session) {
        return new OwnLog(publication, reader, place, session.takeLimit(publication));
    }

    /**
     * Moves the limit to where the reader allows. Threading: domain owner.
     *
     * @return false if there is no more room now, or the driver moves the limit
     */
    public boolean advanceLimit() {
        return limit != null && limit.advance(publication.position());
    }

    /** Takes the log's name back. Blocks; on a worker. Idempotent. */
    void hide(DriverSession session) {
        if (reader != null) {
            session.hide(place.name());
        }
    }

    /** Closes all that the client has of it. Blocks; on a worker. */
    void close(DriverSession session) {
        session.hurry(); // the driver repairs a closed log from where it has seen the reader last
        if (reader != null) {
            reader.subscription().close();
        }
        publication.close();
    }
}
