// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.api.AccessFlags;
import io.oriel.api.NdStatus;
import io.oriel.api.OpFlags;
import io.oriel.api.ScatterGatherList;
import io.oriel.api.config.EndpointConfig;
import io.oriel.engine.credit.EngineSharedReceiveQueue;
import io.oriel.engine.credit.GrantedPeer;
import io.oriel.engine.credit.GrantingPeer;
import io.oriel.engine.memory.Region;
import io.oriel.engine.protocol.DemandEncoder;
import io.oriel.engine.protocol.FrameWord;
import io.oriel.engine.protocol.SendChunkEncoder;
import io.oriel.engine.testing.FakeLink;
import io.oriel.engine.testing.FakeMemory;
import io.oriel.engine.testing.FakePort;
import io.oriel.engine.transport.RegionMemory;
import java.util.Arrays;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

/** Endpoints of a shared receive queue, whose peers are the test; and an endpoint whose peer shares Receives. */
class SharedGrantsTest {
    private static final int TAKEN_OFFSET = 384;
    private static final long LONG_NS = 1_000_000_000;
    private static final int MANY = 16;

    private final FakeMemory memory = new FakeMemory();
    private final EndpointFixture fixture = new EndpointFixture(memory, Long.MAX_VALUE);
    private final EngineSharedReceiveQueue shared =
            new EngineSharedReceiveQueue(fixture.domain, fixture.loop, fixture.regions, MANY, 1, 0, closed -> {});

    @Test
    void givesToOthersWhatAPeerDoesNotUse() {
        EngineEndpoint idle = sharing();
        GrantedPeer idles = grants();
        EngineEndpoint other = sharing();
        GrantedPeer others = grants();
        post(1);
        demand(idle, MANY, FrameWord.FLAG_REVOCABLE);
        fixture.progress();
        demand(other, MANY, FrameWord.FLAG_REVOCABLE);
        fixture.progress();
        assertThat(others.take()).as("before its time is over").isFalse();
        waitLong();

        assertThat(idles.take()).isFalse();
        assertThat(idles.wereTakenBack()).isTrue();
        assertThat(others.take()).isTrue();
    }

    @Test
    void keepsForAPeerWhatItHasTakenBeforeItWasStopped() {
        EngineEndpoint stopped = sharing();
        GrantedPeer grants = grants();
        EngineEndpoint other = sharing();
        GrantedPeer others = grants();
        post(1);
        demand(stopped, 1, FrameWord.FLAG_REVOCABLE);
        fixture.progress();
        assertThat(grants.take()).isTrue();
        demand(other, 1, FrameWord.FLAG_REVOCABLE);
        waitLong();
        assertThat(others.take()).isFalse();

        arrive(stopped, FrameWord.TYPE_SEND, 0, new byte[0]);
        fixture.progress();

        assertThat(fixture.completions()).containsExactly("RECEIVE SUCCESS 0");
        assertThat(stopped.isConnected()).isTrue();
    }

    @Test
    void endsTheConnectionOfAPeerThatSendsAfterItsGrantsWereTakenBack() {
        EngineEndpoint wrong = sharing();
        EngineEndpoint other = sharing();
        GrantedPeer others = grants();
        post(1);
        demand(wrong, 1, FrameWord.FLAG_REVOCABLE);
        fixture.progress();
        demand(other, 1, FrameWord.FLAG_REVOCABLE);
        waitLong();
        assertThat(others.take()).isTrue();

        arrive(wrong, FrameWord.TYPE_SEND, 0, new byte[0]);
        fixture.progress();

        assertThat(wrong.isConnected()).isFalse();
        assertThat(other.isConnected()).isTrue();
        arrive(other, FrameWord.TYPE_SEND, 0, new byte[0]);
        fixture.progress();
        assertThat(fixture.completions()).containsExactly("RECEIVE SUCCESS 0");
    }

    @Test
    void takesNoMoreBackThanWasGrantedWhateverThePeerWrites() {
        for (long nonsense : new long[] {-1, Long.MIN_VALUE, Long.MAX_VALUE, Integer.MAX_VALUE, 1L << 40}) {
            EngineEndpoint wrong = sharing();
            UnsafeBuffer word = lastAllocated().buffer();
            EngineEndpoint other = sharing();
            GrantedPeer others = grants();
            post(2);
            demand(wrong, 2, FrameWord.FLAG_REVOCABLE);
            fixture.progress();
            word.putLong(TAKEN_OFFSET, nonsense);
            demand(other, MANY, FrameWord.FLAG_REVOCABLE);
            waitLong();

            int taken = 0;
            while (others.take()) {
                taken++;
                arrive(other, FrameWord.TYPE_SEND, 0, new byte[0]);
                fixture.progress();
            }
            wrong.close();
            other.close();

            assertThat(taken).as("of two Receives, with %s", nonsense).isLessThanOrEqualTo(2);
            assertThat(fixture.completions()).hasSize(taken);
            post(MANY - 2 + taken); // there is room for so many and no more
            assertThat(shared.receive(0, ScatterGatherList.empty())).isEqualTo(NdStatus.NO_MORE_ENTRIES);
            drain();
        }
    }

