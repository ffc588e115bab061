// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm;

import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.api.AccessFlags;
import io.oriel.api.Adapter;
import io.oriel.api.MemoryRegion;
import io.oriel.api.NetworkDirect;
import io.oriel.api.OpFlags;
import io.oriel.api.Provider;
import io.oriel.api.config.OrielConfig;
import io.oriel.api.config.SharedMemoryConfig;
import io.oriel.testing.process.Outcomes;
import io.oriel.testing.process.Party;
import io.oriel.testing.resource.SmallTmpfs;
import io.oriel.testing.resource.SpaceHog;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A file system with room for a few regions, in which many are allocated one after the other, and no garbage is collected. */
@Timeout(120)
class EnvironmentRegionSpaceTest {
    private static final int LENGTH = 16 << 20;
    private static final int ROUNDS = 20;

    private final Deque<Provider> providers = new ArrayDeque<>();
    private @Nullable SmallTmpfs tmpfs;

    @BeforeEach
    void mount() throws IOException, InterruptedException {
        tmpfs = SmallTmpfs.mount("96m");
    }

    @AfterEach
    void unmount() throws IOException {
        providers.forEach(Provider::close);
        if (tmpfs != null) {
            tmpfs.close();
        }
    }

    private Path directory() {
        return Objects.requireNonNull(tmpfs).path();
    }

    private Provider open() {
        Provider provider = NetworkDirect.open(OrielConfig.defaults()
                .withSharedMemory(
                        SharedMemoryConfig.defaults().withDirectory(directory().resolve("d"))));
        providers.push(provider);
        return provider;
    }

    private static MemoryRegion allocate(Adapter adapter) {
        MemoryRegion region = adapter.allocateMemory(LENGTH, AccessFlags.ALLOW_LOCAL_WRITE);
        region.buffer().setMemory(0, LENGTH, (byte) 1);
        return region;
    }

    @Test
    void aDeregisteredRegionReturnsItsSpace() {
        Adapter adapter = open().openAdapter();

        for (int round = 0; round < ROUNDS; round++) {
            MemoryRegion region = allocate(adapter);
            assertThat(region.buffer().getByte(LENGTH - 1)).isEqualTo((byte) 1);
            region.deregister();
        }
    }

    @Test
    void aClosedAdapterReturnsTheSpaceOfItsRegions() {
        Provider provider = open();

        for (int round = 0; round < ROUNDS; round++) {
            Adapter adapter = provider.openAdapter();
            allocate(adapter);
            adapter.close();
        }
    }

    @Test
    void aRegionThatAPeerHasMappedReturnsItsSpace() {
        Party owner = new Party(open());
        Party peer = new Party(open());
        connect(peer, owner);

        for (int round = 0; round < ROUNDS; round++) {
            peer.openWindow(owner.bind());
            Party.require(peer.write(Party.HALF_LENGTH));
            peer.settle();
            Party.require(owner.invalidate(OpFlags.NONE));
            owner.settle();
            owner.replaceMemory();
        }
    }

    @Test
    void anOldViewOfADeregisteredRegionHoldsZeros() {
        Adapter adapter = open().openAdapter();
        MemoryRegion region = allocate(adapter);
        MutableDirectBuffer view = region.buffer();
        UnsafeBuffer part = new UnsafeBuffer(view, LENGTH / 2, LENGTH / 2);

        region.deregister();

        assertThat(view.getByte(0)).isZero();
        view.putByte(0, (byte) 2);
        part.putByte(7, (byte) 3);
        assertThat(view.getByte(0)).isEqualTo((byte) 2);
        assertThat(view.getByte(LENGTH / 2 + 7)).isEqualTo((byte) 3);
        List<MemoryRegion> others = new ArrayList<>();
        for (int count = 0; count < 3; count++) {
            others.add(allocate(adapter));
        }
        others.forEach(other -> assertThat(other.buffer().getByte(7)).isEqualTo((byte) 1));
    }

    @Test
    void anOldViewOnAFullFileSystemRaisesAnErrorAndTheProcessContinues() throws IOException {
        Adapter adapter = open().openAdapter();
        MemoryRegion region = allocate(adapter);
        MutableDirectBuffer view = region.buffer();
        region.deregister();

        try (SpaceHog hog = new SpaceHog(directory())) {
            hog.leave(0);
            assertThat(raisesInternalError(view)).isTrue();
            hog.giveBack();
        }

        allocate(adapter).deregister();
    }

    /** The JVM raises the error at the access or soon after it. */
    private static boolean raisesInternalError(MutableDirectBuffer view) {
        try {
            for (int offset = 0; offset < LENGTH; offset += SpaceHog.PAGE) {
                view.putByte(offset, (byte) 4);
            }
            return false;
        } catch (InternalError e) {
            return true;
        }
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
