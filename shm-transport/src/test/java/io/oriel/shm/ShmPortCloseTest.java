// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm;

import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.api.NdStatus;
import io.oriel.engine.transport.DialHandler;
import io.oriel.engine.transport.Link;
import io.oriel.shm.directory.BaseDirectory;
import io.oriel.shm.directory.SocketNames;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
final class ShmPortCloseTest {
    private static final InetSocketAddress SILENT = TestAddresses.at("127.0.0.1", 50009);

    private final ShmTestBed bed = new ShmTestBed();

    @AfterEach
    void closeBed() {
        bed.close();
    }

    @Test
    void closesItsLinksThoughTheEndOfADialThrows() throws IOException {
        TestPort peer = bed.openPort();
        TestPort port = bed.openPort();
        TestPort.TestLink link = port.dial(peer.listen().address());
        TestPort.TestLink peersLink = peer.nextOpened();
        assertThat(link.link()).isNotNull();

        try (ServerSocketChannel listener = listen()) {
            port.loop().execute(() -> port.port().dial(SILENT, new ThrowingHandler()));
            try (SocketChannel underWay = listener.accept()) {
                assertThat(underWay.isOpen()).isTrue();
                port.port().close();
            }
        }

        assertThat(peersLink.nextEvent()).isEqualTo("closed");
        assertThat(TestPort.take(bed.errors())).hasMessage("as the test wants");
    }

    private static final class ThrowingHandler implements DialHandler {
        @Override
        public void dialled(Link link) {
            throw new AssertionError("nobody has answered");
        }

        @Override
        public void failed(NdStatus status, String reason) {
            throw new IllegalStateException("as the test wants");
        }
    }

    private ServerSocketChannel listen() throws IOException {
        Path socket = SocketNames.of(BaseDirectory.open(bed.directory())).listener(SILENT);
        return ServerSocketChannel.open(StandardProtocolFamily.UNIX).bind(UnixDomainSocketAddress.of(socket));
    }
}
