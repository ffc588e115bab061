// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.conformance.adapter;

import static io.oriel.api.NdStatus.ACCESS_VIOLATION;
import static io.oriel.api.NdStatus.INSUFFICIENT_RESOURCES;
import static io.oriel.api.NdStatus.INVALID_HANDLE;
import static io.oriel.api.NdStatus.REMOTE_ERROR;
import static io.oriel.api.NdStatus.SUCCESS;
import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.api.AccessFlags;
import io.oriel.api.Adapter;
import io.oriel.api.AdapterInfo;
import io.oriel.api.CompletionQueue;
import io.oriel.api.Endpoint;
import io.oriel.api.MemoryRegion;
import io.oriel.api.NotifyType;
import io.oriel.api.OpFlags;
import io.oriel.api.Provider;
import io.oriel.api.RequestType;
import io.oriel.api.ScatterGatherList;
import io.oriel.api.config.EndpointConfig;
import io.oriel.testing.conformance.fixture.ConformanceMedium;
import io.oriel.testing.conformance.fixture.ConformanceTest;
import io.oriel.testing.conformance.fixture.ConnectedPair;
import io.oriel.testing.conformance.fixture.Outcome;
import io.oriel.testing.conformance.fixture.Proves;
import io.oriel.testing.conformance.fixture.SideConfig;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

/** The provider, its adapters, and the memory registered with them. */
public abstract class AdapterConformanceTest extends ConformanceTest {
    private static final int CQ_INTERRUPT_MODERATION_SUPPORTED = 0x4;
    private static final int MANY = 2000;
    private static final int MOST_ENDPOINTS = 1 << 16;

    protected AdapterConformanceTest(ConformanceMedium medium) {
        super(medium);
    }

    @Test
    @Proves({"list-addresses.success", "open-adapter.success", "microsoft.s30"})
    void opensOnEveryAddressThatIsListed() {
        Provider provider = fixture().ownerProvider();

        for (InetAddress address : provider.addresses()) {
            Adapter adapter = provider.openAdapter(address);
            assertThat(adapter.await(0)).isNotEqualTo(INVALID_HANDLE);
            adapter.close();
        }
    }

    @Test
    @Proves({"query.moderation-flag", "microsoft.s29"})
    void tellsWhatItCanDo() {
        AdapterInfo info = fixture().openOwnerAdapter().info();

        assertThat(info.medium()).isNotBlank();
        assertThat(info.flags() & CQ_INTERRUPT_MODERATION_SUPPORTED).isZero();
        assertThat(info).isEqualTo(fixture().owner().info());
    }

    @Test
    @Proves({"start.close", "start.closed"})
    void closesWithItsProvider() {
        Provider provider = fixture().ownerProvider();
        Adapter adapter = fixture().openOwnerAdapter();

        provider.close();
        provider.close();

        assertThat(adapter.await(0)).isEqualTo(INVALID_HANDLE);
        assertFails(INVALID_HANDLE, adapter::createConnector);
        assertFails(INVALID_HANDLE, provider::openAdapter);
    }

    @Test
    @Proves("notify.closed")
    void tellsNothingOfAClosedQueue() {
        CompletionQueue queue = fixture().owner().createCompletionQueue(1);
        queue.close();

        assertThat(fixture().statusOf(queue.requestNotification(NotifyType.ANY)))
                .isEqualTo(INVALID_HANDLE);
    }

    @Test
    @Proves("create-endpoint.insufficient-resources")
    void hasRoomForAnotherEndpointOnceOneIsClosed() {
        CompletionQueue queue = fixture().owner().createCompletionQueue(1);
        EndpointConfig smallest = new EndpointConfig(1, 1, 0, 0, 0, 0);
        List<Endpoint> endpoints = new ArrayList<>();

        assertFails(INSUFFICIENT_RESOURCES, () -> {
            for (int i = 0; i < MOST_ENDPOINTS; i++) {
                endpoints.add(fixture().owner().createEndpoint(queue, queue, smallest));
            }
        });
        endpoints.get(0).close();

        assertThat(fixture().owner().createEndpoint(queue, queue, smallest).isConnected())
                .isFalse();
    }

    @Test
    @Proves("protection-domain.any-endpoint")
    void letsEveryEndpointUseARegion() {
        ConnectedPair one = connected();
        ConnectedPair other = connected();
        MemoryRegion region = one.owner().region();
        one.owner().put(0, "shared");

        for (ConnectedPair pair : List.of(one, other)) {
            pair.peer().receive(1, 0, 6);
            assertPosted(pair.owner().endpoint().send(2, ScatterGatherList.of(region, 0, 6), OpFlags.NONE));
            assertThat(pair.peer().received()).isEqualTo(Outcome.success(RequestType.RECEIVE, 1));
            assertThat(pair.peer().text(0, 6)).isEqualTo("shared");
        }
    }

