// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.api.Completion;
import io.oriel.api.OpFlags;
import io.oriel.api.RemoteWindow;
import io.oriel.api.RequestType;
import io.oriel.api.ScatterGatherList;
import io.oriel.api.WindowDescriptor;
import io.oriel.api.config.EndpointConfig;
import io.oriel.testing.conformance.fixture.ConformanceMedium;
import io.oriel.testing.conformance.fixture.ConformanceTest;
import io.oriel.testing.conformance.fixture.ConnectedPair;
import io.oriel.testing.conformance.fixture.Outcome;
import io.oriel.testing.conformance.fixture.Proves;
import io.oriel.testing.conformance.fixture.Side;
import io.oriel.testing.conformance.fixture.SideConfig;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** The traffic of Microsoft's examples: A accepts, B connects, as in their sources; shorter. */
public abstract class MicrosoftExamplesConformanceTest extends ConformanceTest {
    private static final int LENGTH = SideConfig.defaults().regionLength();
    private static final int DEPTH = 8;
    private static final int MESSAGES = 100;
    private static final byte[] NO_DATA = {};

    protected MicrosoftExamplesConformanceTest(ConformanceMedium medium) {
        super(medium);
    }

    @Test
    @Proves({"microsoft.s33", "send.inline", "connection-data.private-data"})
    void ndPing() {
        ConnectedPair pair = unconnected();
        Side a = pair.owner();
        Side b = pair.peer();
        for (int i = 0; i < DEPTH; i++) {
            a.receive(i, 0, 64);
        }
        CompletableFuture<Void> connecting = pair.request(0, 0, NO_DATA);
        CompletableFuture<Void> accepting = a.connector().accept(a.endpoint(), 0, 0, new byte[] {DEPTH - 1});
        fixture().get(connecting);
        int credits = b.connector().privateData()[0];
        b.receive(50, 100, 1);
        fixture().get(b.connector().completeConnect());
        fixture().get(accepting);

        for (int sent = 0, taken = 0; taken < MESSAGES; ) {
            for (; credits > 0 && sent < MESSAGES; credits--, sent++) {
                assertPosted(b.endpoint().send(sent, b.range(0, 1 + sent % 16), OpFlags.INLINE));
            }
            for (int i = 0; i < DEPTH / 2 && taken < sent; i++, taken++) {
                Completion received = a.next(a.receiveQueue());
                assertThat(received.bytesTransferred()).isEqualTo(1 + taken % 16);
                assertThat(b.initiated()).isEqualTo(Outcome.success(RequestType.SEND, taken));
                a.receive(DEPTH + taken, 0, 64);
            }
            a.send(1000, 200, 1);
            assertThat(a.initiated()).isEqualTo(Outcome.success(RequestType.SEND, 1000));
            assertThat(b.received()).isEqualTo(Outcome.success(RequestType.RECEIVE, 50));
            b.receive(50, 100, 1);
            credits += DEPTH / 2;
        }
        b.send(MESSAGES);

        assertThat(a.next(a.receiveQueue()).bytesTransferred()).as("the end").isZero();
        assertThat(b.initiated()).isEqualTo(Outcome.success(RequestType.SEND, MESSAGES));
        fixture().get(b.connector().disconnect());
        assertThat(a.received(DEPTH - 1)).allMatch(left -> left.equals(Outcome.canceled(left.type(), left.context())));
    }

    @Test
    @Proves({"microsoft.s34", "get-results.identity"})
    void ndPingPong() {
        ConnectedPair pair = unconnected();
        Side a = pair.owner();
        Side b = pair.peer();
        a.receive(1, 0, LENGTH);
        b.receive(2, 0, LENGTH);
        pair.connect(0, 0);

        for (int length = 1; length <= LENGTH; length *= 2) {
            b.memory().setMemory(0, length, (byte) length);
            b.send(3, 0, length);
            assertThat(b.initiated()).isEqualTo(Outcome.success(RequestType.SEND, 3));
            Completion ping = a.next(a.receiveQueue());
            assertThat(Outcome.of(ping)).isEqualTo(Outcome.success(RequestType.RECEIVE, 1));
            assertThat(ping.bytesTransferred()).isEqualTo(length);
            a.send(4, 0, length);
            assertThat(a.initiated()).isEqualTo(Outcome.success(RequestType.SEND, 4));
            assertThat(b.received()).isEqualTo(Outcome.success(RequestType.RECEIVE, 2));
            b.assertEveryByte(0, length, (byte) length);
            a.receive(1, 0, LENGTH);
            b.receive(2, 0, LENGTH);
        }
    }

    @Test
    @Proves({"microsoft.s35", "read.throttled", "write.then-send", "accept.passive-first"})
    void ndRping() {
        ConnectedPair pair = unconnected();
        Side a = pair.owner();
        Side b = pair.peer();
        a.receive(1);
        b.receive(2, LENGTH / 2, LENGTH / 2);
        pair.connect(DEPTH, DEPTH);
        assertPosted(a.endpoint().bind(3, a.region(), a.newWindow(), 64, LENGTH / 2, READ_WRITE, a.memory(), 0));
        a.send(4, 0, WindowDescriptor.LENGTH);
        assertThat(a.initiated(2))
                .containsExactly(Outcome.success(RequestType.BIND, 3), Outcome.success(RequestType.SEND, 4));
        assertThat(b.received()).isEqualTo(Outcome.success(RequestType.RECEIVE, 2));
        RemoteWindow remote = b.endpoint().openWindow(b.memory(), LENGTH / 2);

        for (int i = 0; i < MESSAGES; i++) {
            b.memory().putInt(4 * i, i);
            assertPosted(b.endpoint().write(i, b.range(4L * i, 4), remote, 4L * i, OpFlags.NONE));
            assertPosted(b.endpoint().read(i, b.range(4096 + 4L * i, 4), remote, 4L * i, OpFlags.NONE));
            assertThat(b.initiated(2))
                    .containsExactly(Outcome.success(RequestType.WRITE, i), Outcome.success(RequestType.READ, i));
        }
        for (int i = 0; i < 2 * DEPTH; i++) {
            assertPosted(b.endpoint().read(i, b.range(8192 + 4L * i, 4), remote, 4L * i, OpFlags.NONE));
        }
        assertPosted(b.endpoint().send(5, ScatterGatherList.empty(), OpFlags.NONE));

        assertThat(b.initiated(2 * DEPTH + 1)).last().isEqualTo(Outcome.success(RequestType.SEND, 5));
        assertThat(a.received()).isEqualTo(Outcome.success(RequestType.RECEIVE, 1));
        for (int i = 0; i < 2 * DEPTH; i++) {
            assertThat(a.memory().getInt(64 + 4 * i)).isEqualTo(i);
            assertThat(b.memory().getInt(8192 + 4 * i)).isEqualTo(i);
        }
    }

    private ConnectedPair unconnected() {
        SideConfig side =
                SideConfig.defaults().withEndpoint(EndpointConfig.defaults().withInlineDataSize(16));
        return ConnectedPair.open(fixture(), side, side);
    }
}
