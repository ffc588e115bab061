// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.api.AccessFlags;
import io.oriel.api.NdStatus;
import io.oriel.api.OpFlags;
import io.oriel.api.ScatterGatherList;
import io.oriel.api.config.EndpointConfig;
import io.oriel.engine.counter.LinkCounter;
import io.oriel.engine.direct.DirectLayout;
import io.oriel.engine.direct.ReceiveRing;
import io.oriel.engine.memory.Region;
import io.oriel.engine.protocol.AcknowledgementWord;
import io.oriel.engine.protocol.FailureEncoder;
import io.oriel.engine.protocol.FrameWord;
import io.oriel.engine.testing.CountingMemory;
import io.oriel.engine.testing.FakeLink;
import io.oriel.engine.testing.FakeMemory;
import io.oriel.engine.testing.FakePort;
import io.oriel.engine.testing.MappedMemory;
import java.lang.ref.WeakReference;
import java.util.List;
import java.util.Objects;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

/** What a closed endpoint keeps while its id is not free yet, because the peer may still send. */
class ClosedEndpointTest {
    private static final int LENGTH = 10_000;
    private static final int THRESHOLD = 100;
    private static final long PEER_USER = DirectLayout.user(EndpointFixture.PEER_ID, EndpointFixture.PEER_GENERATION);

    private final FakeMemory fake = new FakeMemory();
    private final CountingMemory memory = new CountingMemory(fake);
    private final EndpointFixture fixture = new EndpointFixture(memory, THRESHOLD);
    private final FakePort peerPort = new FakePort();
    private final ReceiveRing peerRing = Objects.requireNonNull(ReceiveRing.create(peerPort, 8, THRESHOLD, PEER_USER));
    private final MappedMemory target = new MappedMemory(LENGTH, () -> {});
    private EngineEndpoint endpoint = fixture.idle(EndpointConfig.defaults());
    private final ConnectionEnd connection = endpoint.connection();

    ClosedEndpointTest() {
        fake.addPeerRegion(target);
        fake.addPeerRegion(peerPort.allocated().get(0));
        peerRing.show(0, target.id(), 0, LENGTH);
        fixture.attach(endpoint, true, peerRing.id());
        fixture.loop.runTasks();
    }

    @Test
    void letsGoOfThePeersMemory() {
        assertThat(memory.alive(target.id())).isOne();
        assertThat(memory.alive(peerRing.id())).isOne();

        endpoint.close();

        do {
            System.gc();
        } while (memory.alive(target.id()) + memory.alive(peerRing.id()) > 0);
        assertThat(fixture.idle(EndpointConfig.defaults()).connection().id())
                .as("the id stays taken")
                .isNotEqualTo(connection.id());
    }

    @Test
    void letsGoOfTheRegionsThatItsRequestsNamed() {
        WeakReference<Region> reference = postAndDeregister();

        endpoint.close();
        endpoint = fixture.idle(EndpointConfig.defaults());

        do {
            System.gc();
        } while (!reference.refersTo(null));
        assertThat(fixture.completions()).hasSize(2);
        assertThat(endpoint.connection().id()).as("the id stays taken").isNotEqualTo(connection.id());
    }

    @Test
    void keepsNothingOfItself() {
        WeakReference<ConnectionEnd> reference = closeAmidRequests(77);
        WeakReference<ConnectionEnd> later = closeAmidRequests(78); // whose completions have replaced the former's
        assertThat(later).isNotNull();

        do {
            System.gc();
        } while (!reference.refersTo(null));
        assertThat(fixture.idle(EndpointConfig.defaults()).connection().id())
                .as("the ids stay taken")
                .isEqualTo(3);
    }

    private WeakReference<ConnectionEnd> closeAmidRequests(int peerId) {
        EngineEndpoint closed = fixture.idle(EndpointConfig.defaults());
        fixture.attachTo(closed, peerId);
        fixture.grantCredit(10);
        for (int context = 0; context < 4; context++) {
            assertThat(closed.send(context, ScatterGatherList.empty(), OpFlags.NONE))
                    .isEqualTo(NdStatus.SUCCESS);
            assertThat(closed.receive(context, ScatterGatherList.empty())).isEqualTo(NdStatus.SUCCESS);
        }
        closed.close();
        assertThat(fixture.completions()).hasSize(8);
        return new WeakReference<>(closed.connection());
    }

