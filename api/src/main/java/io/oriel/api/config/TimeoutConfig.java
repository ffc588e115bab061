// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.api.config;

import java.time.Duration;

/**
 * How long things may take.
 *
 * @param handshake        for the steps of a handshake that need no application: 100 ms to 1 min
 * @param receiverNotReady that a Send waits for the peer's Receive before it completes IO_TIMEOUT: 10 ms to 1 h. Between hosts
 *     a silence of the peer's counts as a quarter of the time at most, for its Receives cannot be known
 * @param linkLinger       that a link without endpoints is kept, because making one is slow: 0 to 1 h
 * @param revoke           that an Invalidate, the end of a connection or a deregistration waits for a peer's process that
 *     was stopped while it was copying: 1 ms to 1 min
 * @param deadPeer         after which a peer on another host that is not heard is dead, and its connections are ended that
 *     wait for frames which do not come, or for their acknowledgement: 100 ms to 1 h. Two sides may have
 *     different times: a living peer is heard sixteen times in the shorter one, and by each frame
 */
public record TimeoutConfig(
        Duration handshake, Duration receiverNotReady, Duration linkLinger, Duration revoke, Duration deadPeer) {
    private static final Duration HOUR = Duration.ofHours(1);

    /**
     * Checks the durations.
     *
     * @param handshake        as above
     * @param receiverNotReady as above
     * @param linkLinger       as above
     * @param revoke           as above
     * @param deadPeer         as above
     * @throws IllegalArgumentException if one is out of its range
     */
    public TimeoutConfig {
        Ranges.require("handshake", handshake, Duration.ofMillis(100), Duration.ofMinutes(1));
        Ranges.require("receiverNotReady", receiverNotReady, Duration.ofMillis(10), HOUR);
        Ranges.require("linkLinger", linkLinger, Duration.ZERO, HOUR);
        Ranges.require("revoke", revoke, Duration.ofMillis(1), Duration.ofMinutes(1));
        Ranges.require("deadPeer", deadPeer, Duration.ofMillis(100), HOUR);
    }

    /**
     * Returns the defaults: 5 s, 5 s, 10 s, 5 s, 2 s.
     *
     * @return the configuration
     */
    public static TimeoutConfig defaults() {
        Duration fiveSeconds = Duration.ofSeconds(5);
        return new TimeoutConfig(fiveSeconds, fiveSeconds, Duration.ofSeconds(10), fiveSeconds, Duration.ofSeconds(2));
    }

    /**
     * Returns this configuration with another handshake time-out.
     *
     * @param value the new value
     * @return a changed copy
     */
    public TimeoutConfig withHandshake(Duration value) {
        return new TimeoutConfig(value, receiverNotReady, linkLinger, revoke, deadPeer);
    }

    /**
     * Returns this configuration with another receiver-not-ready time-out.
     *
     * @param value the new value
     * @return a changed copy
     */
    public TimeoutConfig withReceiverNotReady(Duration value) {
        return new TimeoutConfig(handshake, value, linkLinger, revoke, deadPeer);
    }

    /**
     * Returns this configuration with another linger.
     *
     * @param value the new value
     * @return a changed copy
     */
    public TimeoutConfig withLinkLinger(Duration value) {
        return new TimeoutConfig(handshake, receiverNotReady, value, revoke, deadPeer);
    }

    /**
     * Returns this configuration with another patience for peers that are copying.
     *
     * @param value the new value
     * @return a changed copy
     */
    public TimeoutConfig withRevoke(Duration value) {
        return new TimeoutConfig(handshake, receiverNotReady, linkLinger, value, deadPeer);
    }

    /**
     * Returns this configuration with another patience for peers on other hosts that are not heard.
     *
     * @param value the new value
     * @return a changed copy
     */
    public TimeoutConfig withDeadPeer(Duration value) {
        return new TimeoutConfig(handshake, receiverNotReady, linkLinger, revoke, value);
    }
}
