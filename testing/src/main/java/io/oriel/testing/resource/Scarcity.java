// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.resource;

import com.sun.management.HotSpotDiagnosticMXBean;
import io.oriel.api.Adapter;
import io.oriel.api.Listener;
import io.oriel.api.NdException;
import io.oriel.api.NdStatus;
import io.oriel.api.Provider;
import io.oriel.api.config.OrielConfig;
import io.oriel.engine.EngineProviderFactory;
import io.oriel.engine.control.SelectorLoop;
import io.oriel.engine.transport.TransportFactory;
import io.oriel.testing.process.Outcomes;
import io.oriel.testing.process.Party;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URISyntaxException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.agrona.BufferUtil;
import org.agrona.CloseHelper;

/**
 * A process that has almost no descriptors, or almost no direct memory, when it opens, listens, allocates and connects:
 * at first none, and each time a few more, until all succeeds. Each attempt ends with a status or succeeds; the same
 * succeeds when there is enough again, and nothing is left in the directory or open. Prints how each attempt went.
 */
public final class Scarcity {
    private static final Set<NdStatus> CLEAR =
            Set.of(NdStatus.INSUFFICIENT_RESOURCES, NdStatus.DEVICE_NOT_READY, NdStatus.DEVICE_REMOVED);
    private static final Set<NdStatus> CLEAR_OF_CONNECT = Set.of(
            NdStatus.SUCCESS,
            NdStatus.INSUFFICIENT_RESOURCES,
            NdStatus.CONNECTION_REFUSED,
            NdStatus.CONNECTION_ABORTED,
            NdStatus.IO_TIMEOUT);
    private static final Duration HANDSHAKE = Duration.ofMillis(500);
    private static final int MOST_LEFT = 64;
    private static final String CLASS_FILE = ".class";

    private final OrielConfig config;
    private final TransportFactory factory;
    private final Hog hog;
    private Map<String, Long> before = Map.of();

    private Scarcity(OrielConfig config, TransportFactory factory, Hog hog) {
        this.config = config;
        this.factory = factory;
        this.hog = hog;
    }

    /** Takes everything there is of something. */
    private interface Hog {
        /** Leaves nothing, or more the more it is told to leave. */
        void take(int left);

        void giveBack();

        /** Returns what a message must contain that says what is scarce. */
        String remedy();
    }

    /** Takes descriptors. */
    private static final class DescriptorHog implements Hog {
        private final Deque<FileInputStream> taken = new ArrayDeque<>();

        @Override
        public void take(int left) {
            try {
                while (true) {
                    taken.add(new FileInputStream("/dev/null"));
                }
            } catch (IOException e) {
                close(left);
            }
        }

        private void close(int count) {
            try {
                for (int i = 0; i < count && !taken.isEmpty(); i++) {
                    taken.remove().close();
                }
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        }

        @Override
        public void giveBack() {
            close(Integer.MAX_VALUE);
        }

        @Override
        public String remedy() {
            return "ulimit -n";
        }
    }

    /** Takes direct memory. */
    private static final class MemoryHog implements Hog {
        private static final long LEAST = 4 * 1024;
        private static final int MOST_DOUBLINGS = 16;
        private static final int ROUNDS = 3;

        private final long limit = Long.parseLong(ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class)
                .getVMOption("MaxDirectMemorySize")
                .getValue());
        private final BufferPoolMXBean pool = ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
                .filter(each -> each.getName().equals("direct"))
                .findFirst()
                .orElseThrow();
        private final Deque<ByteBuffer> taken = new ArrayDeque<>();

        @Override
        public void take(int left) {
            long kept = left == 0 ? 0 : LEAST << Math.min(left, MOST_DOUBLINGS);
            for (int round = 0; round < ROUNDS; round++) {
                System.gc(); // or what is asked for in vain would find the garbage
                long rest = limit - pool.getTotalCapacity() - kept;
                try {
                    taken.push(ByteBuffer.allocateDirect(Math.max(0, Math.toIntExact(rest))));
                } catch (OutOfMemoryError e) {
                    assert e != null; // somebody else was quicker
                }
            }
        }

        @Override
        public void giveBack() {
            taken.forEach(BufferUtil::free);
            taken.clear();
        }

        @Override
        public String remedy() {
            return "-XX:MaxDirectMemorySize";
        }
    }

    /**
     * Tries everything.
     *
     * @param config  names a directory where nothing is
     * @param factory of the medium
     * @param what    is scarce: descriptors or memory
     */
    public static void run(OrielConfig config, TransportFactory factory, String what) {
        Hog hog = what.equals("memory") ? new MemoryHog() : new DescriptorHog();
        OrielConfig impatient = config.withTimeouts(config.timeouts().withHandshake(HANDSHAKE));
        new Scarcity(impatient, factory, hog).run();
    }

    private void run() {
        loadClasses(EngineProviderFactory.class);
        loadClasses(factory.getClass());
        open();
        attemptToMeet(MOST_LEFT);
        before = Holdings.descriptors();
        requireNothingLeft();
        boolean isEnough = false;
        for (int left = 0; !isEnough; left++) {
            require(left < MOST_LEFT, "all that is there is not enough");
            isEnough = attempt(left);
        }
        boolean isEnoughToMeet = false;
        for (int left = 0; !isEnoughToMeet; left++) {
            require(left < MOST_LEFT, "all that is there is not enough to meet");
            isEnoughToMeet = attemptToMeet(left);
        }
        System.out.println("passed");
    }

