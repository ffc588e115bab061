// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp.flow;

import io.aeron.driver.FeedbackDelayGenerator;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;

/**
 * When a receiver asks for what is missing. While one link is busy, in the turn that sees it: while nothing comes, there may
 * be no other for long. While several are, they have lost at the same time, and are asked one after the other. Whoever does
 * not answer is asked again after times that differ.
 */
public final class GapDelay implements FeedbackDelayGenerator {
    private static final long LEAST_NS = TimeUnit.MICROSECONDS.toNanos(1);
    private static final long SPREAD_NS = TimeUnit.MICROSECONDS.toNanos(100);
    private static final long LEAST_RETRY_NS = TimeUnit.MILLISECONDS.toNanos(4);
    private static final long RETRY_SPREAD_NS = TimeUnit.MILLISECONDS.toNanos(2);

    private final SocketBuffer buffer;
    private final SplittableRandom random;

    /**
     * Creates one for all links of a socket.
     *
     * @param buffer of the socket
     * @param seed   of the times
     */
    public GapDelay(SocketBuffer buffer, long seed) {
        this.buffer = buffer;
        random = new SplittableRandom(seed);
    }

    @Override
    public long generateDelayNs() {
        return buffer.busyCount() > 1 ? LEAST_NS + random.nextLong(SPREAD_NS) : LEAST_NS;
    }

    @Override
    public long retryDelayNs() {
        return LEAST_RETRY_NS + random.nextLong(RETRY_SPREAD_NS);
    }
}
