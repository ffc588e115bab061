// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.resource;

import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.api.AccessFlags;
import io.oriel.api.Adapter;
import io.oriel.api.NdException;
import io.oriel.api.NdStatus;
import io.oriel.api.NetworkDirect;
import io.oriel.api.Provider;
import io.oriel.api.config.OrielConfig;
import io.oriel.testing.junit.WholeBuild;
import io.oriel.testing.process.Outcomes;
import io.oriel.testing.process.Party;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Calls that make files, while a thread takes all space of the file system as soon as the first of the files appears. Each call
 * succeeds or ends with INSUFFICIENT_RESOURCES, leaves no file and takes no space, and succeeds when there is space again.
 */
public final class SpaceRace implements AutoCloseable {
    private static final long MIB = 1 << 20;
    private static final int STEPS = WholeBuild.RUNS ? 6 : 3;
    private static final int MOST_LOGS = 3;
    private static final long NAP_NS = 20_000;

    private final SmallTmpfs tmpfs;
    private final SpaceHog hog;
    private final OrielConfig config;

    private SpaceRace(SmallTmpfs tmpfs, SpaceHog hog, OrielConfig config) {
        this.tmpfs = tmpfs;
        this.hog = hog;
        this.config = config;
    }

    /**
     * Mounts a file system, or skips the test.
     *
     * @param size   as {@code mount} takes it
     * @param config of the medium
     * @return the race, to be closed by the caller
     */
    public static SpaceRace mount(String size, OrielConfig config) throws IOException, InterruptedException {
        SmallTmpfs tmpfs = SmallTmpfs.mount(size);
        Path directory = tmpfs.path().resolve("d");
        return new SpaceRace(
                tmpfs,
                new SpaceHog(tmpfs.path()),
                config.withSharedMemory(config.sharedMemory().withDirectory(directory))
                        .withTimeouts(config.timeouts().withLinkLinger(Duration.ZERO)));
    }

    /**
     * Opens an adapter again and again, with more space each time.
     *
     * @param mostBytes beyond what an adapter takes
     */
    public void requireStatusOfEachOpen(long mostBytes) throws InterruptedException {
        requireStatusOfEach(this::openAndClose, mostBytes, name -> name.equals("cnc.dat"));
    }

    /**
     * Allocates and deregisters a region again and again, with more space each time.
     *
     * @param length of the region, bytes
     */
    public void requireStatusOfEachAllocation(long length) throws InterruptedException {
        try (Provider provider = NetworkDirect.open(config)) {
            Adapter adapter = provider.openAdapter();
            Runnable call =
                    () -> adapter.allocateMemory(length, AccessFlags.NONE).deregister();
            requireStatusOfEach(call, 2 * length, name -> name.startsWith("t-"));
        }
    }

    private void requireStatusOfEach(Runnable call, long mostBytes, Predicate<String> file)
            throws InterruptedException {
        call.run();
        long usable = usable();
        int failures = 0;
        for (int step = 0; step <= STEPS; step++) {
            try {
                callWithoutSpace(mostBytes * step / STEPS, file, call);
            } catch (NdException e) {
                assertThat(e.status()).as("%s", e).isEqualTo(NdStatus.INSUFFICIENT_RESOURCES);
                failures++;
            }
            requireAsBefore(usable, step, () -> true);
            call.run();
        }
        assertThat(failures).isPositive();
    }

    private void openAndClose() {
        try (Provider provider = NetworkDirect.open(config)) {
            provider.openAdapter().close();
        }
    }

    /**
     * Connects again and again, with more space each time.
     *
     * @param logLength bytes of the log of each side, of which there may be several
     */
    public void requireStatusOfEachConnect(long logLength) throws InterruptedException {
        try (Provider one = NetworkDirect.open(config);
                Provider other = NetworkDirect.open(config)) {
            Party listener = new Party(one);
            Party dialler = new Party(other);
            InetSocketAddress address = listener.listen();
            Meetings meetings = new Meetings(listener, dialler, address, listener.request());
            meetings.tryOne();
            assertThat(meetings.finish()).isTrue();
            requireAsBefore(0, 0, meetings::isProgressed);
            long usable = usable();
            int failures = 0;
            for (int step = 1; step <= STEPS; step++) {
                long bytes = MOST_LOGS * logLength * step / STEPS + MIB;
                callWithoutSpace(bytes, name -> name.endsWith(".logbuffer"), meetings::tryOne);
                failures += meetings.finish() ? 0 : 1;
                requireAsBefore(usable, step, meetings::isProgressed);
                meetings.tryOne();
                assertThat(meetings.finish())
                        .as("step %d, with space again", step)
                        .isTrue();
                requireAsBefore(usable, step, meetings::isProgressed);
            }
            assertThat(failures).isPositive();
        }
    }

