// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.conformance;

import static io.oriel.api.NdStatus.ACCESS_VIOLATION;
import static io.oriel.api.NdStatus.DATA_OVERRUN;
import static io.oriel.api.NdStatus.IO_TIMEOUT;
import static io.oriel.api.NdStatus.REMOTE_ERROR;
import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.api.MemoryWindow;
import io.oriel.api.OpFlags;
import io.oriel.api.RemoteWindow;
import io.oriel.api.RequestType;
import io.oriel.api.ScatterGatherList;
import io.oriel.api.WindowDescriptor;
import io.oriel.api.config.OrielConfig;
import io.oriel.api.config.TimeoutConfig;
import io.oriel.testing.conformance.fixture.ConformanceMedium;
import io.oriel.testing.conformance.fixture.ConformanceTest;
import io.oriel.testing.conformance.fixture.ConnectedPair;
import io.oriel.testing.conformance.fixture.Outcome;
import io.oriel.testing.conformance.fixture.Proves;
import io.oriel.testing.conformance.fixture.Side;
import io.oriel.testing.conformance.fixture.SideConfig;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Microsoft's executable tests that move data, under their names, with their statuses: A is the owner, B the peer. */
public abstract class MicrosoftTransfersConformanceTest extends ConformanceTest {
    protected MicrosoftTransfersConformanceTest(ConformanceMedium medium) {
        super(medium);
    }

    @Override
    protected OrielConfig config() {
        return OrielConfig.defaults()
                .withTimeouts(TimeoutConfig.defaults().withReceiverNotReady(Duration.ofMillis(500)));
    }

    @Test
    @Proves({"microsoft.s07", "read.no-right", "read.owner-receives", "invalidate.fatal-read"})
    void ndInvalidRead() {
        ConnectedPair pair = prepared().connect(1, 1);
        RemoteWindow remote = grantAndInvalidate(pair);

        assertPosted(pair.owner()
                .endpoint()
                .read(1, pair.owner().range(0, fixture().bulkLength()), remote, 0, OpFlags.NONE));

        assertThat(pair.owner().initiated()).isEqualTo(new Outcome(RequestType.READ, ACCESS_VIOLATION, 1));
        assertThat(pair.peer().received()).isEqualTo(Outcome.canceled(RequestType.RECEIVE, 4));
    }

    @Test
    @Proves({"microsoft.s08", "write.no-right", "write.owner-receives", "invalidate.fatal-write"})
    void ndInvalidWrite() {
        ConnectedPair pair = prepared().connect(1, 1);
        RemoteWindow remote = grantAndInvalidate(pair);

        assertPosted(pair.owner()
                .endpoint()
                .write(1, pair.owner().range(0, fixture().bulkLength()), remote, 0, OpFlags.NONE));

        assertThat(pair.owner().initiated()).isEqualTo(new Outcome(RequestType.WRITE, ACCESS_VIOLATION, 1));
        assertThat(pair.peer().received()).isEqualTo(Outcome.canceled(RequestType.RECEIVE, 4));
    }

    @Test
    @Proves({"microsoft.s13", "read.outside-window"})
    void ndOverRead() {
        ConnectedPair pair = prepared().connect(1, 1);
        RemoteWindow remote = grant(pair, pair.peer().newWindow(), fixture().bulkLength() - 41);

        assertPosted(pair.owner()
                .endpoint()
                .read(1, pair.owner().range(0, fixture().bulkLength()), remote, 0, OpFlags.NONE));

        assertThat(pair.owner().initiated()).isEqualTo(new Outcome(RequestType.READ, ACCESS_VIOLATION, 1));
    }

    @Test
    @Proves({"microsoft.s14", "write.outside-window"})
    void ndOverWrite() {
        ConnectedPair pair = prepared().connect(1, 1);
        RemoteWindow remote = grant(pair, pair.peer().newWindow(), fixture().bulkLength() - 41);

        assertPosted(pair.owner()
                .endpoint()
                .write(1, pair.owner().range(0, fixture().bulkLength()), remote, 0, OpFlags.NONE));

        assertThat(pair.owner().initiated()).isEqualTo(new Outcome(RequestType.WRITE, ACCESS_VIOLATION, 1));
    }

    @Test
    @Proves({"microsoft.s18", "send.io-timeout", "send.receiver-untouched"})
    void ndSendNoReceive() {
        ConnectedPair pair = prepared().connect(1, 1);

        pair.peer().send(1, 0, fixture().bulkLength());

        assertThat(pair.peer().initiated()).isEqualTo(new Outcome(RequestType.SEND, IO_TIMEOUT, 1));
        assertThat(pair.owner().outcomesNow()).isEmpty();
    }

    @Test
    @Proves({"microsoft.s19", "disconnect.flushes", "receive.canceled"})
    void ndReceiveConnectorClosed() {
        ConnectedPair pair = prepared();
        pair.owner().receive(1, 0, fixture().bulkLength());
        pair.connect(1, 1);

        CompletableFuture<Void> disconnecting = pair.peer().connector().disconnect();
        pair.peer().region().deregister();

        assertThat(pair.owner().received()).isEqualTo(Outcome.canceled(RequestType.RECEIVE, 1));
        fixture().get(disconnecting);
    }

    @Test
    @Proves({"microsoft.s23", "receive.too-short", "send.remote-error"})
    void ndMval() {
        ConnectedPair pair = prepared();
        pair.owner().receive(1, 0, 1023);
        pair.connect(0, 0);

        pair.peer().send(2, 0, 1024);

        assertThat(pair.owner().received()).isEqualTo(new Outcome(RequestType.RECEIVE, DATA_OVERRUN, 1));
        assertThat(pair.peer().initiated()).isEqualTo(new Outcome(RequestType.SEND, REMOTE_ERROR, 2));
    }

