// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.collectives.config;

import io.oriel.api.config.OrielConfig;
import java.time.Duration;

/**
 * Everything that a communicator of all ranks is opened with; the same at all ranks but for the rank.
 *
 * @param meeting         who meets where
 * @param oriel           what carries the messages
 * @param tuning          which algorithms are taken
 * @param stoppedTimeout  after which a rank on this host that gives no sign of life is given up: 100 ms to 1 h. On other hosts
 *     {@code timeouts.deadPeer} of Oriel's configuration has that place
 * @param unexpectedLimit bytes of messages that are kept before an operation asks for them, at least 64 KiB
 * @param checking        whether every operation compares first what the ranks call: slow, to find mistakes
 */
public record CommunicatorConfig(
        MeetingConfig meeting,
        OrielConfig oriel,
        Tuning tuning,
        Duration stoppedTimeout,
        long unexpectedLimit,
        boolean checking) {
    private static final Duration DEFAULT_STOPPED = Duration.ofSeconds(10);
    private static final Duration LEAST_STOPPED = Duration.ofMillis(100);
    private static final Duration MOST_STOPPED = Duration.ofHours(1);
    private static final long LEAST_UNEXPECTED = 64 * 1024;
    private static final long DEFAULT_UNEXPECTED = 256L * 1024 * 1024;

    /**
     * Checks the values.
     *
     * @param meeting         as above
     * @param oriel           as above
     * @param tuning          as above
     * @param stoppedTimeout  as above
     * @param unexpectedLimit as above
     * @param checking        as above
     * @throws IllegalArgumentException if one is out of its range
     */
    public CommunicatorConfig {
        if (stoppedTimeout.compareTo(LEAST_STOPPED) < 0 || stoppedTimeout.compareTo(MOST_STOPPED) > 0) {
            throw new IllegalArgumentException(
                    "stoppedTimeout must be in " + LEAST_STOPPED + ".." + MOST_STOPPED + ", was " + stoppedTimeout);
        }
        if (unexpectedLimit < LEAST_UNEXPECTED) {
            throw new IllegalArgumentException(
                    "unexpectedLimit must be at least " + LEAST_UNEXPECTED + ", was " + unexpectedLimit);
        }
    }

    /**
     * Returns the defaults for a rank: Oriel's own, 10 s, 256 MiB, without checking.
     *
     * @param meeting who meets where
     * @return the configuration
     */
    public static CommunicatorConfig of(MeetingConfig meeting) {
        return new CommunicatorConfig(
                meeting, OrielConfig.defaults(), Tuning.defaults(), DEFAULT_STOPPED, DEFAULT_UNEXPECTED, false);
    }

    /**
     * Returns what the environment and the system properties say: {@link MeetingConfig#fromEnvironment}, {@link
     * OrielConfig#fromSystemProperties}, and those that begin with {@code oriel.collectives.}, which {@code docs/collectives.md}
     * lists.
     *
     * @return the configuration
     * @throws IllegalArgumentException if something is missing or cannot be read
     */
    public static CommunicatorConfig fromEnvironment() {
        return SystemProperties.read(System.getProperties(), of(MeetingConfig.fromEnvironment()))
                .withOriel(OrielConfig.fromSystemProperties());
    }

    /**
     * Returns this configuration for another meeting.
     *
     * @param value the new value
     * @return a changed copy
     */
    public CommunicatorConfig withMeeting(MeetingConfig value) {
        return new CommunicatorConfig(value, oriel, tuning, stoppedTimeout, unexpectedLimit, checking);
    }

    /**
     * Returns this configuration on another configuration of Oriel.
     *
     * @param value the new value
     * @return a changed copy
     */
    public CommunicatorConfig withOriel(OrielConfig value) {
        return new CommunicatorConfig(meeting, value, tuning, stoppedTimeout, unexpectedLimit, checking);
    }

    /**
     * Returns this configuration with other algorithms.
     *
     * @param value the new value
     * @return a changed copy
     */
    public CommunicatorConfig withTuning(Tuning value) {
        return new CommunicatorConfig(meeting, oriel, value, stoppedTimeout, unexpectedLimit, checking);
    }

    /**
     * Returns this configuration with another time-out.
     *
     * @param value the new value
     * @return a changed copy
     */
    public CommunicatorConfig withStoppedTimeout(Duration value) {
        return new CommunicatorConfig(meeting, oriel, tuning, value, unexpectedLimit, checking);
    }

    /**
     * Returns this configuration with another limit.
     *
     * @param value the new value
     * @return a changed copy
     */
    public CommunicatorConfig withUnexpectedLimit(long value) {
        return new CommunicatorConfig(meeting, oriel, tuning, stoppedTimeout, value, checking);
    }

    /**
     * Returns this configuration with or without comparing.
     *
     * @param value the new value
     * @return a changed copy
     */
    public CommunicatorConfig withChecking(boolean value) {
        return new CommunicatorConfig(meeting, oriel, tuning, stoppedTimeout, unexpectedLimit, value);
    }
}
