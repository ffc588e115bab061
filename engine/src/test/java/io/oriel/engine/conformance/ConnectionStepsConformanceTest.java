// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.conformance;

import static io.oriel.api.NdStatus.DEVICE_REMOVED;
import static io.oriel.api.NdStatus.INVALID_DEVICE_REQUEST;
import static io.oriel.api.NdStatus.INVALID_PARAMETER;
import static io.oriel.api.NdStatus.TOO_MANY_ADDRESSES;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.oriel.api.Connector;
import io.oriel.api.Listener;
import io.oriel.api.OpFlags;
import io.oriel.api.RemoteWindow;
import io.oriel.api.RequestType;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** How each step of a connection ends, with each status that is documented for it. */
public abstract class ConnectionStepsConformanceTest extends ConformanceTest {
    private static final byte[] NO_DATA = {};
    private static final int PORTS = 65536;

    protected ConnectionStepsConformanceTest(ConformanceMedium medium) {
        super(medium);
    }

    @Test
    @Proves("accept.invalid-parameter")
    void refusesToAcceptWithANegativeReadLimit() {
        ConnectedPair pair = unconnected();
        CompletableFuture<Void> connecting = pair.request();
        Connector passive = pair.owner().connector();

        assertThat(fixture().statusOf(passive.accept(pair.owner().endpoint(), -1, 0, NO_DATA)))
                .isEqualTo(INVALID_PARAMETER);
        assertThat(fixture().statusOf(passive.accept(pair.owner().endpoint(), 0, -1, NO_DATA)))
                .isEqualTo(INVALID_PARAMETER);

        pair.accept(connecting);
    }

    @Test
    @Proves("create-listener.port-space")
    void listensAtAPortThatTcpUses() throws IOException {
        try (ServerSocket tcp = new ServerSocket(0, 1, fixture().anyPort().getAddress());
                Listener listener = fixture().owner().createListener()) {
            listener.bind(new InetSocketAddress(fixture().anyPort().getAddress(), tcp.getLocalPort()));
            listener.listen(0);

            assertThat(listener.localAddress().getPort()).isEqualTo(tcp.getLocalPort());
        }
    }

    @Test
    @Proves("connection-data.exact-length")
    void tellsExactlyThePrivateDataThatWasSent() {
        ConnectedPair pair = unconnected();

        CompletableFuture<Void> connecting = pair.request(0, 0, new byte[] {1, 2, 3});
        CompletableFuture<Void> accepting =
                pair.owner().connector().accept(pair.owner().endpoint(), 0, 0, NO_DATA);
        fixture().get(connecting);

        assertThat(pair.owner().connector().privateData()).containsExactly(1, 2, 3);
        assertThat(pair.peer().connector().privateData()).isEmpty();
        assertThat(accepting).isNotDone();
    }

    @Test
    @Proves({"connection-data.effective", "read.no-reads"})
    void allowsNoMoreReadsThanBothSidesDo() {
        ConnectedPair pair = unconnected();
        CompletableFuture<Void> connecting = pair.request(5, 5, NO_DATA);
        CompletableFuture<Void> accepting =
                pair.owner().connector().accept(pair.owner().endpoint(), 0, 5, NO_DATA);
        fixture().get(connecting);
        fixture().get(pair.peer().connector().completeConnect());
        fixture().get(accepting);
        RemoteWindow remote = pair.grant(pair.owner().newWindow(), 0, 64, READ_WRITE);

        assertPosted(pair.peer().endpoint().read(1, pair.peer().range(0, 8), remote, 0, OpFlags.NONE));

        assertThat(pair.peer().initiated()).isEqualTo(new Outcome(RequestType.READ, INVALID_DEVICE_REQUEST, 1));
    }

    @Test
    @Proves("bind-address.too-many-addresses")
    void choosesAnAddressAgainOnceThoseOfTooManyAreFree() {
        Deque<Connector> bound = new ArrayDeque<>();

        assertFails(TOO_MANY_ADDRESSES, () -> {
            for (int i = 0; i < PORTS; i++) {
                bound.push(fixture().peer().createConnector());
                bound.element().bind(fixture().anyPort());
            }
        });
        bound.forEach(Connector::close);
        fixture().settle();

        Connector connector = fixture().peer().createConnector();
        connector.bind(fixture().anyPort());
        assertThat(connector.localAddress().getPort()).isBetween(49152, 65535);
    }

    @Test
    @Proves({"complete-connect.device-removed", "accept.device-removed", "reject.device-removed"})
    void endsTheStepsOfAConnectionWhenTheMediumGoes() {
        requireThatTheMediumCanGo();
        ConnectedPair accepted = ConnectedPair.openReversed(fixture());
        CompletableFuture<Void> connecting = accepted.request();
        CompletableFuture<Void> accepting =
                accepted.owner().connector().accept(accepted.owner().endpoint());
        fixture().get(connecting);
        ConnectedPair pending = unconnected();
        CompletableFuture<Void> ofPending = pending.request();
        CompletableFuture<Void> acceptPending =
                pending.owner().connector().accept(pending.owner().endpoint());
        fixture().get(ofPending);
        ConnectedPair requested = unconnected();
        CompletableFuture<Void> refused = requested.request();
        Connector passive = requested.owner().connector();

        fixture().removeOwnerMedium();

        assertThat(fixture().statusOf(acceptPending)).isEqualTo(DEVICE_REMOVED);
        assertThat(fixture().statusOf(accepted.peer().connector().completeConnect()))
                .isEqualTo(DEVICE_REMOVED);
        assertThat(fixture().statusOf(passive.accept(requested.owner().endpoint())))
                .isEqualTo(DEVICE_REMOVED);
        assertFails(DEVICE_REMOVED, () -> passive.reject(NO_DATA));
        assertThat(accepting).isNotCompletedExceptionally();
        assertThat(refused).isNotCancelled();
    }

    @Test
    @Proves("bind-address.device-removed")
    void choosesNoAddressWhenTheMediumIsGone() {
        requireThatTheMediumCanGo();
        Connector connector = fixture().owner().createConnector();

        fixture().removeOwnerMedium();
        fixture().settle();

        assertFails(DEVICE_REMOVED, () -> connector.bind(fixture().anyPort()));
    }

    @Test
    @Proves("disconnect.device-removed")
    void disconnectsThoughTheMediumIsGone() {
        requireThatTheMediumCanGo();
        ConnectedPair pair = connected();

        fixture().removeOwnerMedium();

        fixture().get(pair.owner().connector().disconnect());
        pair.owner().assertDisconnectedBy(DEVICE_REMOVED);
    }

    private void requireThatTheMediumCanGo() {
        assumeTrue(fixture().canRemoveMedium(), "the medium lives as long as this process");
    }

    private ConnectedPair unconnected() {
        return ConnectedPair.open(fixture(), SideConfig.defaults(), SideConfig.defaults());
    }
}
