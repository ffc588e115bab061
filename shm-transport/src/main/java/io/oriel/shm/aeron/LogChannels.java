// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm.aeron;

import io.aeron.ChannelUriStringBuilder;
import io.aeron.CommonContext;
import io.oriel.api.config.DriverConfig;
import java.util.concurrent.ThreadLocalRandom;

/**
 * How a link's logs are named to the drivers.
 *
 * @param config        lengths of this side's
 * @param firstPosition at which they begin
 */
record LogChannels(DriverConfig config, long firstPosition) {
    /** Names a log of this side's. */
    String own(int sessionId) {
        ChannelUriStringBuilder channel =
                of(sessionId).termLength(config.termLength()).mtu(config.mtuLength());
        if (firstPosition != 0) {
            int initialTermId = ThreadLocalRandom.current().nextInt();
            channel.initialPosition(firstPosition, initialTermId, config.termLength());
        }
        return channel.build();
    }

    /** Names a log that a driver has, the peer's or this side's. */
    String image(int sessionId) {
        return of(sessionId).build();
    }

    private static ChannelUriStringBuilder of(int sessionId) {
        return new ChannelUriStringBuilder().media(CommonContext.IPC_MEDIA).sessionId(sessionId);
    }
}