    @Test
    @Proves({"register.success", "register.while-connecting"})
    void registersMemoryWhileConnecting() {
        ConnectedPair pair = ConnectedPair.open(fixture(), SideConfig.defaults(), SideConfig.defaults());
        CompletableFuture<Void> connecting = pair.request();
        UnsafeBuffer target = new UnsafeBuffer(new byte[5]);
        MemoryRegion to = pair.owner().adapter().registerMemory(target, AccessFlags.ALLOW_LOCAL_WRITE);
        MemoryRegion from = pair.peer().adapter().allocateMemory(5, AccessFlags.NONE);
        from.buffer().putStringWithoutLengthAscii(0, "early");
        pair.accept(connecting);

        assertPosted(pair.owner().endpoint().receive(1, ScatterGatherList.of(to)));
        assertPosted(pair.peer().endpoint().send(2, ScatterGatherList.of(from), OpFlags.NONE));

        assertThat(pair.owner().received()).isEqualTo(Outcome.success(RequestType.RECEIVE, 1));
        assertThat(target.getStringWithoutLengthAscii(0, 5)).isEqualTo("early");
    }

    @Test
    @Proves({"create-mr.again", "microsoft.s31"})
    void registersTheSameMemoryAgainWithAnotherLength() {
        byte[] bytes = new byte[4 << 20];

        for (int length = 1; length <= bytes.length; length *= 2) {
            MemoryRegion region =
                    fixture().owner().registerMemory(new UnsafeBuffer(bytes, 0, length), AccessFlags.ALLOW_LOCAL_WRITE);
            assertThat(region.length()).isEqualTo(length);
            region.deregister();
            assertThat(region.isRegistered()).isFalse();
        }
    }

    @Test
    @Proves({"register.many", "register.overlapping", "microsoft.s32"})
    void registersTheSameMemoryManyTimesAtOnce() {
        ConnectedPair pair = connected();
        UnsafeBuffer memory = new UnsafeBuffer(new byte[64]);
        List<MemoryRegion> regions = new ArrayList<>();
        for (int i = 0; i < MANY; i++) {
            regions.add(pair.owner().adapter().registerMemory(memory, AccessFlags.ALLOW_LOCAL_WRITE));
        }

        assertPosted(pair.owner().endpoint().receive(1, ScatterGatherList.of(regions.get(0), 0, 4)));
        assertPosted(pair.owner().endpoint().receive(2, ScatterGatherList.of(regions.get(MANY - 1), 4, 4)));
        pair.peer().put(0, "onetwo!!");
        pair.peer().send(3, 0, 3);
        pair.peer().send(4, 3, 3);

        assertThat(pair.owner().received(2)).allMatch(each -> each.status() == SUCCESS);
        assertThat(memory.getStringWithoutLengthAscii(0, 3)).isEqualTo("one");
        assertThat(memory.getStringWithoutLengthAscii(4, 3)).isEqualTo("two");
        regions.forEach(MemoryRegion::deregister);
        assertThat(regions).noneMatch(MemoryRegion::isRegistered);
    }

    @Test
    @Proves("register.remote-implies-local")
    void receivesIntoMemoryThatPeersMayWrite() {
        ConnectedPair pair = ConnectedPair.open(
                        fixture(),
                        SideConfig.defaults().withAccess(AccessFlags.ALLOW_REMOTE_WRITE),
                        SideConfig.defaults())
                .connect();
        pair.owner().receive(1, 0, 8);
        pair.peer().put(0, "received");

        pair.peer().send(2, 0, 8);

        assertThat(pair.owner().received()).isEqualTo(Outcome.success(RequestType.RECEIVE, 1));
        assertThat(pair.owner().text(0, 8)).isEqualTo("received");
    }

    @Test
    @Proves({"deregister.outstanding", "requests.deregistered"})
    void failsTheReceiveWhoseRegionIsDeregistered() {
        ConnectedPair pair = connected();
        UnsafeBuffer memory = new UnsafeBuffer(new byte[8]);
        MemoryRegion region = pair.owner().adapter().registerMemory(memory, AccessFlags.ALLOW_LOCAL_WRITE);
        assertPosted(pair.owner().endpoint().receive(1, ScatterGatherList.of(region)));
        fixture().settle();

        region.deregister();
        pair.peer().fill(0, 8, 7);
        pair.peer().send(2, 0, 8);

        assertThat(pair.owner().received()).isEqualTo(new Outcome(RequestType.RECEIVE, ACCESS_VIOLATION, 1));
        assertThat(pair.peer().initiated()).isEqualTo(new Outcome(RequestType.SEND, REMOTE_ERROR, 2));
        assertThat(memory.getLong(0)).isZero();
    }

    @Test
    @Proves({"deregister.outstanding", "requests.deregistered"})
    void failsTheSendWhoseRegionIsDeregisteredWhileItWaits() {
        ConnectedPair pair = connected();
        UnsafeBuffer memory = new UnsafeBuffer(new byte[8]);
        MemoryRegion region = pair.peer().adapter().registerMemory(memory, AccessFlags.NONE);
        assertPosted(pair.peer().endpoint().send(1, ScatterGatherList.of(region), OpFlags.NONE));
        fixture().settle();

        region.deregister();
        pair.owner().receive(2, 0, 8);

        assertThat(pair.peer().initiated()).isEqualTo(new Outcome(RequestType.SEND, ACCESS_VIOLATION, 1));
        assertThat(pair.owner().received()).isEqualTo(Outcome.canceled(RequestType.RECEIVE, 2));
    }
}
