// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.service.config;

import java.time.Duration;

/**
 * How often and how long a client tries to reach a server.
 *
 * <p>The addresses of a name are tried one after the other. When all have failed, the client waits: between half of a delay and all
 * of it, at random. The delay doubles from {@code firstDelay} to {@code maxDelay}, and begins anew when a connection has lasted as long.
 *
 * @param attemptTimeout for finding the addresses of the name, and for connecting to one of them; 1 ms to 1 min
 * @param firstDelay     after the first round of attempts, 1 ms to 1 min
 * @param maxDelay       between two rounds, {@code firstDelay} to 1 h
 */
public record RedialConfig(Duration attemptTimeout, Duration firstDelay, Duration maxDelay) {
    /**
     * Checks the values.
     *
     * @param attemptTimeout as above
     * @param firstDelay     as above
     * @param maxDelay       as above
     * @throws IllegalArgumentException if one is out of its range
     */
    public RedialConfig {
        Ranges.require("attemptTimeout", attemptTimeout, Duration.ofMillis(1), Duration.ofMinutes(1));
        Ranges.require("firstDelay", firstDelay, Duration.ofMillis(1), Duration.ofMinutes(1));
        Ranges.require("maxDelay", maxDelay, firstDelay, Duration.ofHours(1));
    }

    /**
     * Returns the defaults: 5 s, 10 ms, 2 s.
     *
     * @return the configuration
     */
    public static RedialConfig defaults() {
        return new RedialConfig(Duration.ofSeconds(5), Duration.ofMillis(10), Duration.ofSeconds(2));
    }

    /**
     * Returns this configuration with another time-out of an attempt.
     *
     * @param value the new value
     * @return a changed copy
     */
    public RedialConfig withAttemptTimeout(Duration value) {
        return new RedialConfig(value, firstDelay, maxDelay);
    }

    /**
     * Returns this configuration with another first delay.
     *
     * @param value the new value
     * @return a changed copy
     */
    public RedialConfig withFirstDelay(Duration value) {
        return new RedialConfig(attemptTimeout, value, maxDelay);
    }

    /**
     * Returns this configuration with another longest delay.
     *
     * @param value the new value
     * @return a changed copy
     */
    public RedialConfig withMaxDelay(Duration value) {
        return new RedialConfig(attemptTimeout, firstDelay, value);
    }
}
