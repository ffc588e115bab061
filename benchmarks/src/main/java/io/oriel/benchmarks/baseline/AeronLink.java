// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.baseline;

import io.aeron.Aeron;
import io.aeron.ChannelUri;
import io.aeron.ChannelUriStringBuilder;
import io.aeron.CommonContext;
import io.aeron.ExclusivePublication;
import io.aeron.Image;
import io.aeron.Subscription;
import io.oriel.api.config.UdpConfig;
import io.oriel.benchmarks.measure.BenchmarkException;
import io.oriel.benchmarks.process.ControlChannel;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.agrona.CloseHelper;
import org.jspecify.annotations.Nullable;

/**
 * One side's publication to the other side with the image of what comes back. Used by one thread, which turns the media driver of this
 * side, so that no further thread takes a processor.
 *
 * <p>Over UDP each side has a driver, and takes messages at a port of its own, which it tells the other. Over shared memory the first
 * side's driver is that of both, and has to be turned only now and then, so that nobody waits for room.
 */
final class AeronLink implements AutoCloseable {
    private static final int FORWARD_STREAM = 1001;
    private static final int BACKWARD_STREAM = 1002;
    private static final long PATIENCE_NS = TimeUnit.SECONDS.toNanos(20);
    private static final long PAUSE_NS = TimeUnit.MILLISECONDS.toNanos(1);
    /** Fewer than the messages that fit the smallest term. */
    private static final int IPC_POLLS_PER_TURN = 256;

    private final @Nullable InvokedDriver driver;
    private final Aeron aeron;
    private final ExclusivePublication publication;
    private final Image image;
    private final int pollsPerTurn;
    private int polls;

    private AeronLink(
            @Nullable InvokedDriver driver,
            Aeron aeron,
            ExclusivePublication publication,
            Subscription subscription,
            int pollsPerTurn) {
        this.driver = driver;
        this.aeron = aeron;
        this.publication = publication;
        this.pollsPerTurn = pollsPerTurn;
        await("the other side's subscription", () -> publication.availableWindow() > 0);
        await("the other side's publication", () -> subscription.imageCount() == 1);
        image = subscription.imageAtIndex(0);
    }

    /** Meets the other side at the driver of the first one. */
    static AeronLink overIpc(int termLength, ControlChannel channel, boolean isFirst) {
        if (!isFirst) {
            Path directory = Path.of(channel.expect("driver"));
            return ipc(null, Aeron.connect(InvokedDriver.client(directory)), BACKWARD_STREAM, FORWARD_STREAM)
                    .met(channel);
        }
        InvokedDriver driver = InvokedDriver.forIpc(termLength);
        try {
            channel.send("driver " + driver.path());
            return ipc(driver, driver.aeron(), FORWARD_STREAM, BACKWARD_STREAM).met(channel);
        } catch (RuntimeException e) {
            CloseHelper.quietClose(driver);
            throw e;
        }
    }

    private static AeronLink ipc(@Nullable InvokedDriver driver, Aeron aeron, int outStream, int inStream) {
        // Lengths are the driver's.
        Subscription subscription = aeron.addSubscription(CommonContext.IPC_CHANNEL, inStream);
        ExclusivePublication publication = aeron.addExclusivePublication(CommonContext.IPC_CHANNEL, outStream);
        return new AeronLink(driver, aeron, publication, subscription, IPC_POLLS_PER_TURN);
    }

    /** Meets the other side, which does the same with a driver of its own. */
    static AeronLink overUdp(UdpConfig config, ControlChannel channel) {
        InvokedDriver driver = InvokedDriver.forUdp(config);
        try {
            Aeron aeron = driver.aeron();
            Subscription subscription =
                    aeron.addSubscription(uri(endpoint(channel.localAddress(), "0")), FORWARD_STREAM);
            channel.send("data " + resolved(subscription, driver));
            ExclusivePublication publication =
                    aeron.addExclusivePublication(uri(channel.expect("data")), FORWARD_STREAM);
            return new AeronLink(driver, aeron, publication, subscription, 1).met(channel);
        } catch (RuntimeException e) {
            CloseHelper.quietClose(driver);
            throw e;
        }
    }

    /** Waits for the other side, which may still need what only this driver can do. */
    private AeronLink met(ControlChannel channel) {
        channel.send("met");
        await("the other side's word", channel::hasMessage);
        channel.expect("met");
        return this;
    }

    private void await(String what, BooleanSupplier condition) {
        await(what, condition, driver == null ? () -> LockSupport.parkNanos(PAUSE_NS) : driver::turn);
    }

    private static void await(String what, BooleanSupplier condition, Runnable pause) {
        long deadline = System.nanoTime() + PATIENCE_NS;
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - deadline > 0) {
                throw new BenchmarkException("raw Aeron: " + what + " has not appeared for "
                        + TimeUnit.NANOSECONDS.toSeconds(PATIENCE_NS) + " s");
            }
            pause.run();
        }
    }

    /** The subscription's endpoint, with the port that the system has chosen. */
    private static String resolved(Subscription subscription, InvokedDriver driver) {
        await(
                "the port of the own subscription",
                () -> subscription.tryResolveChannelEndpointPort() != null,
                driver::turn);
        @Nullable String uri = subscription.tryResolveChannelEndpointPort();
        return ChannelUri.parse(String.valueOf(uri)).get(CommonContext.ENDPOINT_PARAM_NAME);
    }

    private static String endpoint(InetAddress address, String port) {
        String host = address.getHostAddress();
        return (address instanceof Inet6Address ? "[" + host + "]" : host) + ":" + port;
    }

    private static String uri(String endpoint) {
        return new ChannelUriStringBuilder()
                .media(CommonContext.UDP_MEDIA)
                .endpoint(endpoint)
                .build();
    }

    /** What messages go into; connected. */
    ExclusivePublication publication() {
        return publication;
    }

    /** What messages come out of. */
    Image image() {
        return image;
    }

    /** Moves what only this thread can move: called before each poll, and between the attempts of a claim. */
    void drive() {
        if (driver != null && ++polls >= pollsPerTurn) {
            polls = 0;
            driver.turn();
        }
    }

    @Override
    public void close() {
        CloseHelper.quietCloseAll(aeron, driver);
    }
}
