// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm;

import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.api.NdStatus;
import io.oriel.api.NetworkDirect;
import io.oriel.api.Provider;
import io.oriel.api.config.OrielConfig;
import io.oriel.api.config.SharedMemoryConfig;
import io.oriel.engine.counter.LinkCounter;
import io.oriel.testing.process.Outcomes;
import io.oriel.testing.process.Party;
import io.oriel.testing.resource.Directories;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a link's end leaves to those who still look at it, while the adapter at its other end makes new links. */
@Timeout(60)
final class ShmFormerLinkTest {
    private static final int SENDS = 16;
    private static final int LENGTH = 64;

    private final Path directory = ShmTestBed.freshDirectory();
    private final Deque<Provider> providers = new ArrayDeque<>();

    @AfterEach
    void close() {
        providers.forEach(Provider::close);
        Directories.delete(directory);
    }

    /** A disconnects from B, which has Sends outstanding and does not poll, and takes as many messages of C. */
    @ParameterizedTest
    @CsvSource({"0, true", "0, false", "300, true", "300, false"})
    void completesNoSendByWhatTheNextLinkAcknowledges(int lingerMillis, boolean isDirect) {
        OrielConfig config = OrielConfig.defaults()
                .withSharedMemory(
                        SharedMemoryConfig.defaults().withDirectory(directory).withDirectAccess(isDirect));
        config = config.withTimeouts(config.timeouts().withLinkLinger(Duration.ofMillis(lingerMillis)));
        Party a = open(config);
        Party b = open(config);
        Party c = open(config);
        Party aToC = a.sibling();
        connect(a, b);
        for (int i = 0; i < SENDS; i++) {
            Party.require(a.receive(LENGTH));
        }
        for (int i = 0; i < SENDS; i++) {
            Party.require(b.send(LENGTH));
        }

        CompletableFuture<Void> toldOfTheEnd = b.connector().notifyDisconnect();
        Outcomes.requireSuccess(a.connector().disconnect());
        Outcomes.requireSuccess(toldOfTheEnd);
        a.connector().close();
        awaitTwice(lingerMillis); // without a poll of A's, by which it would tell B that it refuses the messages
        a.progressUntil("its link has gone, and B's end of it is left", () -> ends() == 1);
        connect(aToC, c);
        for (int i = 0; i < SENDS; i++) {
            Party.require(aToC.receive(LENGTH));
        }
        for (int i = 0; i < SENDS; i++) {
            Party.require(c.send(LENGTH));
        }
        aToC.progressUntil("C's messages have come", () -> aToC.ledger().receivesOutstanding() == 0);
        b.settleInitiator();

        assertThat(a.ledger().receiveEnds()).hasSize(SENDS).containsOnly(NdStatus.CANCELED);
        assertThat(b.ledger().initiatorEnds()).hasSize(SENDS).containsOnly(NdStatus.CANCELED);
    }

    private Party open(OrielConfig config) {
        Provider provider = NetworkDirect.open(config);
        providers.push(provider);
        return new Party(provider);
    }

    private static void awaitTwice(int millis) {
        Executor later = CompletableFuture.delayedExecutor(2L * millis, TimeUnit.MILLISECONDS);
        Outcomes.requireSuccess(CompletableFuture.runAsync(() -> {}, later));
    }

    private int ends() {
        return CounterLabels.of(directory, LinkCounter.FRAMES_SENT).size();
    }

    private static void connect(Party dialler, Party listener) {
        InetSocketAddress address = listener.listen();
        CompletableFuture<Void> request = listener.request();
        CompletableFuture<Void> connecting = dialler.connect(address);
        Outcomes.requireSuccess(request);
        CompletableFuture<Void> accepted = listener.accept();
        Outcomes.requireSuccess(connecting);
        Outcomes.requireSuccess(dialler.complete());
        Outcomes.requireSuccess(accepted);
    }
}
