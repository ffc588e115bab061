// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm.media;

import io.aeron.driver.MediaDriver;
import java.lang.reflect.Method;
import java.time.Duration;
import org.agrona.concurrent.ringbuffer.RingBuffer;

/**
 * A command to a driver whose writer was killed amid writing it, and which holds up all others. By whoever turns the driver.
 */
final class UnfinishedCommand {
    /** Much longer than a process that lives takes to finish one. */
    private static final long PATIENCE_NS = Duration.ofSeconds(1).toNanos();

    private static final long NONE = -1;

    private final RingBuffer commands;
    private long position = NONE;
    private long sinceNs;

    private UnfinishedCommand(RingBuffer commands) {
        this.commands = commands;
    }

    /** Looks for one among the commands to a driver. */
    static UnfinishedCommand of(MediaDriver driver) {
        try {
            Method getter = MediaDriver.Context.class.getDeclaredMethod("toDriverCommands");
            getter.setAccessible(true);
            return new UnfinishedCommand((RingBuffer) getter.invoke(driver.context()));
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("this release of Aeron takes commands in another way", e);
        }
    }

    /** Skips it if the driver has found it first for long. */
    void skipIfOld() {
        long first = commands.consumerPosition();
        if (first == commands.producerPosition()) {
            position = NONE;
        } else if (first != position) {
            position = first;
            sinceNs = System.nanoTime();
        } else if (System.nanoTime() - sinceNs > PATIENCE_NS) {
            commands.unblock();
            position = NONE;
        }
    }
}
