// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.oriel.api.Endpoint;
import io.oriel.api.NdException;
import io.oriel.api.NdStatus;
import io.oriel.api.ScatterGatherList;
import io.oriel.engine.endpoint.ConnectionSide;
import io.oriel.engine.protocol.ConnectAbandonDecoder;
import io.oriel.engine.protocol.ConnectAcceptDecoder;
import io.oriel.engine.protocol.ConnectCompleteDecoder;
import io.oriel.engine.protocol.ConnectRejectDecoder;
import io.oriel.engine.protocol.ConnectRequestDecoder;
import io.oriel.engine.protocol.DisconnectConfirmDecoder;
import io.oriel.engine.protocol.DisconnectDecoder;
import io.oriel.engine.protocol.FrameWord;
import io.oriel.engine.protocol.MessageHeaderDecoder;
import io.oriel.engine.testing.FuzzInput;
import io.oriel.engine.transport.DialHandler;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.agrona.concurrent.UnsafeBuffer;

/** Connectors and a listener in use, with a peer that says what it likes; both driven by a fuzzer's bytes. */
final class FuzzedConnections {
    private static final int MAX_STEPS = 300;
    private static final int CONNECTORS = 4;
    private static final int MARGIN = 32;
    private static final byte POISON = (byte) 0xDB;
    /** What the engine may say: template, fixed length, variable parts. */
    private static final Map<Integer, int[]> SHAPES = Map.of(
            ConnectRequestDecoder.TEMPLATE_ID, new int[] {ConnectRequestDecoder.BLOCK_LENGTH, 3},
            ConnectAcceptDecoder.TEMPLATE_ID, new int[] {ConnectAcceptDecoder.BLOCK_LENGTH, 1},
            ConnectRejectDecoder.TEMPLATE_ID, new int[] {ConnectRejectDecoder.BLOCK_LENGTH, 1},
            ConnectCompleteDecoder.TEMPLATE_ID, new int[] {ConnectCompleteDecoder.BLOCK_LENGTH, 0},
            ConnectAbandonDecoder.TEMPLATE_ID, new int[] {ConnectAbandonDecoder.BLOCK_LENGTH, 0},
            DisconnectDecoder.TEMPLATE_ID, new int[] {DisconnectDecoder.BLOCK_LENGTH, 0},
            DisconnectConfirmDecoder.TEMPLATE_ID, new int[] {DisconnectConfirmDecoder.BLOCK_LENGTH, 0});

    private final FuzzInput input;
    private final ConnectionFixture fixture = new ConnectionFixture();
    private final PeerMessages messages = new PeerMessages();
    private final List<EngineConnector> connectors = new ArrayList<>();
    private final List<Endpoint> endpoints = new ArrayList<>();
    private final List<CompletableFuture<Void>> futures = new ArrayList<>();
    private EngineListener listener;
    private boolean linkEnded;

    FuzzedConnections(FuzzInput input) {
        this.input = input;
        listener = fixture.listener(2);
        for (int index = 0; index < CONNECTORS; index++) {
            connectors.add(fixture.connector());
            endpoints.add(fixture.endpoint());
        }
    }

    /** Does what the input says. */
    void run() {
        for (int step = 0; step < MAX_STEPS && !input.isEmpty(); step++) {
            int what = input.octet();
            if (what < 110 && !linkEnded && !fixture.link.isClosed()) {
                arrive(message(what % 11));
            } else if (what < 220) {
                ask(what % 11, input.below(CONNECTORS));
            } else {
                disturb(what % 12, input.below(CONNECTORS));
            }
            if (!input.oneIn(4)) {
                progress();
            }
        }
    }

    /** Closes everything, as an adapter does: nothing is left pending. */
    void endAndCheck() {
        progress();
        endpoints.forEach(Endpoint::close);
        fixture.loop.execute(fixture.connections::close);
        fixture.loop.runTasks();
        checkSent();
        assertThat(fixture.peer.isUnused()).as("connections left on the link").isTrue();
        for (CompletableFuture<Void> future : futures) {
            assertThat(future).isDone();
            checkEnd(future);
        }
        assertThat(fixture.link.isClosed()).isTrue();
    }

    private void progress() {
        fixture.progress();
        checkSent();
    }

    private void checkSent() {
        MessageHeaderDecoder header = new MessageHeaderDecoder();
        for (byte[] sent : fixture.link.takeControls()) {
            UnsafeBuffer buffer = new UnsafeBuffer(sent);
            header.wrap(buffer, 0);
            int[] shape = SHAPES.get(header.templateId());
            assertThat(shape).as("template %d", header.templateId()).isNotNull();
            if (shape != null) {
                assertThat(ControlMessages.Shape.holds(buffer, 0, sent.length, shape[0], shape[1]))
                        .isTrue();
            }
        }
    }

    private static void checkEnd(CompletableFuture<Void> future) {
        Throwable thrown = catchThrowable(future::join);
        if (thrown instanceof CompletionException) {
            assertThat(thrown).hasCauseInstanceOf(NdException.class);
        } else if (thrown != null) {
            assertThat(thrown).isInstanceOf(CancellationException.class);
        }
    }