    /** No class has to be read from a directory later, for which there is no descriptor; an archive stays open. */
    private static void loadClasses(Class<?> neighbour) {
        try {
            Path place = Path.of(neighbour
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI());
            if (Files.isDirectory(place)) {
                try (Stream<Path> files = Files.walk(place)) {
                    files.map(file -> place.relativize(file).toString())
                            .filter(file -> file.endsWith(CLASS_FILE) && file.contains("/"))
                            .forEach(file -> loadClass(file, neighbour.getClassLoader()));
                }
            }
        } catch (IOException | URISyntaxException e) {
            throw new AssertionError(e);
        }
    }

    private static void loadClass(String file, ClassLoader loader) {
        String name = file.substring(0, file.length() - CLASS_FILE.length()).replace('/', '.');
        try {
            require(Class.forName(name, false, loader).getName().equals(name), name);
        } catch (ClassNotFoundException e) {
            throw new AssertionError(e);
        }
    }

    private boolean attempt(int left) {
        String outcome = "success";
        hog.take(left);
        try {
            open();
        } catch (NdException e) {
            outcome = String.valueOf(e.getMessage());
            require(CLEAR.contains(e.status()), outcome);
            requireCause(e.status(), outcome);
        }
        System.out.println("with " + left + ": " + outcome);
        requireNothingLeft();
        open();
        requireNothingLeft();
        return outcome.equals("success");
    }

    /** The message names the resource that is short here, and nothing else. */
    private void requireCause(NdStatus status, String message) {
        require(status != NdStatus.INSUFFICIENT_RESOURCES || message.contains(hog.remedy()), message);
    }

    /** Closes when there is enough again. */
    private void open() {
        Deque<AutoCloseable> opened = new ArrayDeque<>();
        try {
            SelectorLoop loop = SelectorLoop.start(Scarcity::ignore);
            opened.push(loop);
            Provider provider = EngineProviderFactory.open(config, loop, factory);
            opened.push(provider);
            Adapter adapter = provider.openAdapter();
            Listener listener = adapter.createListener();
            listener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            listener.listen(1);
            adapter.allocateMemory(4096, 0).deregister();
        } finally {
            hog.giveBack();
            CloseHelper.closeAll(opened);
        }
    }

    /** What is reported was wanting, too. */
    private static void ignore(Throwable error) {
        assert error != null;
    }

    /** Two adapters meet while there is little left. */
    private boolean attemptToMeet(int left) {
        boolean isSuccess;
        try (SelectorLoop loop = SelectorLoop.start(Scarcity::ignore);
                Provider provider = EngineProviderFactory.open(config, loop, factory);
                Provider other = EngineProviderFactory.open(config, loop, factory);
                Party listener = new Party(provider);
                Party dialler = new Party(other)) {
            InetSocketAddress address = listener.listen();
            CompletableFuture<Void> request = listener.request();
            hog.take(left);
            NdStatus status;
            CompletableFuture<Void> connecting;
            try {
                connecting = dialler.connect(address);
                status = connecting.isDone() || !awaitEither(request, connecting)
                        ? Outcomes.of(connecting)
                        : NdStatus.SUCCESS;
            } finally {
                hog.giveBack();
            }
            System.out.println("meeting with " + left + ": " + status);
            if (connecting.isCompletedExceptionally()) {
                requireCause(status, messageOf(connecting));
            }
            require(CLEAR_OF_CONNECT.contains(status), "unclear: " + status);
            require(left > 0 || status != NdStatus.CONNECTION_REFUSED, "somebody listens, but: " + status);
            isSuccess = status == NdStatus.SUCCESS;
            if (!isSuccess) {
                connecting = dialler.connect(address);
                Outcomes.requireFirst(request, connecting);
            }
            Outcomes.requireSuccess(request);
            CompletableFuture<Void> accepted = listener.accept();
            Outcomes.requireSuccess(connecting);
            Outcomes.requireSuccess(dialler.complete());
            Outcomes.requireSuccess(accepted);
            Party.require(listener.receive(64));
            Party.require(dialler.send(64));
            listener.settle();
            dialler.settleInitiator();
            dialler.ledger().requireSuccess();
        }
        requireNothingLeft();
        return isSuccess;
    }

    private static String messageOf(CompletableFuture<?> failed) {
        return String.valueOf(
                failed.handle((result, failure) -> failure.getMessage()).join());
    }

    /** Answers true if the first completes first. */
    private static boolean awaitEither(CompletableFuture<?> one, CompletableFuture<?> other) {
        CompletableFuture.anyOf(one, other).exceptionally(failure -> null).join();
        return one.isDone();
    }

    private void requireNothingLeft() {
        Path directory = config.sharedMemory().directory();
        try (Stream<Path> files = Files.list(directory)) {
            require(files.allMatch(file -> file.endsWith("lock")), "something is left in " + directory);
        } catch (NoSuchFileException e) {
            assert e != null; // nor is the directory
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        require(
                before.isEmpty() || Holdings.becomes(() -> Holdings.areAtMost(before)),
                "descriptors were " + before + ", and are " + Holdings.descriptors());
    }

    private static void require(boolean condition, String otherwise) {
        if (!condition) {
            throw new AssertionError(otherwise);
        }
    }
}
