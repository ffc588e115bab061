// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.baseline.aeron;

import io.aeron.ChannelUri;
import io.aeron.ChannelUriStringBuilder;
import io.aeron.CommonContext;
import io.aeron.ExclusivePublication;
import io.aeron.Image;
import io.aeron.Subscription;
import io.oriel.api.config.UdpConfig;
import io.oriel.benchmarks.process.ControlChannel;
import java.net.Inet6Address;
import java.net.InetAddress;
import org.agrona.CloseHelper;
import org.jspecify.annotations.Nullable;

/** A link over UDP. Both sides make theirs alike: each takes messages at a port of its own, which it tells the other. */
final class UdpLink implements AeronLink {
    private static final int STREAM = 1001;

    private final InvokedDriver driver;
    private final ExclusivePublication publication;
    private final Image image;

    private UdpLink(InvokedDriver driver, ControlChannel channel) {
        this.driver = driver;
        Subscription subscription = driver.aeron().addSubscription(uri(endpoint(channel.localAddress(), "0")), STREAM);
        channel.send("data " + resolved(subscription));
        publication = driver.aeron().addExclusivePublication(uri(channel.expect("data")), STREAM);
        AeronLink.await("the other side's subscription", () -> publication.availableWindow() > 0, driver::turn);
        AeronLink.await("the other side's publication", () -> subscription.imageCount() == 1, driver::turn);
        image = subscription.imageAtIndex(0);
        // The other side may still need what only this driver can send.
        channel.send("met");
        AeronLink.await("the other side's word", channel::hasMessage, driver::turn);
        channel.expect("met");
    }

    /** Starts this side's driver and meets the other side, which does the same. */
    static UdpLink meet(UdpConfig config, ControlChannel channel) {
        InvokedDriver driver = InvokedDriver.forUdp(config);
        try {
            return new UdpLink(driver, channel);
        } catch (RuntimeException e) {
            CloseHelper.quietClose(driver);
            throw e;
        }
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
        driver.turn();
    }

    @Override
    public void close() {
        driver.close();
    }

    /** The subscription's endpoint, with the port that the system has chosen. */
    private String resolved(Subscription subscription) {
        AeronLink.await(
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
}
