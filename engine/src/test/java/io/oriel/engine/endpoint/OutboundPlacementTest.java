// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.oriel.api.AccessFlags;
import io.oriel.api.NdException;
import io.oriel.api.NdStatus;
import io.oriel.api.OpFlags;
import io.oriel.api.ScatterGatherList;
import io.oriel.api.config.EndpointConfig;
import io.oriel.engine.counter.LinkCounter;
import io.oriel.engine.direct.DirectLayout;
import io.oriel.engine.direct.ReceiveRing;
import io.oriel.engine.memory.Region;
import io.oriel.engine.memory.RegionTable;
import io.oriel.engine.protocol.FrameWord;
import io.oriel.engine.protocol.PeerEnd;
import io.oriel.engine.testing.FakeLink;
import io.oriel.engine.testing.FakeMemory;
import io.oriel.engine.testing.FakePort;
import io.oriel.engine.testing.MappedMemory;
import io.oriel.engine.transport.RegionMemory;
import java.util.List;
import java.util.Objects;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

/** Long Sends to a peer that shows its Receives. */
class OutboundPlacementTest {
    private static final int LENGTH = 1_200_000;
    private static final int THRESHOLD = 100;
    private static final int MOVED_BESIDE_OTHERS = 1 << 16;
    private static final int MOVED_BESIDE_SHORT = 1 << 13;
    private static final long PEER_USER = DirectLayout.user(EndpointFixture.PEER_ID, EndpointFixture.PEER_GENERATION);

    private final FakeMemory memory = new FakeMemory();
    private final EndpointFixture fixture = new EndpointFixture(memory, THRESHOLD);
    private final EngineEndpoint endpoint = fixture.idle(EndpointConfig.defaults());
    private final Region source =
            fixture.regions.add(new UnsafeBuffer(new byte[LENGTH]), AccessFlags.ALLOW_LOCAL_WRITE);

    // The peer's.
    private final RingPort peerPort = new RingPort();
    private final ReceiveRing ring = peerPort.newRing();
    private final MappedMemory target = new MappedMemory(LENGTH, () -> {});
    private final Region targetRegion = new RegionTable(0).add(target, AccessFlags.ALLOW_LOCAL_WRITE);

    OutboundPlacementTest() {
        for (int at = 0; at < LENGTH; at++) {
            source.memory().putByte(at, (byte) (at * 31 + 1));
        }
        memory.addPeerRegion(peerPort.ring());
        memory.addPeerRegion(target);
    }

    @Test
    void placesALongSendAndSendsNothingButItsHeader() {
        show(0, 1000, LENGTH - 1000);
        connect();

        send(5000);

        FakeLink.Frame frame = onlyFrame();
        assertThat(FrameWord.type(frame.word())).isEqualTo(FrameWord.TYPE_SEND_CHUNK);
        assertThat(FrameWord.flags(frame.word())).isEqualTo(FrameWord.FLAG_LAST | FrameWord.FLAG_PLACED);
        assertThat(frame.payload()).hasSize(16);
        assertThat(placed(1000, 5000)).isTrue();
        assertThat(target.buffer().getByte(999)).isZero();
        assertThat(target.buffer().getByte(6000)).isZero();
        assertThat(memory.own().getLong(FakeMemory.HAZARD_OFFSET)).isZero();
    }

    @Test
    void countsAccessesWhenAPollFindsNothing() {
        show(0, 0, LENGTH);
        connect();

        send(70_000);
        fixture.progress();

        assertThat(fixture.link.counters().get(LinkCounter.DIRECT_ACCESSES)).isEqualTo(2);
    }

    @Test
    void placesAMessageOfManyChunks() {
        show(0, 0, LENGTH);
        connect();

        send(LENGTH);

        onlyFrame(); // within its post, since nothing else waits on the link
        assertThat(placed(0, LENGTH)).isTrue();
    }

    @Test
    void placesAPartInEachTurnWhereThereIsAnotherEndpoint() {
        show(0, 0, LENGTH);
        connect();
        EngineEndpoint unused = fixture.idle(EndpointConfig.defaults());

        send(LENGTH);

        int turns = 1;
        for (; fixture.link.takeCommitted().isEmpty(); turns++) {
            assertThat(placed(0, turns * MOVED_BESIDE_OTHERS)).isTrue();
            assertThat(target.buffer().getByte(turns * MOVED_BESIDE_OTHERS)).isZero();
            fixture.progress();
        }
        assertThat(turns).isEqualTo(LENGTH / MOVED_BESIDE_OTHERS + 1);
        assertThat(placed(0, LENGTH)).isTrue();
    }

