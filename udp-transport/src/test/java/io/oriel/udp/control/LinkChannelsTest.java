// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp.control;

import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.testing.SeededRandom;
import io.oriel.udp.ObjectGraph;
import io.oriel.udp.datagram.DatagramWriter;
import io.oriel.udp.seal.Aes;
import io.oriel.udp.seal.AesKey;
import io.oriel.udp.seal.LinkKeys;
import io.oriel.udp.seal.SealBuffers;
import io.oriel.udp.seal.SealRules;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class LinkChannelsTest {
    private static final int SESSION = 7;
    private static final int PEER_SESSION = 8;
    private static final int MAX_LENGTH = 1024;

    private final TestLoop loop = new TestLoop();
    private final TestNetwork network = new TestNetwork(loop, SeededRandom.create(LinkChannelsTest.class));
    private final InetSocketAddress peer = address(2);
    private final LinkChannels channels =
            new LinkChannels(loop, network.bind(address(1), (datagram, source) -> {}), true, 0);

    private static InetSocketAddress address(int port) {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    }

    private static LinkKeys keys(boolean isDialler) {
        LinkKeys.Names names = new LinkKeys.Names(
                new LinkKeys.Name("key", ""),
                LinkKeys.Name.NONE,
                isDialler ? SESSION : PEER_SESSION,
                isDialler ? PEER_SESSION : SESSION);
        return new LinkKeys(isDialler, new byte[64], names, new SealRules(Aes.of("SunJCE"), 32, 16, Long.MAX_VALUE));
    }

    private static ByteBuffer received(ByteBuffer datagram) {
        return ByteBuffer.allocateDirect(MAX_LENGTH).put(datagram.duplicate());
    }

    @Test
    void opensACopyFromElsewhereNotInPlaceOfTheOriginal() {
        var unused = channels.begin(keys(true), peer);
        ByteBuffer plain = new DatagramWriter().alive(SESSION, 0);
        ByteBuffer sealed = Objects.requireNonNull(
                keys(false).control(loop::nanoTime, new SealBuffers()).seal(plain));

        assertThat(channels.open(received(sealed), address(3))).isFalse();
        assertThat(channels.open(received(sealed), peer)).isTrue();
        assertThat(channels.open(received(sealed), peer)).isFalse();
    }

    @Test
    void erasesTheKeysOfALinkThatHasEnded() {
        LinkKeys link = keys(true);
        ObjectGraph ofLink = ObjectGraph.from(channels.begin(link, peer));
        assertThat(ofLink.of(AesKey.class)).hasSizeGreaterThanOrEqualTo(2).noneMatch(AesKey::isDestroyed);
        ByteBuffer plain = new DatagramWriter().alive(SESSION, 0);
        ByteBuffer sealed = Objects.requireNonNull(
                keys(false).control(loop::nanoTime, new SealBuffers()).seal(plain));

        channels.end(link);
        loop.pass(1);

        assertThat(ofLink.of(AesKey.class)).allMatch(AesKey::isDestroyed);
        assertThat(channels.open(received(sealed), peer)).isFalse();
    }
}
