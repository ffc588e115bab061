// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp.hello;

import java.net.InetAddress;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How many diallers may meet a port's listeners at once, and which of them has to go for another: the oldest that has said no
 * more than hello, of the newcomer's host if that has its share, else of the host that has most.
 */
public final class MeetingLimits {
    /** Meetings of all hosts. */
    public static final int MAX_MEETINGS = 256;
    /** Meetings of one host. */
    public static final int MAX_OF_HOST = 64;

    private MeetingLimits() {}

    /** A dialler that a listener meets. */
    public interface Meeting {
        /**
         * Returns who dials.
         *
         * @return the address, which has proved itself
         */
        InetAddress host();

        /**
         * Tells whether it may be given up for another.
         *
         * @return true until the dialler has said more than hello
         */
        boolean isHello();
    }

    /**
     * What becomes of a newcomer.
     *
     * @param isWelcome false if there is no room
     * @param leaver    that has to go first; null if none
     * @param <M>       a meeting
     */
    public record Verdict<M extends Meeting>(
            boolean isWelcome, @Nullable M leaver) {}

    /**
     * Finds room for a newcomer.
     *
     * @param meetings that there are, the oldest first
     * @param host     of the newcomer
     * @param <M>      a meeting
     * @return what to do
     */
    public static <M extends Meeting> Verdict<M> judge(Collection<M> meetings, InetAddress host) {
        Map<InetAddress, Integer> counts = new HashMap<>();
        for (M each : meetings) {
            counts.merge(each.host(), 1, Integer::sum);
        }
        if (counts.getOrDefault(host, 0) >= MAX_OF_HOST) {
            return inPlaceOfOldest(meetings, host);
        }
        if (meetings.size() < MAX_MEETINGS) {
            return new Verdict<>(true, null);
        }
        InetAddress greediest = counts.entrySet().stream()
                .max(Map.Entry.comparingByValue())
                .orElseThrow()
                .getKey();
        return inPlaceOfOldest(meetings, greediest);
    }

    private static <M extends Meeting> Verdict<M> inPlaceOfOldest(Collection<M> meetings, InetAddress host) {
        for (M each : meetings) {
            if (each.isHello() && each.host().equals(host)) {
                return new Verdict<>(true, each);
            }
        }
        return new Verdict<>(false, null);
    }
}