    @Test
    void placesLittleInEachTurnAfterAShortMessageAndMoreWhenNoneFollows() {
        show(0, 0, THRESHOLD);
        show(1, 0, LENGTH);
        connect();
        EngineEndpoint unused = fixture.idle(EndpointConfig.defaults());

        send(THRESHOLD);
        onlyFrame();
        send(LENGTH);

        assertThat(placed(0, MOVED_BESIDE_SHORT)).isTrue();
        assertThat(target.buffer().getByte(MOVED_BESIDE_SHORT)).isZero();
        int turns = 1;
        for (; fixture.link.takeCommitted().isEmpty(); turns++) {
            fixture.progress();
        }
        assertThat(turns).isGreaterThan(LENGTH / MOVED_BESIDE_OTHERS + 1).isLessThan(LENGTH / MOVED_BESIDE_SHORT);
        assertThat(placed(0, LENGTH)).isTrue();
    }

    @Test
    void movesNothingInFurtherPostsOfTheSameTurn() {
        show(0, 0, LENGTH / 2);
        show(1, LENGTH / 2, LENGTH / 2);
        connect();
        EngineEndpoint unused = fixture.idle(EndpointConfig.defaults());

        send(LENGTH / 2);
        send(LENGTH / 2);

        assertThat(placed(0, MOVED_BESIDE_OTHERS)).isTrue();
        assertThat(target.buffer().getByte(MOVED_BESIDE_OTHERS)).isZero();
    }

    @Test
    void sendsAShortMessageInAFrame() {
        show(0, 0, LENGTH);
        connect();

        send(THRESHOLD);

        assertThat(FrameWord.type(onlyFrame().word())).isEqualTo(FrameWord.TYPE_SEND);
        assertThat(target.buffer().getByte(0)).isZero();
    }

    @Test
    void placesEachMessageInItsOwnReceive() {
        show(0, 0, 1000);
        show(1, 1000, 1000);
        connect();

        send(500);
        send(600);

        assertThat(placed(0, 500)).isTrue();
        assertThat(placed(1000, 600)).isTrue();
    }

    @Test
    void sendsInFramesWhatIsLongerThanItsReceiveSoThatThePeerSaysSo() {
        show(0, 0, 200);
        connect();

        send(201);

        FakeLink.Frame frame = onlyFrame();
        assertThat(FrameWord.type(frame.word())).isEqualTo(FrameWord.TYPE_SEND);
        assertThat(target.buffer().getByte(0)).isZero();
    }

    @Test
    void sendsInFramesUntilTheRegionIsMapped() {
        connect();
        show(0, 0, 1000); // after the ring was mapped
        show(1, 0, 1000);

        send(200);
        assertThat(FrameWord.flags(onlyFrame().word()) & FrameWord.FLAG_PLACED).isZero();
        fixture.loop.runTasks();
        assertThat(memory.mapped()).contains(target.id());
        send(200);

        assertThat(FrameWord.flags(onlyFrame().word()) & FrameWord.FLAG_PLACED).isNotZero();
    }

    @Test
    void mapsOtherRegionsThoughOneCouldNotBeMapped() {
        connect();
        MappedMemory refused = new MappedMemory(LENGTH, () -> {});
        ring.show(0, refused.id(), 0, 1000);
        show(1, 0, 1000);
        show(2, 0, 1000);

        memory.outOfRoom(true);
        send(200);
        assertThatThrownBy(fixture.loop::runTasks).isInstanceOf(NdException.class); // which the agent reports
        memory.outOfRoom(false);
        send(200);
        fixture.loop.runTasks();
        fixture.link.takeCommitted();
        send(200);

        assertThat(FrameWord.flags(onlyFrame().word()) & FrameWord.FLAG_PLACED).isNotZero();
    }

    @Test
    void sendsInFramesToARegionThatIsGone() {
        show(0, 0, 1000);
        memory.removePeerRegion(target);
        connect();

        send(200);

        assertThat(FrameWord.flags(onlyFrame().word()) & FrameWord.FLAG_PLACED).isZero();
    }

    @Test
    void sendsInFramesWhatIsHiddenMeanwhile() {
        show(0, 0, LENGTH);
        connect();
        ring.hide(0);

        send(200);

        assertThat(FrameWord.type(onlyFrame().word())).isEqualTo(FrameWord.TYPE_SEND);
        assertThat(target.buffer().getByte(0)).isZero();
    }