    // What the peer says.

    private byte[] message(int what) {
        long id = input.around(1, 12);
        long peerId = input.around(1, 6);
        byte[] message = switch (what) {
            case 0 -> input.raw(300);
            case 1, 2, 3 -> messages.request(peerId, side(), destination(), ConnectionFixture.THERE);
            case 4, 5 -> messages.accept(id, peerId, side());
            case 6 -> messages.reject(id, input.raw(600));
            case 7 -> messages.complete(id);
            case 8 -> messages.abandon(peerId);
            case 9 -> messages.disconnect(id, input.around(0, 5));
            default -> messages.confirm(id);
        };
        if (input.oneIn(32) && message.length > 0) {
            message[input.octet() % message.length] = (byte) input.octet();
        }
        return input.oneIn(64) ? Arrays.copyOf(message, input.octet()) : message;
    }

    private ConnectionSide side() {
        return new ConnectionSide(
                (int) input.around(0, 8191),
                (int) input.around(0, 255),
                (int) input.around(0, 64),
                (int) input.around(0, 64),
                input.around(0, 1),
                input.oneIn(4),
                input.oneIn(16) ? input.raw(600) : new byte[input.below(4)]);
    }

    private InetSocketAddress destination() {
        return input.oneIn(8) ? ConnectionFixture.THERE : ConnectionFixture.HERE;
    }

    private void arrive(byte[] message) {
        int behind = input.oneIn(2) ? 0 : MARGIN;
        byte[] surrounded = new byte[MARGIN + message.length + behind];
        Arrays.fill(surrounded, POISON);
        System.arraycopy(message, 0, surrounded, MARGIN, message.length);
        byte[] before = surrounded.clone();
        fixture.peer.onControl(new UnsafeBuffer(surrounded), MARGIN, message.length);
        assertThat(surrounded).isEqualTo(before);
    }

    // What the application asks for.

    private void ask(int what, int which) {
        EngineConnector connector = connectors.get(which);
        Endpoint endpoint = endpoints.get(input.oneIn(8) ? input.below(CONNECTORS) : which);
        switch (what) {
            case 0, 1 -> {
                futures.add(connector.connect(
                        endpoint, ConnectionFixture.THERE, input.octet(), input.octet(), new byte[input.below(4)]));
                fixture.loop.runTasks();
                answerDial();
            }
            case 2 -> futures.add(connector.completeConnect());
            case 3, 4 -> futures.add(listener.getConnectionRequest(connector));
            case 5, 6 -> futures.add(connector.accept(endpoint, input.octet(), input.octet(), new byte[0]));
            case 7 -> mayFail(() -> connector.reject(new byte[input.below(4)]));
            case 8 -> futures.add(connector.disconnect());
            case 9 -> futures.add(connector.notifyDisconnect());
            default -> {
                mayFail(() -> connector.privateData());
                mayFail(connector::readLimits);
                mayFail(connector::localAddress);
                mayFail(connector::peerAddress);
                mayFail(connector::explain);
                endpoint.send(0, ScatterGatherList.empty(), 0);
            }
        }
    }

    private void answerDial() {
        DialHandler dial = fixture.port.dials().poll();
        if (dial == null) {
            return;
        }
        if (input.oneIn(8)) {
            dial.failed(NdStatus.CONNECTION_REFUSED, "nobody listens");
        } else {
            dial.dialled(fixture.link);
        }
    }

    private void disturb(int what, int which) {
        switch (what) {
            case 0, 1, 2 -> {
                if (!futures.isEmpty()) {
                    futures.get(input.octet() % futures.size()).cancel(false);
                }
            }
            case 3 -> {
                connectors.get(which).close();
                connectors.set(which, fixture.connector());
            }
            case 4, 5 -> {
                endpoints.get(which).close();
                endpoints.set(which, fixture.endpoint());
            }
            case 6 -> endpoints.get(which).flush();
            case 7 -> {
                listener.close();
                listener = fixture.listener(input.below(3));
            }
            case 8 -> fixture.loop.advance(input.octet() * 10_000L);
            case 9 -> answerDial();
            case 10 -> {
                int id = input.below(CONNECTORS);
                fixture.link.arrive(
                        FrameWord.with(FrameWord.of(FrameWord.TYPE_SEND, 0, id, 0), 0, input.oneIn(8) ? 9 : 0),
                        new byte[0]);
            }
            default -> endLink();
        }
    }

    private void endLink() {
        if (!linkEnded && input.oneIn(4)) {
            linkEnded = true;
            if (input.oneIn(2)) {
                fixture.peer.onPeerDied();
            } else {
                fixture.peer.onPeerClosed();
            }
        }
    }

    private static void mayFail(Runnable call) {
        Throwable thrown = catchThrowable(call::run);
        if (thrown != null) {
            assertThat(thrown).isInstanceOf(NdException.class);
        }
    }
}
