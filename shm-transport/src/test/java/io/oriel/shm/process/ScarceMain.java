// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm.process;

import io.oriel.api.Adapter;
import io.oriel.api.Listener;
import io.oriel.api.NdException;
import io.oriel.api.NdStatus;
import io.oriel.api.Provider;
import io.oriel.api.config.Medium;
import io.oriel.api.config.OrielConfig;
import io.oriel.api.config.SharedMemoryConfig;
import io.oriel.api.config.TimeoutConfig;
import io.oriel.engine.EngineProvider;
import io.oriel.engine.control.SelectorLoop;
import io.oriel.engine.process.Outcomes;
import io.oriel.engine.process.Party;
import io.oriel.shm.ShmTestBed;
import io.oriel.shm.ShmTransportFactory;
import java.io.FileInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.agrona.BufferUtil;
import org.agrona.CloseHelper;

/**
 * A process that has almost no descriptors, or almost no direct memory, when it opens, listens, allocates and connects:
 * at first none, and each time a few more, until all succeeds. Each attempt ends with a status or succeeds; the same
 * succeeds when there is enough again, and nothing is left in the directory. Prints how each attempt went.
 */
public final class ScarceMain {
    private static final Set<NdStatus> CLEAR =
            Set.of(NdStatus.INSUFFICIENT_RESOURCES, NdStatus.DEVICE_NOT_READY, NdStatus.DEVICE_REMOVED);
    private static final Set<NdStatus> CLEAR_OF_CONNECT = Set.of(
            NdStatus.SUCCESS,
            NdStatus.INSUFFICIENT_RESOURCES,
            NdStatus.CONNECTION_REFUSED,
            NdStatus.CONNECTION_ABORTED,
            NdStatus.IO_TIMEOUT);
    private static final int MOST_LEFT = 64;

    private final OrielConfig config;
    private final Path directory;
    private final Hog hog;

    private ScarceMain(Path directory, Hog hog) {
        this.directory = directory;
        this.hog = hog;
        config = OrielConfig.defaults()
                .withMedium(Medium.SHM)
                .withSharedMemory(SharedMemoryConfig.defaults().withDirectory(directory))
                .withTimeouts(TimeoutConfig.defaults().withHandshake(Duration.ofMillis(500)));
    }

    /** Takes everything there is of something. */
    private interface Hog {
        /** Leaves as much as told. */
        void take(int left);

        void giveBack();
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
    }

    /** Takes direct memory. */
    private static final class MemoryHog implements Hog {
        private static final int UNIT = 512;
        private final Deque<ByteBuffer> taken = new ArrayDeque<>();

        @Override
        public void take(int left) {
            for (int size = 1 << 20; size >= UNIT; size /= 2) {
                try {
                    while (true) {
                        taken.push(ByteBuffer.allocateDirect(size));
                    }
                } catch (OutOfMemoryError e) {
                    assert e != null; // the rest in smaller pieces
                }
            }
            for (int i = 0; i < left && !taken.isEmpty(); i++) {
                BufferUtil.free(taken.pop());
            }
        }

        @Override
        public void giveBack() {
            taken.forEach(BufferUtil::free);
            taken.clear();
        }
    }

    /**
     * Runs the process.
     *
     * @param arguments the directory, and what is scarce: descriptors or memory
     */
    public static void main(String[] arguments) throws IOException {
        Hog hog = arguments[1].equals("memory") ? new MemoryHog() : new DescriptorHog();
        new ScarceMain(Path.of(arguments[0]), hog).run();
    }

    private void run() throws IOException {
        open(); // loads the classes
        requireNothingLeft();
        attemptToMeet(MOST_LEFT);
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

    private boolean attempt(int left) {
        String outcome = "success";
        hog.take(left);
        try {
            open();
        } catch (NdException e) {
            outcome = String.valueOf(e.getMessage());
            require(CLEAR.contains(e.status()), outcome);
        }
        System.out.println("with " + left + ": " + outcome);
        requireNothingLeft();
        open();
        requireNothingLeft();
        return outcome.equals("success");
    }

    /** Closes when there is enough again. */
    private void open() {
        Deque<AutoCloseable> opened = new ArrayDeque<>();
        try {
            SelectorLoop loop = SelectorLoop.start(ScarceMain::ignore);
            opened.push(loop);
            Provider provider = new EngineProvider(config, loop, new ShmTransportFactory());
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
        try (SelectorLoop loop = SelectorLoop.start(ScarceMain::ignore);
                Provider provider = new EngineProvider(config, loop, new ShmTransportFactory());
                Provider other = new EngineProvider(config, loop, new ShmTransportFactory());
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

    /** Answers true if the first completes first. */
    private static boolean awaitEither(CompletableFuture<?> one, CompletableFuture<?> other) {
        CompletableFuture.anyOf(one, other).exceptionally(failure -> null).join();
        return one.isDone();
    }

    private void requireNothingLeft() {
        List<String> files = ShmTestBed.filesBelow(directory).stream()
                .filter(name -> !name.equals("lock"))
                .toList();
        require(files.isEmpty(), "left: " + files);
    }

    private static void require(boolean condition, String otherwise) {
        if (!condition) {
            throw new AssertionError(otherwise);
        }
    }
}
