// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm.media;

import io.aeron.AeronCounters;
import io.aeron.driver.MediaDriver;
import io.aeron.status.HeartbeatTimestamp;
import org.agrona.concurrent.AtomicBuffer;
import org.agrona.concurrent.status.CountersReader;

/** The clients and logs of a media driver in this process, as its counters show them. From any thread. */
final class DriverClients implements AutoCloseable {
    private static final long LONG_AGO = Long.MIN_VALUE / 2;

    private final AtomicBuffer values;
    private final CountersReader counters;
    // The driver's memory is unmapped when it closes.
    private final Object lock = new Object();
    private boolean isClosed;

    DriverClients(MediaDriver driver) {
        values = driver.context().countersValuesBuffer();
        counters = new CountersReader(driver.context().countersMetaDataBuffer(), values);
    }

    /**
     * Makes the driver forget a client with its publications and subscriptions, as soon as it moves: sets the client's last
     * sign of life long back. Nothing happens if the driver does not know the client.
     */
    void expire(long clientId) {
        synchronized (lock) {
            if (isClosed) {
                return;
            }
            int counterId = HeartbeatTimestamp.findCounterIdByRegistrationId(
                    counters, HeartbeatTimestamp.HEARTBEAT_TYPE_ID, clientId);
            if (counterId != CountersReader.NULL_COUNTER_ID) {
                values.putLongRelease(CountersReader.counterOffset(counterId), LONG_AGO);
            }
        }
    }

    /** Returns how many logs the driver keeps; each has a counter for how far may be written. */
    int logs() {
        synchronized (lock) {
            int[] count = new int[1];
            if (!isClosed) {
                counters.forEach((counterId, typeId, key, label) -> {
                    if (typeId == AeronCounters.DRIVER_PUBLISHER_LIMIT_TYPE_ID) {
                        count[0]++;
                    }
                });
            }
            return count[0];
        }
    }

    /** The driver is about to close. */
    @Override
    public void close() {
        synchronized (lock) {
            isClosed = true;
        }
    }
}
