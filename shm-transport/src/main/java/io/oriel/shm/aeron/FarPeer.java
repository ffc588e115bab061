// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm.aeron;

import io.oriel.engine.counter.CounterStart;
import io.oriel.shm.directory.PeerDirectory;
import io.oriel.shm.meeting.LogPlace;
import io.oriel.shm.memory.LinkWords;
import java.io.IOException;

/**
 * The peer of a link that is another user's: each end maps the other's log by itself, only to read it, and shows in a word of its own
 * how far it has.
 *
 * <p>The word tells which log of the link it is, from 1 to 255 and again, and a position in it, which is a multiple of what frames
 * are aligned to:
 *
 * <pre>
 *   log: 8 bits | position / 32: 56 bits
 * </pre>
 *
 * @param directory of the peer's process
 * @param words     of the link
 * @param longestTerm bytes of a term of its logs at most, as both ends have agreed
 */
public record FarPeer(PeerDirectory directory, LinkWords words, int longestTerm) {
    private static final int FIRST_LOG = 1;
    private static final int MAX_LOG = 255;
    private static final int LOG_SHIFT = 56;
    private static final int ALIGNMENT_SHIFT = 5;
    private static final long POSITION_MASK = (1L << LOG_SHIFT) - 1;

    /** Returns the number of the first log of a link. */
    static int first() {
        return FIRST_LOG + (int) (CounterStart.value() % MAX_LOG);
    }

    /** Returns the number of the log that follows another one. */
    static int next(int log) {
        return log == MAX_LOG ? FIRST_LOG : log + 1;
    }

    static long word(int log, long position) {
        return (long) log << LOG_SHIFT | position >>> ALIGNMENT_SHIFT;
    }

    static int log(long word) {
        return (int) (word >>> LOG_SHIFT);
    }

    static long position(long word) {
        return (word & POSITION_MASK) << ALIGNMENT_SHIFT;
    }

    /** Maps a log of the peer's. Blocks. */
    FarLog open(LogPlace place, int log) throws IOException {
        return FarLog.open(
                directory.log(place.name()),
                directory.uid(),
                longestTerm,
                place.position(),
                position -> words.publishRead(word(log, position)));
    }
}
