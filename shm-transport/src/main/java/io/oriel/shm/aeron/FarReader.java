// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm.aeron;

import io.aeron.Image;
import io.aeron.Subscription;
import io.oriel.shm.driver.DriverSession;
import io.oriel.shm.meeting.LogPlace;
import java.util.function.LongSupplier;

/**
 * The reader of one of our logs that is another user's, and no client of our driver: an image of our own stands for it there, and is
 * moved to where it shows that it has read. What it shows is not trusted.
 */
public final class FarReader {
    private final Image image;
    private final int log;
    private final LongSupplier shown;
    private final int termLength;

    // Used by the domain's owner alone.
    private long seen;

    /**
     * Creates it where the log begins.
     *
     * @param image of our log, which nobody polls
     * @param log   its number
     * @param shown what the peer shows
     */
    FarReader(Image image, int log, LongSupplier shown) {
        this.image = image;
        this.log = log;
        this.shown = shown;
        termLength = image.termBufferLength();
    }

    /**
     * Moves the image to where the peer has read. By the domain's owner.
     *
     * @param written up to where there are frames; negative if the log was closed meanwhile
     * @return false if what the peer shows cannot be
     */
    public boolean follow(long written) {
        long word = shown.getAsLong();
        if (word == seen || word == 0 || written < 0) {
            return true;
        }
        int number = FarPeer.log(word);
        if (number != log) { // in the former one still
            return seen == 0 && number != 0 && FarPeer.next(number) == log;
        }
        long read = FarPeer.position(word);
        if (read < image.position() || read > written) {
            return false;
        }
        seen = word;
        move(read);
        return true;
    }

    /** An image goes no further than to the end of its term. */
    private void move(long read) {
        long at = image.position();
        while (at < read) {
            at = Math.min(read, at - (at & (termLength - 1)) + termLength);
            image.position(at);
        }
    }

    /** Gives the log a name by which the peer maps it. Blocks; on a worker. */
    LogPlace show(DriverSession session, long registrationId) {
        return new LogPlace(session.show(registrationId), image.joinPosition());
    }

    /** Returns by what the image was asked for. */
    Subscription subscription() {
        return image.subscription();
    }
}