    @Test
    void refusesAPeerThatChangesTheWayInWhichItSends() {
        EngineEndpoint wrong = sharing();
        post(2);
        demand(wrong, 1, FrameWord.FLAG_REVOCABLE);
        fixture.progress();

        demand(wrong, 2, 0);
        fixture.progress();

        assertThat(wrong.isConnected()).isFalse();
    }

    @Test
    void takesNoReceiveFromAMessageThatHasBegunWhateverThePeerWrites() {
        UnsafeBuffer bytes = new UnsafeBuffer(new byte[MANY]);
        Region region = fixture.regions.add(bytes, AccessFlags.ALLOW_LOCAL_WRITE);
        EngineEndpoint wrong = sharing();
        UnsafeBuffer word = lastAllocated().buffer();
        EngineEndpoint other = sharing();
        post(new ScatterGatherList(1).add(region, 0, 8));
        demand(wrong, 1, FrameWord.FLAG_REVOCABLE);
        arrive(wrong, FrameWord.TYPE_SEND_CHUNK, 0, chunk(0, 8, 4));
        fixture.progress();
        word.putLong(TAKEN_OFFSET, 0); // though it has begun a message
        demand(other, 1, FrameWord.FLAG_REVOCABLE);
        waitLong();
        post(new ScatterGatherList(1).add(region, 8, 4));
        demand(wrong, 1, FrameWord.FLAG_REVOCABLE);
        fixture.progress();

        arrive(wrong, FrameWord.TYPE_SEND_CHUNK, FrameWord.FLAG_LAST, chunk(4, 8, 4));
        fixture.progress();

        assertThat(wrong.isConnected()).isTrue();
        assertThat(fixture.completions()).containsExactly("RECEIVE SUCCESS 0");
        assertThat(bytes.getLong(8)).isZero();
    }

    @Test
    void givesTheOldestReceiveToTheFirstMessageWhoeverWasGrantedOneBefore() {
        EngineEndpoint idle = sharing();
        EngineEndpoint other = sharing();
        post(2);
        demand(idle, 1, FrameWord.FLAG_REVOCABLE);
        demand(other, 1, FrameWord.FLAG_REVOCABLE);
        fixture.progress();

        arrive(other, FrameWord.TYPE_SEND, 0, new byte[0]);
        fixture.progress();
        arrive(idle, FrameWord.TYPE_SEND, 0, new byte[0]);
        fixture.progress();

        assertThat(fixture.completions()).containsExactly("RECEIVE SUCCESS 0", "RECEIVE SUCCESS 1");
    }

    @Test
    void grantsSomeMoreThanWasAskedForOnceAMessageHasCome() {
        EngineEndpoint endpoint = sharing();
        GrantedPeer grants = grants();
        post(MANY);
        demand(endpoint, 1, FrameWord.FLAG_REVOCABLE);
        fixture.progress();
        assertThat(grants.take()).isTrue();
        assertThat(grants.take()).as("before it is known to send").isFalse();

        for (int i = 0; i < MANY; i++) {
            arrive(endpoint, FrameWord.TYPE_SEND, 0, new byte[0]);
            fixture.progress();
            assertThat(fixture.completions()).containsExactly("RECEIVE SUCCESS " + i);
            assertThat(shared.receive(MANY + i, ScatterGatherList.empty())).isEqualTo(NdStatus.SUCCESS);
            assertThat(grants.take()).as("for Send %s", i + 2).isTrue();
        }
        assertThat(endpoint.isConnected()).isTrue();
    }