    // Microsoft's client gathers from two entries on a queue pair made for one, which the documents forbid. Here it is
    // made for two.
    @Test
    @Proves({"microsoft.s25", "write.then-send", "get-results.causality"})
    void ndMwBulk() {
        ConnectedPair pair = prepared();
        Side a = pair.owner();
        Side b = pair.peer();
        int half = fixture().bulkLength() / 2;
        int quarter = half / 2;
        int info = WindowDescriptor.LENGTH;
        b.fill(half, half, 99);
        b.receive(0x1000, 0, half);
        a.receive(0x1000, 0, 1024 + info);
        pair.connect(1, 1);
        MemoryWindow window = b.newWindow();
        assertPosted(b.endpoint().bind(7, b.region(), window, 0, 2L * half, READ_WRITE, b.memory(), 0));
        assertThat(b.initiated()).isEqualTo(Outcome.success(RequestType.BIND, 7));

        ScatterGatherList list =
                new ScatterGatherList(2).add(b.region(), half, 1024).add(b.region(), 0, info);
        assertPosted(b.endpoint().send(0x3000, list, OpFlags.NONE));
        assertThat(a.received()).isEqualTo(Outcome.success(RequestType.RECEIVE, 0x1000));
        a.assertFilled(0, 1024, 99);
        RemoteWindow remote = a.endpoint().openWindow(a.memory(), 1024);
        assertPosted(a.endpoint().read(0x2000, a.range(half, 1024), remote, half, OpFlags.NONE));
        assertThat(a.initiated()).isEqualTo(Outcome.success(RequestType.READ, 0x2000));
        assertPosted(a.endpoint().read(0x2000, a.range(half + 1024, half - 1024L), remote, half + 1024L, OpFlags.NONE));
        assertThat(a.initiated()).isEqualTo(Outcome.success(RequestType.READ, 0x2000));
        a.assertFilled(half, half, 99);
        a.fill(half, half, 101);
        assertPosted(a.endpoint().write(0x4000, a.range(half + quarter, quarter), remote, quarter, OpFlags.NONE));
        assertThat(a.initiated()).isEqualTo(Outcome.success(RequestType.WRITE, 0x4000));
        assertPosted(a.endpoint().write(0x4000, a.range(half, quarter), remote, 0, OpFlags.NONE));
        assertThat(a.initiated()).isEqualTo(Outcome.success(RequestType.WRITE, 0x4000));
        a.send(0);

        assertThat(b.initiated()).isEqualTo(Outcome.success(RequestType.SEND, 0x3000));
        assertThat(b.received()).isEqualTo(Outcome.success(RequestType.RECEIVE, 0x1000));
        b.assertFilled(0, half, 101);
        b.assertFilled(half, half, 99);
    }

    @Test
    @Proves({"microsoft.s27", "disconnect.both-at-once"})
    void ndConn() {
        for (int i = 0; i < 50; i++) {
            ConnectedPair pair = ConnectedPair.open(fixture(), SideConfig.defaults(), SideConfig.defaults());
            pair.owner().receive(1, 0, 4096);
            pair.peer().receive(2, 0, 4096);
            pair.connect(0, 0);
            CompletableFuture<Void> notified = pair.owner().connector().notifyDisconnect();
            pair.peer().send(3, 0, 4096);
            assertThat(pair.owner().received()).isEqualTo(Outcome.success(RequestType.RECEIVE, 1));
            pair.owner().send(4, 0, 4096);
            assertThat(pair.peer().received()).isEqualTo(Outcome.success(RequestType.RECEIVE, 2));
            assertThat(pair.owner().initiated()).isEqualTo(Outcome.success(RequestType.SEND, 4));
            assertThat(pair.peer().initiated()).isEqualTo(Outcome.success(RequestType.SEND, 3));

            fixture().get(pair.peer().connector().disconnect());
            fixture().get(notified);
            pair.owner().close();
            pair.peer().close();
        }
    }

    /** Both sides with memory for bulk transfers, and one queue each for everything. */
    private ConnectedPair prepared() {
        SideConfig side =
                SideConfig.defaults().withRegionLength(fixture().bulkLength()).withOneQueue();
        return ConnectedPair.open(fixture(), side, side);
    }

    private RemoteWindow grantAndInvalidate(ConnectedPair pair) {
        MemoryWindow window = pair.peer().newWindow();
        RemoteWindow remote = grant(pair, window, fixture().bulkLength());
        assertPosted(pair.peer().endpoint().invalidate(6, window, OpFlags.NONE));
        assertThat(pair.peer().initiated()).isEqualTo(Outcome.success(RequestType.INVALIDATE, 6));
        return remote;
    }

    /** B binds a window and sends its descriptor; A opens it. */
    private static RemoteWindow grant(ConnectedPair pair, MemoryWindow window, long length) {
        Side b = pair.peer();
        pair.owner().receive(2, 0, WindowDescriptor.LENGTH);
        assertPosted(b.endpoint().bind(3, b.region(), window, 0, length, READ_WRITE, b.memory(), 0));
        assertThat(b.initiated()).isEqualTo(Outcome.success(RequestType.BIND, 3));
        b.receive(4);
        b.send(5, 0, WindowDescriptor.LENGTH);
        assertThat(b.initiated()).isEqualTo(Outcome.success(RequestType.SEND, 5));
        assertThat(pair.owner().received()).isEqualTo(Outcome.success(RequestType.RECEIVE, 2));
        return pair.owner().endpoint().openWindow(pair.owner().memory(), 0);
    }
}
