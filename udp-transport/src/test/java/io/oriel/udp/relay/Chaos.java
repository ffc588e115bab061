// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp.relay;

import java.time.Duration;

/**
 * What a relay does to datagrams, each with its probability.
 *
 * @param loss    drops one
 * @param repeat  sends one twice
 * @param damage  changes some of its bits
 * @param forgery sends one of its own making beside it: an old one, changed or as it was, or random bytes
 * @param delay   keeps each for up to this time, so that they overtake each other
 */
public record Chaos(double loss, double repeat, double damage, double forgery, Duration delay) {
    public static final Chaos NONE = new Chaos(0, 0, 0, 0, Duration.ZERO);
}