    @Test
    void takesBackSoonWhatNobodyAskedForWhenAnotherAsks() {
        EngineEndpoint idle = sharing();
        GrantedPeer idles = grants();
        EngineEndpoint other = sharing();
        GrantedPeer others = grants();
        post(MANY);
        demand(idle, 1, FrameWord.FLAG_REVOCABLE);
        fixture.progress();
        assertThat(idles.take()).isTrue();
        arrive(idle, FrameWord.TYPE_SEND, 0, new byte[0]);
        fixture.progress();
        assertThat(fixture.completions()).hasSize(1);
        post(1);
        assertThat(idles.take()).as("it was granted some").isTrue();

        demand(other, MANY, FrameWord.FLAG_REVOCABLE);
        for (int i = 0; i < MANY - 1; i++) {
            fixture.progress();
            if (!others.take()) {
                fixture.loop.advance(GrantingPeer.SETTLING_NS);
                fixture.progress();
                assertThat(others.take()).as("for Send %s of %s", i, MANY - 1).isTrue();
            }
            arrive(other, FrameWord.TYPE_SEND, 0, new byte[0]);
        }
        fixture.progress();
        assertThat(others.take()).as("the last is for a message under way").isFalse();
        assertThat(idles.take()).isFalse();
        assertThat(idles.wereTakenBack()).isTrue();

        arrive(idle, FrameWord.TYPE_SEND, 0, new byte[0]);
        fixture.progress();
        assertThat(fixture.completions()).hasSize(MANY);
        demand(idle, 3, FrameWord.FLAG_REVOCABLE); // what was taken back it had not asked for
        post(2);
        fixture.progress();
        assertThat(idles.take()).isTrue();
    }

    @Test
    void grantsWhatWasTakenBackOnlyOnceItIsCertainThatItIsNotUsed() {
        EngineEndpoint slow = sharing();
        GrantedPeer slows = grants();
        UnsafeBuffer word = lastAllocated().buffer();
        EngineEndpoint other = sharing();
        GrantedPeer others = grants();
        post(1);
        demand(slow, 1, FrameWord.FLAG_REVOCABLE);
        fixture.progress();
        demand(other, 1, FrameWord.FLAG_REVOCABLE);
        waitUntilTakenBack(slows);
        word.putLong(TAKEN_OFFSET, 1); // it had looked before, and its store shows now

        waitLong();
        assertThat(others.take()).isFalse();
        arrive(slow, FrameWord.TYPE_SEND, 0, new byte[0]);
        fixture.progress();

        assertThat(fixture.completions()).containsExactly("RECEIVE SUCCESS 0");
        assertThat(slow.isConnected()).isTrue();
    }

    @Test
    void showsAPeerAgainWhatItHadTakenAndGaveBackWhenItAsks() {
        EngineEndpoint slow = sharing();
        GrantedPeer slows = grants();
        UnsafeBuffer word = lastAllocated().buffer();
        EngineEndpoint other = sharing();
        post(1);
        demand(slow, 1, FrameWord.FLAG_REVOCABLE);
        fixture.progress();
        demand(other, 1, FrameWord.FLAG_REVOCABLE);
        waitUntilTakenBack(slows);
        word.putLong(TAKEN_OFFSET, 1); // it had looked before
        waitLong();
        word.putLong(TAKEN_OFFSET, 0);
        assertThat(slows.take()).isFalse();

        demand(slow, 1, FrameWord.FLAG_REVOCABLE);
        fixture.progress();

        assertThat(slows.take()).isTrue();
    }

    @Test
    void meetsWhatAPeerAsksWhileItsGrantsAreTakenBackOnceThatIsDone() {
        EngineEndpoint first = sharing();
        GrantedPeer firsts = grants();
        EngineEndpoint other = sharing();
        GrantedPeer others = grants();
        post(1);
        demand(first, 1, FrameWord.FLAG_REVOCABLE);
        fixture.progress();
        demand(other, 1, FrameWord.FLAG_REVOCABLE);
        waitUntilTakenBack(firsts);

        demand(first, 1, FrameWord.FLAG_REVOCABLE);
        fixture.progress();
        assertThat(firsts.take()).isFalse();
        fixture.loop.advance(GrantingPeer.SETTLING_NS);
        fixture.progress();
        assertThat(others.take()).as("it has waited for longer").isTrue();
        assertThat(firsts.take()).isFalse();
        arrive(other, FrameWord.TYPE_SEND, 0, new byte[0]);
        post(1);
        fixture.progress();

        assertThat(firsts.take()).isTrue();
    }

    @Test
    void grantsNothingUnaskedThatCannotBeTakenBack() {
        EngineEndpoint idle = sharing();
        EngineEndpoint other = sharing();
        post(MANY);
        demand(idle, 1, 0);
        fixture.progress();
        arrive(idle, FrameWord.TYPE_SEND, 0, new byte[0]);
        fixture.progress();
        assertThat(fixture.completions()).hasSize(1);

        demand(other, MANY, 0);
        fixture.progress();
        for (int i = 1; i < MANY; i++) {
            arrive(other, FrameWord.TYPE_SEND, 0, new byte[0]);
            fixture.progress();
        }

        assertThat(fixture.completions()).hasSize(MANY - 1);
        assertThat(other.isConnected()).isTrue();
    }

