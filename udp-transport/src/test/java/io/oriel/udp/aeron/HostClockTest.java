// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp.aeron;

import static org.assertj.core.api.Assertions.assertThat;

import io.aeron.Aeron;
import io.aeron.CncFileDescriptor;
import java.io.File;
import java.io.IOException;
import java.nio.MappedByteBuffer;
import java.util.concurrent.TimeUnit;
import org.agrona.DirectBuffer;
import org.agrona.IoUtil;
import org.agrona.concurrent.ringbuffer.ManyToOneRingBuffer;
import org.junit.jupiter.api.Test;

/** A private driver and its client go by a clock that nobody can set. */
class HostClockTest {
    private static final long HOUR_MS = TimeUnit.HOURS.toMillis(1);

    @Test
    void driverAndClientTellItsTime() throws IOException {
        try (LoneDriver lone = new LoneDriver()) {
            AdapterDriver driver = lone.driver();
            Aeron.Context client = driver.aeron().context();
            driver.turn(true);

            assertThat(client.epochClock()).isSameAs(HostClock.INSTANCE);
            assertThat(heartbeatOf(client.aeronDirectory())).isBetween(now() - HOUR_MS, now());
            assertThat(System.currentTimeMillis() - now()).as("the wall clock").isGreaterThan(HOUR_MS);
        }
    }

    private static long now() {
        return HostClock.INSTANCE.time();
    }

    private static long heartbeatOf(File directory) {
        MappedByteBuffer file =
                IoUtil.mapExistingFile(new File(directory, CncFileDescriptor.CNC_FILE), CncFileDescriptor.CNC_FILE);
        DirectBuffer metaData = CncFileDescriptor.createMetaDataBuffer(file);
        return new ManyToOneRingBuffer(CncFileDescriptor.createToDriverBuffer(file, metaData)).consumerHeartbeatTime();
    }
}