    private void requireAsBefore(long usable, int step, BooleanSupplier progress) {
        boolean isAsBefore = Holdings.becomes(() -> progress.getAsBoolean() && usable() >= usable && logs().isEmpty());
        assertThat(isAsBefore)
                .as(
                        "step %d: %d bytes are free of %d, logs are %s, mapped: %s",
                        step, usable(), usable, logs(), mapped())
                .isTrue();
    }

    private List<String> mapped() {
        try {
            return Files.readAllLines(Path.of("/proc/self/maps")).stream()
                    .filter(line -> line.contains(tmpfs.path().toString()))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private long usable() {
        try {
            return Files.getFileStore(tmpfs.path()).getUsableSpace();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private List<String> logs() {
        return namesBelow(tmpfs.path(), name -> name.endsWith(".logbuffer"));
    }

    private static List<String> namesBelow(Path directory, Predicate<String> wanted) {
        try (Stream<Path> files = Files.walk(directory)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(wanted)
                    .sorted()
                    .toList();
        } catch (IOException | UncheckedIOException e) {
            return List.of("changing"); // while it is looked at
        }
    }

    @Override
    public void close() throws IOException {
        hog.close();
        tmpfs.close();
    }

    /** Makes a call while a thread takes all space as soon as there is a file more of a name. */
    private void callWithoutSpace(long bytes, Predicate<String> name, Runnable call) throws InterruptedException {
        int before = namesBelow(tmpfs.path(), name).size();
        hog.leave(Math.toIntExact(bytes / SpaceHog.PAGE));
        AtomicBoolean isOver = new AtomicBoolean();
        Thread thief = new Thread(
                () -> {
                    while (!isOver.get()) {
                        if (namesBelow(tmpfs.path(), name).size() > before) {
                            hog.leave(0);
                            return;
                        }
                        LockSupport.parkNanos(NAP_NS);
                    }
                },
                "thief");
        thief.setDaemon(true);
        thief.start();
        try {
            call.run();
        } finally {
            isOver.set(true);
            thief.join();
            hog.giveBack();
        }
    }

    /** Connections of two parties, one after the other. */
    private static final class Meetings {
        private final Party listener;
        private final Party dialler;
        private final InetSocketAddress address;
        private CompletableFuture<Void> request;
        private CompletableFuture<Void> connecting = CompletableFuture.completedFuture(null);

        Meetings(Party listener, Party dialler, InetSocketAddress address, CompletableFuture<Void> request) {
            this.listener = listener;
            this.dialler = dialler;
            this.address = address;
            this.request = request;
        }

        /** Connects as far as that takes logs. */
        void tryOne() {
            CompletableFuture<Void> begun = dialler.connect(address);
            connecting = begun;
            dialler.progressUntil("one side is notified", () -> isProgressed() && (begun.isDone() || request.isDone()));
        }

        /** Completes the connection and disconnects; false if the connection ended because there was no space. */
        boolean finish() {
            boolean isMade = request.isDone();
            if (isMade) {
                Outcomes.requireSuccess(request);
                CompletableFuture<Void> accepted = listener.accept();
                Outcomes.requireSuccess(connecting);
                Outcomes.requireSuccess(dialler.complete());
                Outcomes.requireSuccess(accepted);
                Outcomes.requireSuccess(dialler.connector().disconnect());
                listener.renew();
                request = listener.request();
            } else {
                assertThat(Outcomes.of(connecting)).isEqualTo(NdStatus.INSUFFICIENT_RESOURCES);
            }
            dialler.renew();
            return isMade;
        }

        boolean isProgressed() {
            return listener.pollOnce() + dialler.pollOnce() >= 0;
        }
    }
}
