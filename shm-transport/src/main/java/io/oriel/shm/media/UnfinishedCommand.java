// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm.media;

import java.time.Duration;
import org.agrona.concurrent.ringbuffer.RingBuffer;

/**
 * A command to a driver whose writer was killed while it wrote. Such a command delays all later ones. By the worker that runs the driver.
 */
final class UnfinishedCommand {
    /** Much longer than a process that lives takes to finish one. */
    private static final long PATIENCE_NS = Duration.ofSeconds(1).toNanos();

    private static final long NONE = -1;

    private final RingBuffer commands;
    private long position = NONE;
    private long sinceNs;

    /** Looks for one among the commands to a driver. */
    UnfinishedCommand(RingBuffer commands) {
        this.commands = commands;
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