    @Test
    void tellsThePeerOnceThatItIsClosed() {
        ConnectionEnd closed = closedThatThePeerWritesTo(1);
        assertThat(closed.exchange().isLive()).isFalse();
        arriveAt(closed, FrameWord.TYPE_READ_RESPONSE);
        arriveAt(closed, FrameWord.TYPE_DEMAND);
        arriveAt(closed, FrameWord.TYPE_FAILURE);
        arriveAt(closed, FrameWord.TYPE_SEND);
        arriveAt(closed, FrameWord.TYPE_WRITE);
        fixture.progress();
        arriveAt(closed, FrameWord.TYPE_SEND);
        fixture.progress();

        List<FakeLink.Frame> sent = fixture.link.takeCommitted();
        assertThat(sent).hasSize(1);
        long word = sent.get(0).word();
        assertThat(FrameWord.type(word)).isEqualTo(FrameWord.TYPE_FAILURE);
        assertThat(FrameWord.flags(word)).isZero();
        assertThat(FrameWord.receiver(word)).isEqualTo(FrameWord.of(0, 0, 77, EndpointFixture.PEER_GENERATION));
        assertThat(new UnsafeBuffer(sent.get(0).payload()).getLong(0)).isEqualTo(4);
        assertThat(AcknowledgementWord.sequence(fixture.link.published(), 0)).isEqualTo(6);
        assertThat(fixture.link.counters().get(LinkCounter.FRAMES_DROPPED)).isZero();
    }

    @Test
    void acknowledgesNoRequestBeforeThePeerIsToldThatItIsClosed() {
        ConnectionEnd closed = closedThatThePeerWritesTo(2);
        fixture.link.room(0);
        arriveAt(closed, FrameWord.TYPE_READ_RESPONSE);
        arriveAt(closed, FrameWord.TYPE_SEND);
        arriveAt(closed, FrameWord.TYPE_SEND);
        fixture.progress();
        assertThat(AcknowledgementWord.sequence(fixture.link.published(), 0)).isOne();

        fixture.link.room(1);
        fixture.progress();

        assertThat(acknowledgedByTheOnlyFrameSent()).isEqualTo(3);
    }

    @Test
    void tellsNothingMoreToAPeerThatWasToldOfItsFailureBefore() {
        EngineEndpoint failed = fixture.idle(EndpointConfig.defaults());
        fixture.attachTo(failed, 77);
        arriveAt(failed.connection(), FrameWord.TYPE_SEND); // without credit
        fixture.link.room(0);
        fixture.progress();
        failed.close();
        arriveAt(failed.connection(), FrameWord.TYPE_SEND);
        fixture.progress();
        assertThat(AcknowledgementWord.sequence(fixture.link.published(), 0)).isZero();

        fixture.link.room(Long.MAX_VALUE);
        fixture.progress();

        assertThat(acknowledgedByTheOnlyFrameSent()).isEqualTo(2);
    }

    private ConnectionEnd closedThatThePeerWritesTo(int ids) {
        EngineEndpoint closed = fixture.idle(EndpointConfig.defaults());
        fixture.attachTo(closed, 77);
        closed.close();
        for (int id = 0; id < ids; id++) {
            assertThat(fixture.idle(EndpointConfig.defaults()).connection().id())
                    .isNotEqualTo(closed.connection().id());
        }
        return closed.connection();
    }

    private long acknowledgedByTheOnlyFrameSent() {
        List<FakeLink.Frame> sent = fixture.link.takeCommitted();
        assertThat(sent).hasSize(1);
        return FrameWord.acknowledgement(sent.get(0).word(), 0);
    }

    private void arriveAt(ConnectionEnd to, int type) {
        fixture.link.arrive(FrameWord.of(type, 0, to.id(), to.generation()), new byte[FailureEncoder.BLOCK_LENGTH]);
    }

    private WeakReference<Region> postAndDeregister() {
        Region region = fixture.regions.add(new UnsafeBuffer(new byte[LENGTH]), AccessFlags.ALLOW_LOCAL_WRITE);
        ScatterGatherList list = ScatterGatherList.of(region, 0, 2 * THRESHOLD);
        fixture.grantCredit(10);
        assertThat(endpoint.send(1, list, OpFlags.NONE)).isEqualTo(NdStatus.SUCCESS);
        assertThat(endpoint.receive(2, list)).isEqualTo(NdStatus.SUCCESS);
        region.deregister();
        return new WeakReference<>(region);
    }
}