    @Test
    void tellsWithEachFrameWhatThePeerWasGrantedForGood() {
        EngineEndpoint endpoint = sharing();
        post(MANY);
        demand(endpoint, 3, 0);
        fixture.progress();
        fixture.grantCredit(1);

        send(endpoint);
        fixture.progress();

        assertThat(fixture.link.takeCommitted())
                .singleElement()
                .satisfies(
                        frame -> assertThat(FrameWord.credit(frame.word(), 0)).isEqualTo(3));
    }

    @Test
    void freesWhatAnEndedConnectionWasGranted() {
        EngineEndpoint first = sharing();
        post(MANY);
        demand(first, 1, FrameWord.FLAG_REVOCABLE);
        fixture.progress();
        arrive(first, FrameWord.TYPE_SEND, 0, new byte[0]);
        fixture.progress();
        first.close();

        drain();

        post(MANY); // there is room for so many and no more
        assertThat(shared.receive(0, ScatterGatherList.empty())).isEqualTo(NdStatus.NO_MORE_ENTRIES);
    }

    @Test
    void takesAGrantForEachSendAndGivesItBackWhenThereIsNoRoom() {
        FakePort port = new FakePort();
        GrantingPeer granted = new GrantingPeer(port);
        memory.addPeerRegion(port.allocated().get(0));
        EngineEndpoint endpoint = fixture.idle(EndpointConfig.defaults());
        fixture.attachToSharing(endpoint, granted.id());
        fixture.progress();
        send(endpoint);
        assertThat(types()).containsExactly(FrameWord.TYPE_DEMAND);
        fixture.link.room(0);
        granted.grant(1, 0);
        fixture.progress();
        assertThat(granted.unused(1, 0))
                .as("nothing is kept while it waits for room")
                .isEqualTo(1);
        granted.takeBack();
        fixture.link.room(MANY);

        fixture.progress();
        assertThat(types()).as("it asks again").containsExactly(FrameWord.TYPE_DEMAND);
        granted.grant(2, 0);
        fixture.progress();

        assertThat(types()).containsExactly(FrameWord.TYPE_SEND);
        assertThat(granted.unused(2, 0)).isEqualTo(1);
        send(endpoint);
        assertThat(types()).containsExactly(FrameWord.TYPE_SEND);
        assertThat(granted.unused(2, 0)).isZero();
    }

    @Test
    void sendsByWhatAFrameTellsUnlessItIsOlderThanWhatWasTakenBack() {
        FakePort port = new FakePort();
        GrantingPeer granted = new GrantingPeer(port);
        memory.addPeerRegion(port.allocated().get(0));
        EngineEndpoint endpoint = fixture.idle(EndpointConfig.defaults().withQueueDepth(MANY));
        fixture.attachToSharing(endpoint, granted.id());
        fixture.progress();
        tellCredit(endpoint, 2);
        send(endpoint);
        assertThat(types()).containsExactly(FrameWord.TYPE_SEND);

        granted.takeBack();
        tellCredit(endpoint, 9);
        send(endpoint);
        assertThat(types()).containsExactly(FrameWord.TYPE_DEMAND);
        tellCredit(endpoint, 9);
        assertThat(types()).as("of a frame that may be older").isEmpty();
        granted.grant(2, 3);
        fixture.progress();
        assertThat(types()).containsExactly(FrameWord.TYPE_SEND);
        tellCredit(endpoint, 3);
        send(endpoint);

        assertThat(types()).containsExactly(FrameWord.TYPE_SEND);
    }

    @Test
    void takesTheGrantOfItsFirstSendThoughAFrameTellsOfItsReceiveBefore() {
        FakePort port = new FakePort();
        GrantingPeer granted = new GrantingPeer(port);
        memory.addPeerRegion(port.allocated().get(0));
        EngineEndpoint endpoint = fixture.idle(EndpointConfig.defaults());
        fixture.attachToSharing(endpoint, granted.id());
        fixture.progress();
        send(endpoint);
        assertThat(types()).containsExactly(FrameWord.TYPE_DEMAND);

        granted.grant(1, 0);
        tellCredit(endpoint, 1);

        assertThat(types()).containsExactly(FrameWord.TYPE_SEND);
        assertThat(granted.unused(1, 0)).isZero();
    }

