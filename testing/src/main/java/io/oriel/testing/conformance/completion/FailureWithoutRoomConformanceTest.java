// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.conformance.completion;

import static io.oriel.api.NdStatus.ACCESS_VIOLATION;
import static io.oriel.api.NdStatus.SUCCESS;
import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.api.AccessFlags;
import io.oriel.api.Completion;
import io.oriel.api.CompletionQueue;
import io.oriel.api.MemoryRegion;
import io.oriel.api.MemoryWindow;
import io.oriel.api.NotifyType;
import io.oriel.api.OpFlags;
import io.oriel.api.RemoteWindow;
import io.oriel.api.RequestType;
import io.oriel.api.ScatterGatherList;
import io.oriel.testing.conformance.fixture.ConformanceMedium;
import io.oriel.testing.conformance.fixture.ConformanceTest;
import io.oriel.testing.conformance.fixture.ConnectedPair;
import io.oriel.testing.conformance.fixture.Outcome;
import io.oriel.testing.conformance.fixture.Proves;
import io.oriel.testing.conformance.fixture.Side;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

/** A failure of which the peer cannot be told at once, because it takes nothing: Reads of much memory are being answered. */
public abstract class FailureWithoutRoomConformanceTest extends ConformanceTest {
    private static final byte CONTENT = 7;

    protected FailureWithoutRoomConformanceTest(ConformanceMedium medium) {
        super(medium);
    }

    @Test
    @Proves({"notify-disconnect.failed-request", "async-result.no-polling", "requests.once"})
    void tellsOfTheEndThoughNobodyPolls() {
        ConnectedPair pair = connected();
        failWithoutRoom(pair);
        CompletableFuture<Void> ofOwner = pair.owner().connector().notifyDisconnect();
        CompletableFuture<Void> ofPeer = pair.peer().connector().notifyDisconnect();

        fixture().get(ofOwner);
        fixture().get(ofPeer);

        assertThat(pair.owner().endpoint().isConnected()).isFalse();
        assertThat(pair.peer().endpoint().isConnected()).isFalse();
    }

    @Test
    @Proves({"requests.once", "write.outside-window"})
    void completesThePeersRequestsThoughTheOwnersApplicationDoesNothing() {
        ConnectedPair pair = connected();
        MemoryRegion sink = failWithoutRoom(pair);

        assertThat(initiatedAlone(pair.peer(), 2))
                .containsExactly(
                        Outcome.success(RequestType.READ, 1), new Outcome(RequestType.WRITE, ACCESS_VIOLATION, 2));

        assertRead(sink);
    }

    @Test
    @Proves({"async-result.published", "requests.once"})
    void givesTheOwnerItsMemoryBack() {
        ConnectedPair pair = connected();
        MemoryRegion source = source(pair);
        MemoryRegion sink = failWithoutRoom(pair, source);
        fixture().get(pair.owner().connector().notifyDisconnect());

        assertThat(pair.owner().endpoint().flush()).isEqualTo(SUCCESS);
        source.buffer().setMemory(0, fixture().bulkLength(), (byte) ~CONTENT);

        List<Outcome> outcomes = initiatedAlone(pair.peer(), 2);
        assertThat(outcomes).extracting(Outcome::context).containsExactly(1L, 2L);
        assertThat(outcomes.get(1).status()).isNotEqualTo(SUCCESS);
        if (outcomes.get(0).status() == SUCCESS) {
            assertThat(fixture().supportsBlockingWaits())
                    .as("only on a real medium can the agent have answered the whole Read before the flush")
                    .isTrue();
            assertRead(sink);
        }
    }

    /** What a Read that fills the log reads. */
    private MemoryRegion source(ConnectedPair pair) {
        byte[] content = new byte[fixture().bulkLength()];
        Arrays.fill(content, CONTENT);
        return pair.owner().adapter().registerMemory(new UnsafeBuffer(content), AccessFlags.NONE);
    }

    private MemoryRegion failWithoutRoom(ConnectedPair pair) {
        return failWithoutRoom(pair, source(pair));
    }

    /** The owner finds a Write that it does not grant, behind a Read that fills the log; returns where the Read goes. */
    private MemoryRegion failWithoutRoom(ConnectedPair pair, MemoryRegion source) {
        int length = fixture().bulkLength();
        MemoryRegion sink =
                pair.peer().adapter().registerMemory(new UnsafeBuffer(new byte[length]), AccessFlags.ALLOW_LOCAL_WRITE);
        MemoryWindow window = pair.owner().newWindow();
        UnsafeBuffer descriptor = newDescriptor();
        assertPosted(pair.owner().endpoint().bind(0, source, window, 0, length, OpFlags.ALLOW_READ, descriptor, 0));
        assertThat(pair.owner().initiated()).isEqualTo(Outcome.success(RequestType.BIND, 0));
        RemoteWindow remote = pair.peer().endpoint().openWindow(descriptor, 0);

        assertPosted(pair.peer().endpoint().read(1, ScatterGatherList.of(sink), remote, 0, OpFlags.NONE));
        assertPosted(pair.peer().endpoint().write(2, pair.peer().range(0, 8), remote, 0, OpFlags.NONE));
        while (pair.owner().endpoint().isConnected()) {
            fixture().progress(pair.owner().adapter());
            fixture().pause();
        }
        return sink;
    }

    private void assertRead(MemoryRegion sink) {
        for (int at = 0; at < fixture().bulkLength(); at++) {
            if (sink.buffer().getByte(at) != CONTENT) {
                throw new AssertionError("byte " + at + " was not read");
            }
        }
    }

    /** Waits for completions, driving this side alone. */
    private List<Outcome> initiatedAlone(Side side, int count) {
        List<Outcome> outcomes = new ArrayList<>();
        CompletionQueue queue = side.initiatorQueue();
        Completion[] one = {new Completion()};
        while (outcomes.size() < count) {
            if (queue.poll(one, 1) == 1) {
                outcomes.add(Outcome.of(one[0]));
            } else {
                fixture().getDriving(queue.requestNotification(NotifyType.ANY), side.adapter());
            }
        }
        return outcomes;
    }
}
