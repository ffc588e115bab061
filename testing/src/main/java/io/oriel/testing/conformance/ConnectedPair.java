// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.api.Adapter;
import io.oriel.api.Listener;
import io.oriel.api.MemoryWindow;
import io.oriel.api.NdStatus;
import io.oriel.api.RemoteWindow;
import io.oriel.api.RequestType;
import java.net.InetSocketAddress;
import java.util.concurrent.CompletableFuture;
import org.agrona.concurrent.UnsafeBuffer;

/** Two sides that connect to each other: the owner accepts, the peer connects. */
public final class ConnectedPair {
    private static final long BIND_CONTEXT = 0xB1D;
    private static final byte[] NO_DATA = {};

    private final ConformanceFixture fixture;
    private final Side owner;
    private final Side peer;

    private ConnectedPair(ConformanceFixture fixture, Side owner, Side peer) {
        this.fixture = fixture;
        this.owner = owner;
        this.peer = peer;
    }

    /** Makes both sides on the fixture's adapters, not connected. */
    static ConnectedPair open(ConformanceFixture fixture, SideConfig owner, SideConfig peer) {
        return new ConnectedPair(
                fixture, Side.open(fixture, fixture.owner(), owner), Side.open(fixture, fixture.peer(), peer));
    }

    /** Makes both sides on adapters of the caller, not connected. */
    static ConnectedPair open(ConformanceFixture fixture, Adapter owner, Adapter peer) {
        return new ConnectedPair(
                fixture,
                Side.open(fixture, owner, SideConfig.defaults()),
                Side.open(fixture, peer, SideConfig.defaults()));
    }

    /** Makes both sides on the fixture's adapters the other way round, not connected: the peer listens. */
    static ConnectedPair openReversed(ConformanceFixture fixture) {
        Adapter listening = fixture.peer();
        Adapter connecting = fixture.owner();
        return open(fixture, listening, connecting);
    }

    /** Pairs sides of the caller, not connected. */
    static ConnectedPair of(ConformanceFixture fixture, Side owner, Side peer) {
        return new ConnectedPair(fixture, owner, peer);
    }

    Side owner() {
        return owner;
    }

    Side peer() {
        return peer;
    }

    ConnectedPair connect() {
        return connect(Integer.MAX_VALUE, Integer.MAX_VALUE);
    }

    /** Connects with read limits that are the same on both sides. */
    ConnectedPair connect(int inboundReadLimit, int outboundReadLimit) {
        CompletableFuture<Void> connecting = request(inboundReadLimit, outboundReadLimit, NO_DATA);
        CompletableFuture<Void> accepting =
                owner.connector().accept(owner.endpoint(), inboundReadLimit, outboundReadLimit, NO_DATA);
        complete(connecting, accepting);
        return this;
    }

    /** Accepts the request in the owner's connector and completes the connection. */
    ConnectedPair accept(CompletableFuture<Void> connecting) {
        complete(connecting, owner.connector().accept(owner.endpoint()));
        return this;
    }

    private void complete(CompletableFuture<Void> connecting, CompletableFuture<Void> accepting) {
        fixture.get(connecting);
        fixture.get(peer.connector().completeConnect());
        fixture.get(accepting);
    }

    /** Brings the peer's request into the owner's connector; returns the peer's Connect. */
    CompletableFuture<Void> request() {
        return request(Integer.MAX_VALUE, Integer.MAX_VALUE, NO_DATA);
    }

    /** Brings the peer's request into the owner's connector; returns the peer's Connect. */
    CompletableFuture<Void> request(int inboundReadLimit, int outboundReadLimit, byte[] privateData) {
        try (Listener listener = listen(owner.adapter())) {
            CompletableFuture<Void> requested = listener.getConnectionRequest(owner.connector());
            CompletableFuture<Void> connecting = peer.connector()
                    .connect(
                            peer.endpoint(), listener.localAddress(), inboundReadLimit, outboundReadLimit, privateData);
            fixture.get(requested);
            return connecting;
        }
    }

    /** Starts a listener at an address of its own. */
    Listener listen(Adapter adapter) {
        InetSocketAddress address = fixture.anyPort();
        Listener listener = adapter.createListener();
        listener.bind(address);
        listener.listen(0);
        return listener;
    }

    /** Binds a window of the owner and opens it at the peer. */
    RemoteWindow grant(MemoryWindow window, long offset, long length, int flags) {
        return peer.endpoint().openWindow(bind(window, offset, length, flags), 0);
    }

    /** Binds a window of the owner; returns its descriptor. */
    UnsafeBuffer bind(MemoryWindow window, long offset, long length, int flags) {
        UnsafeBuffer descriptor = ConformanceTest.newDescriptor();
        NdStatus posted =
                owner.endpoint().bind(BIND_CONTEXT, owner.region(), window, offset, length, flags, descriptor, 0);
        assertThat(posted).isEqualTo(NdStatus.SUCCESS);
        assertThat(owner.initiated()).isEqualTo(Outcome.success(RequestType.BIND, BIND_CONTEXT));
        return descriptor;
    }

    void assertDisconnected() {
        owner.assertDisconnected();
        peer.assertDisconnected();
    }
}