    @Test
    void placesNothingOutsideAMappedRegionWhateverTheRingSays() {
        long[][] forged = {
            {-1, 1000}, {0, LENGTH + 1L}, {LENGTH - 10, 1000}, {Long.MAX_VALUE, 1000}, {1, Long.MAX_VALUE}, {0, -1}
        };
        for (int index = 0; index < forged.length; index++) {
            ring.show(index, targetRegion.id(), forged[index][0], forged[index][1]);
        }
        connect();

        for (int index = 0; index < forged.length; index++) {
            send(150);
            assertThat(FrameWord.flags(onlyFrame().word()) & FrameWord.FLAG_PLACED)
                    .isZero();
        }
        for (int at = 0; at < LENGTH; at++) {
            assertThat(target.buffer().getByte(at)).isZero();
        }
    }

    @Test
    void looksForTheReceiveAnewBeforeEachChunk() {
        show(0, 0, LENGTH);
        connect();
        letAnotherEndpointWait();

        send(LENGTH);
        assertThat(fixture.link.takeCommitted()).as("one call moves a part").isEmpty();
        ring.hide(0);
        fixture.progress();

        assertThat(placed(0, MOVED_BESIDE_OTHERS)).isTrue();
        assertThat(target.buffer().getByte(MOVED_BESIDE_OTHERS)).isZero();
        List<FakeLink.Frame> frames = fixture.link.takeCommitted();
        assertThat(frames).hasSizeGreaterThan(1);
        assertThat(frames).allMatch(each -> (FrameWord.flags(each.word()) & FrameWord.FLAG_PLACED) == 0);
    }

    @Test
    void movesNoMoreThanACallMayWhenAnothersEndComesToLight() {
        show(0, 0, LENGTH);
        connect();
        EngineEndpoint other = fixture.connected();
        assertThat(endpoint.send(1, ScatterGatherList.of(source, 0, LENGTH), OpFlags.NONE))
                .isEqualTo(NdStatus.SUCCESS); // alone, and without credit
        fixture.grantCredit(1);

        other.connection().peerDisconnected(PeerEnd.AT_ONCE);
        assertThat(endpoint.receive(2, ScatterGatherList.empty())).isEqualTo(NdStatus.SUCCESS);

        assertThat(placed(0, MOVED_BESIDE_OTHERS)).isTrue();
        assertThat(target.buffer().getByte(MOVED_BESIDE_OTHERS)).isZero();
    }

    @Test
    void goesOnWithFramesIfTheRingIsNotUnderstood() {
        peerPort.ring().buffer().putInt(8, 99); // its version
        show(0, 0, 1000);
        connect();

        send(200);

        assertThat(FrameWord.type(onlyFrame().word())).isEqualTo(FrameWord.TYPE_SEND);
    }

    @Test
    void goesOnWithFramesIfTheRingSaysItIsLongerThanItIs() {
        peerPort.ring().buffer().putInt(12, 1 << 30); // its capacity
        show(0, 0, 1000);
        connect();

        send(200);

        assertThat(FrameWord.type(onlyFrame().word())).isEqualTo(FrameWord.TYPE_SEND);
    }

    private void connect() {
        fixture.attach(endpoint, true, ring.id());
        fixture.loop.runTasks();
    }

    private void letAnotherEndpointWait() {
        EngineEndpoint other = fixture.idle(EndpointConfig.defaults());
        fixture.attach(other, true);
        assertThat(other.send(2, ScatterGatherList.of(source, 0, 1), OpFlags.NONE))
                .isEqualTo(NdStatus.SUCCESS); // without credit
    }

    private void show(long index, int offset, int length) {
        ring.show(index, targetRegion.id(), offset, length);
    }

    private void send(int length) {
        fixture.grantCredit(1000);
        assertThat(endpoint.send(1, ScatterGatherList.of(source, 0, length), OpFlags.NONE))
                .isEqualTo(NdStatus.SUCCESS);
    }

    private FakeLink.Frame onlyFrame() {
        List<FakeLink.Frame> frames = fixture.link.takeCommitted();
        assertThat(frames).hasSize(1);
        return frames.get(0);
    }

    private boolean placed(int offset, int length) {
        for (int at = 0; at < length; at++) {
            if (target.buffer().getByte(offset + at) != source.memory().getByte(at)) {
                return false;
            }
        }
        return true;
    }

    /** The peer's port, which remembers the ring it allocated. */
    private static final class RingPort {
        private final FakePort port = new FakePort();

        ReceiveRing newRing() {
            return Objects.requireNonNull(ReceiveRing.create(port, 8, THRESHOLD, PEER_USER));
        }

        RegionMemory ring() {
            return port.allocated().get(0);
        }
    }
}