    @Test
    void sendsByCreditWhenTheGrantsCannotBeMapped() {
        memory.outOfRoom(true);
        EngineEndpoint endpoint = fixture.idle(EndpointConfig.defaults());
        fixture.attachToSharing(endpoint, 99);
        try {
            fixture.progress();
        } catch (RuntimeException e) {
            assertThat(e).hasMessageContaining("no room to map 99");
        }
        send(endpoint);
        assertThat(fixture.link.takeCommitted())
                .singleElement()
                .satisfies(frame -> assertThat(FrameWord.flags(frame.word())).isZero());

        fixture.grantCredit(1);
        fixture.progress();

        assertThat(types()).containsExactly(FrameWord.TYPE_SEND);
    }

    private EngineEndpoint sharing() {
        EngineEndpoint endpoint =
                fixture.create(shared, EndpointConfig.defaults().withQueueDepth(MANY));
        fixture.attach(endpoint, true);
        return endpoint;
    }

    private RegionMemory lastAllocated() {
        List<RegionMemory> allocated = fixture.port.allocated();
        return allocated.get(allocated.size() - 1);
    }

    /** Returns what the peer of the endpoint made last maps. */
    private GrantedPeer grants() {
        RegionMemory file = lastAllocated();
        memory.addPeerRegion(file);
        return new GrantedPeer(memory, file.id());
    }

    private void post(int count) {
        for (int i = 0; i < count; i++) {
            assertThat(shared.receive(i, ScatterGatherList.empty())).isEqualTo(NdStatus.SUCCESS);
        }
    }

    private void post(ScatterGatherList list) {
        assertThat(shared.receive(0, list)).isEqualTo(NdStatus.SUCCESS);
    }

    /** Lets messages of a peer that behaves take everything that is posted. */
    private void drain() {
        EngineEndpoint last = sharing();
        GrantedPeer grants = grants();
        demand(last, 4 * MANY, FrameWord.FLAG_REVOCABLE);
        fixture.progress();
        while (grants.take()) {
            arrive(last, FrameWord.TYPE_SEND, 0, new byte[0]);
            fixture.progress();
        }
        fixture.completions();
        last.close();
    }

    private void demand(EngineEndpoint endpoint, long upTo, int flags) {
        byte[] payload = new byte[DemandEncoder.BLOCK_LENGTH];
        new DemandEncoder().wrap(new UnsafeBuffer(payload), 0).upTo(upTo);
        arrive(endpoint, FrameWord.TYPE_DEMAND, flags, payload);
    }

    private static byte[] chunk(long offset, long total, int length) {
        byte[] payload = new byte[SendChunkEncoder.BLOCK_LENGTH + length];
        Arrays.fill(payload, (byte) 1);
        new SendChunkEncoder()
                .wrap(new UnsafeBuffer(payload), 0)
                .totalLength(total)
                .messageOffset(offset);
        return payload;
    }

    private void arrive(EngineEndpoint endpoint, int type, int flags, byte[] payload) {
        long word = FrameWord.of(
                type, flags, endpoint.connection().id(), endpoint.connection().generation());
        fixture.link.arrive(FrameWord.with(word, 0, 0), payload);
    }

    /** Time passes for everybody who holds something. */
    private void waitLong() {
        for (int i = 0; i < 3; i++) {
            fixture.progress();
            fixture.loop.advance(LONG_NS);
        }
        fixture.progress();
    }

    private void waitUntilTakenBack(GrantedPeer grants) {
        while (!grants.wereTakenBack()) {
            fixture.loop.advance(GrantingPeer.SETTLING_NS);
            fixture.progress();
        }
    }

    private void tellCredit(EngineEndpoint endpoint, long credit) {
        assertThat(endpoint.receive(7, ScatterGatherList.empty())).isEqualTo(NdStatus.SUCCESS);
        long word = FrameWord.of(
                FrameWord.TYPE_SEND,
                0,
                endpoint.connection().id(),
                endpoint.connection().generation());
        fixture.link.arrive(FrameWord.with(word, credit, 0), new byte[0]);
        fixture.progress();
    }

    private static void send(EngineEndpoint endpoint) {
        assertThat(endpoint.send(1, ScatterGatherList.empty(), OpFlags.NONE)).isEqualTo(NdStatus.SUCCESS);
    }

    private List<Integer> types() {
        return fixture.link.takeCommitted().stream()
                .map(FakeLink.Frame::word)
                .map(FrameWord::type)
                .toList();
    }
}
