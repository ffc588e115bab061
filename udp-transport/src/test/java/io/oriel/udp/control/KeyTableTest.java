// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp.control;

import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.testing.SeededRandom;
import io.oriel.udp.datagram.ControlChannel;
import io.oriel.udp.datagram.Datagram;
import io.oriel.udp.datagram.DatagramWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class KeyTableTest {
    private static final long SECOND_NS = 1_000_000_000;
    private static final int FLOOD = 1000;
    private static final int MOST_RESETS = 20;

    private final TestLoop loop = new TestLoop();
    private final TestNetwork network = new TestNetwork(loop, SeededRandom.create(KeyTableTest.class));
    private final InetSocketAddress own = address(1);
    private final InetSocketAddress peer = address(2);
    private final DatagramWriter writer = new DatagramWriter();
    private final List<Integer> answers = new ArrayList<>();
    private final ControlChannel fromPeer =
            network.bind(peer, (datagram, source) -> answers.add(datagram.templateId()));
    private final Holder holder = new Holder();
    private int dropped;
    private final KeyTable table =
            new KeyTable(loop, new LinkChannels(loop, network.bind(own, this::take), false, 0), () -> dropped++);

    private void take(Datagram datagram, InetSocketAddress source) {
        table.onDatagram(datagram, source);
    }

    private static InetSocketAddress address(int port) {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    }

    private final class Holder implements KeyHolder {
        int datagrams;
        int resets;

        @Override
        public InetSocketAddress peerAddress() {
            return peer;
        }

        @Override
        public long peerKey() {
            return 8;
        }

        @Override
        public void onDatagram(Datagram datagram) {
            datagrams++;
        }

        @Override
        public void onReset() {
            resets++;
        }
    }

    @BeforeEach
    void hold() {
        table.put(7, holder);
    }

    @Test
    void handsADatagramToTheHolderOfItsKey() {
        fromPeer.send(writer.alive(7, 0), own);
        loop.pass(SECOND_NS);

        assertThat(holder.datagrams).isEqualTo(1);
        assertThat(dropped).isZero();
    }

    @Test
    void dropsWhatComesFromElsewhere() {
        ControlChannel stranger = network.bind(address(3), (datagram, source) -> answers.add(datagram.templateId()));
        stranger.send(writer.alive(7, 0), own);
        loop.pass(SECOND_NS);

        assertThat(holder.datagrams).isZero();
        assertThat(dropped).isEqualTo(1);
        assertThat(answers)
                .as("nothing tells a stranger whether he guessed a key")
                .isEmpty();
    }

    @Test
    void answersAnUnknownKeyNowAndThen() {
        fromPeer.send(writer.alive(9, 0), own);
        loop.pass(SECOND_NS);
        assertThat(answers).hasSize(1);

        for (int i = 0; i < FLOOD; i++) {
            fromPeer.send(writer.alive(9, 0), own);
        }
        loop.pass(SECOND_NS);

        assertThat(answers).hasSizeBetween(2, MOST_RESETS);
        assertThat(dropped).isEqualTo(FLOOD + 1);
    }

    @Test
    void tellsTheHolderThatItsPeerDoesNotKnowItAnyMore() {
        fromPeer.send(writer.reset(8), own);
        loop.pass(SECOND_NS);

        assertThat(holder.resets).isEqualTo(1);
    }

    @Test
    void believesNoResetOfAnotherKeyOrFromElsewhere() {
        ControlChannel stranger = network.bind(address(3), (datagram, source) -> {});
        stranger.send(writer.reset(8), own);
        fromPeer.send(writer.reset(7), own);
        loop.pass(SECOND_NS);

        assertThat(holder.resets).isZero();
        assertThat(dropped).isEqualTo(2);
    }
}
