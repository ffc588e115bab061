// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm;

import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.api.NetworkDirect;
import io.oriel.api.Provider;
import io.oriel.api.config.OrielConfig;
import io.oriel.api.config.SharedMemoryConfig;
import io.oriel.engine.counter.LinkCounter;
import io.oriel.testing.process.Outcomes;
import io.oriel.testing.process.Party;
import io.oriel.testing.resource.Directories;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a process has mapped after links have ended, if no garbage is collected. */
@Timeout(60)
final class ShmUnmappingTest {
    private static final int MEETINGS = 20;
    private static final int LONG = 256 * 1024;

    private final Path directory = ShmTestBed.freshDirectory();
    private final Deque<Provider> providers = new ArrayDeque<>();

    @AfterEach
    void close() {
        providers.forEach(Provider::close);
        Directories.delete(directory);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void keepsNothingMappedOfALinkThatBothSidesHaveLeft(boolean isDirect) {
        OrielConfig config = config(isDirect);
        Party a = new Party(open(config));
        Party b = new Party(open(config));
        Map<String, Long> before = mapped();
        assertThat(before).containsEntry("w", 2L);

        for (int meeting = 0; meeting < MEETINGS; meeting++) {
            connect(b, a);
            exchange(a, b);
            Outcomes.requireSuccess(b.connector().disconnect());
            a.renew();
            b.renew();
            b.progressUntil("the link is gone", () -> isGone(a));
        }

        awaitMapped(before, a, b);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void keepsNothingMappedOfAPeerWhoseAdapterWasClosed(boolean isDirect) {
        OrielConfig config = config(isDirect);
        Party a = new Party(open(config));
        Provider visitors = open(config);
        Map<String, Long> before = mapped();

        for (int meeting = 0; meeting < MEETINGS; meeting++) {
            Party visitor = new Party(visitors);
            connect(visitor, a);
            exchange(a, visitor);
            visitor.close();
            a.renew();
        }

        // An adapter's memory, which its application may hold, is the collector's.
        awaitMapped("l", before, a);
        awaitMapped("w", before, a);
    }

    /** Writes, and sends a message that is placed where that can be. */
    private static void exchange(Party a, Party b) {
        Party.require(a.receive(LONG));
        b.openWindow(a.bind());
        Party.require(b.write(LONG));
        Party.require(b.send(LONG));
        b.progressUntil("all has gone", () -> settled(a, b));
    }

    private static boolean settled(Party a, Party b) {
        int unused = a.pollOnce();
        return a.ledger().isSettled() && b.ledger().isSettled();
    }

    private boolean isGone(Party other) {
        int unused = other.pollOnce();
        return CounterLabels.of(directory, LinkCounter.FRAMES_SENT).isEmpty();
    }

    private void awaitMapped(Map<String, Long> expected, Party... parties) {
        Eventually.becomes(
                () -> {
                    for (Party each : parties) {
                        int unused = each.pollOnce();
                    }
                    return mapped();
                },
                expected);
    }

    private void awaitMapped(String kind, Map<String, Long> expected, Party party) {
        Eventually.becomes(
                () -> {
                    int unused = party.pollOnce();
                    return mapped().getOrDefault(kind, 0L);
                },
                expected.getOrDefault(kind, 0L));
    }

    /** Counts this process' mappings of files in the directory by the first letter of their names. */
    private Map<String, Long> mapped() {
        Map<String, Long> kinds = new TreeMap<>();
        try {
            for (String line : Files.readAllLines(Path.of("/proc/self/maps"))) {
                int name = line.lastIndexOf('/') + 1;
                if (line.contains(directory.toString()) && line.startsWith("-", name + 1)) {
                    kinds.merge(line.substring(name, name + 1), 1L, Long::sum);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return kinds;
    }

    private OrielConfig config(boolean isDirect) {
        OrielConfig config = OrielConfig.defaults()
                .withSharedMemory(
                        SharedMemoryConfig.defaults().withDirectory(directory).withDirectAccess(isDirect));
        return config.withTimeouts(config.timeouts().withLinkLinger(Duration.ZERO));
    }

    private Provider open(OrielConfig config) {
        Provider provider = NetworkDirect.open(config);
        providers.push(provider);
        return provider;
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
