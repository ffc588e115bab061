// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.oriel.api.NdException;
import io.oriel.api.NdStatus;
import io.oriel.engine.transport.Transport;
import io.oriel.shm.directory.BaseDirectory;
import io.oriel.shm.directory.SocketNames;
import io.oriel.shm.meeting.LinkIds;
import io.oriel.shm.meeting.LinkReader;
import io.oriel.shm.meeting.Message;
import io.oriel.shm.meeting.RawPeer;
import io.oriel.testing.junit.WholeBuild;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.agrona.CloseHelper;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class ShmLinkLimitTest {
    private static final int SMALLEST_TERM = 1 << 16;
    private static final Duration HANDSHAKE = Duration.ofSeconds(3);
    private static final int BEYOND = 20;

    private final ShmTestBed bed =
            new ShmTestBed(config -> config.withDriver(config.driver().withTermLength(SMALLEST_TERM))
                    .withTimeouts(config.timeouts().withHandshake(HANDSHAKE)));

    // Not with the instance: a test that is skipped has one, too, and nobody closes it.
    @SuppressWarnings("NullAway.Init")
    private TestPort listener;

    @SuppressWarnings("NullAway.Init")
    private InetSocketAddress address;

    @BeforeEach
    void listen() {
        listener = bed.openPort();
        address = listener.listen().address();
    }

    @AfterEach
    void closeBed() {
        bed.close();
    }

    @Test
    void refusesALinkBeyondTheLastUntilOneHasGone() {
        Transport diallers = bed.open();
        TestPort.TestLink first = bed.openPort(diallers).dial(address);
        for (int links = 1; links < LinkIds.MAX_LINKS; links++) {
            bed.openPort(diallers).dial(address);
        }
        TestPort tooMany = bed.openPort(diallers);

        assertThatThrownBy(() -> tooMany.dial(address))
                .isInstanceOfSatisfying(
                        NdException.class,
                        refused -> assertThat(refused.status()).isEqualTo(NdStatus.INSUFFICIENT_RESOURCES))
                .hasMessageContaining("as many links as it can have, 256");

        TestPort.TestLink there = listener.nextOpened();
        first.close();
        assertThat(there.nextEvent()).isEqualTo("closed");
        there.close();
        awaitDial(tooMany);
    }

    @WholeBuild
    @Test
    void refusesMeetingsThatNobodyGoesOnWithBeyondTheLast() throws IOException {
        List<RawPeer> silent = new ArrayList<>();
        List<NdStatus> refusals = new ArrayList<>();
        try {
            for (int meetings = 0; meetings < LinkIds.MAX_LINKS + BEYOND; meetings++) {
                silent.add(RawPeer.connect(socket()));
            }
            for (RawPeer peer : silent) {
                Message answer = peer.readMessage();
                if (answer != null) { // the others are hung up on, when their time is over
                    refusals.add(
                            Objects.requireNonNull(LinkReader.refused(answer)).status());
                }
            }
        } finally {
            CloseHelper.quietCloseAll(silent);
        }

        assertThat(refusals).hasSize(BEYOND).containsOnly(NdStatus.INSUFFICIENT_RESOURCES);
        awaitDial(bed.openPort());
    }

    @Test
    void makesALinkThoughAsManyAreSilentAsCanBe() throws IOException {
        List<RawPeer> silent = new ArrayList<>();
        try {
            for (int meetings = 0; meetings < LinkIds.MAX_LINKS; meetings++) {
                silent.add(RawPeer.connect(socket()));
            }

            assertThat(bed.openPort().dial(address).link().isDialler()).isTrue();
        } finally {
            CloseHelper.quietCloseAll(silent);
        }
    }

    private Path socket() {
        return SocketNames.of(BaseDirectory.open(bed.directory())).listener(address);
    }

    /** Dials until what was taken has been given back. */
    private void awaitDial(TestPort port) {
        long startNs = System.nanoTime();
        while (true) {
            try {
                port.dial(address);
                return;
            } catch (NdException e) {
                assertThat(e.status()).isEqualTo(NdStatus.INSUFFICIENT_RESOURCES);
                assertThat(System.nanoTime() - startNs).isLessThan(TimeUnit.SECONDS.toNanos(TestPort.PATIENCE_SECONDS));
            }
        }
    }
}
