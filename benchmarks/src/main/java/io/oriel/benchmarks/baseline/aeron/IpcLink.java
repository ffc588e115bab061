// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.baseline.aeron;

import io.aeron.Aeron;
import io.aeron.CommonContext;
import io.aeron.ExclusivePublication;
import io.aeron.Image;
import io.aeron.Subscription;
import io.oriel.benchmarks.process.ControlChannel;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.agrona.CloseHelper;
import org.jspecify.annotations.Nullable;

/**
 * A link over shared memory, at the driver of the side that has created it. That side turns the driver now and then while it polls,
 * so that neither waits for room, and no thread takes a processor from them.
 */
final class IpcLink implements AeronLink {
    private static final int FORWARD_STREAM = 1001;
    private static final int BACKWARD_STREAM = 1002;
    private static final long PAUSE_NS = TimeUnit.MILLISECONDS.toNanos(1);
    /** Fewer than the messages that fit the smallest term. */
    private static final int POLLS_PER_TURN = 256;

    private final @Nullable InvokedDriver driver;
    private final Aeron aeron;
    private final ExclusivePublication publication;
    private final Image image;
    private int polls;

    private IpcLink(@Nullable InvokedDriver driver, Aeron aeron, int outStream, int inStream) {
        this.driver = driver;
        this.aeron = aeron;
        // Lengths are the driver's.
        Subscription subscription = aeron.addSubscription(CommonContext.IPC_CHANNEL, inStream);
        publication = aeron.addExclusivePublication(CommonContext.IPC_CHANNEL, outStream);
        Runnable pause = driver == null ? () -> LockSupport.parkNanos(PAUSE_NS) : driver::turn;
        AeronLink.await("the other side's subscription", () -> publication.availableWindow() > 0, pause);
        AeronLink.await("the other side's publication", () -> subscription.imageCount() == 1, pause);
        image = subscription.imageAtIndex(0);
    }

    /** Starts a driver, tells the other side where it is, and meets it there. */
    static IpcLink create(int termLength, ControlChannel channel) {
        InvokedDriver driver = InvokedDriver.forIpc(termLength);
        try {
            channel.send("driver " + driver.path());
            IpcLink link = new IpcLink(driver, driver.aeron(), FORWARD_STREAM, BACKWARD_STREAM);
            // The other side may still need what only this driver can do.
            AeronLink.await("the other side's word", channel::hasMessage, driver::turn);
            channel.expect("met");
            return link;
        } catch (RuntimeException e) {
            CloseHelper.quietClose(driver);
            throw e;
        }
    }

    /** Meets the other side at its driver. */
    static IpcLink join(ControlChannel channel) {
        Aeron aeron = Aeron.connect(InvokedDriver.client(Path.of(channel.expect("driver"))));
        IpcLink link = new IpcLink(null, aeron, BACKWARD_STREAM, FORWARD_STREAM);
        channel.send("met");
        return link;
    }

    @Override
    public ExclusivePublication publication() {
        return publication;
    }

    @Override
    public Image image() {
        return image;
    }

    @Override
    public void drive() {
        if (driver != null && ++polls == POLLS_PER_TURN) {
            polls = 0;
            driver.turn();
        }
    }

    @Override
    public void close() {
        CloseHelper.quietCloseAll(aeron, driver);
    }
}
