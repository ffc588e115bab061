// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.direct;

import io.oriel.api.OpFlags;
import io.oriel.engine.transport.LinkMemory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Both ends of a link, and a region, for one state of a stress test: a part of one file, which each end sees by a mapping
 * of its own. Only the hazard and the first slots are used: behind them begin the pieces of others.
 */
final class StressedLink {
    static final int RIGHTS = OpFlags.ALLOW_READ | OpFlags.ALLOW_WRITE;
    static final int DATA_LENGTH = 64;
    static final long TOKEN = 42;
    static final long USER = 7;

    private static final int PIECE_LENGTH = 512;
    private static final int STATE_LENGTH = 3 * PIECE_LENGTH;
    private static final int STATES = 16 * 1024; // more than a stride of states that live at a time
    private static final long REGION_ID = 1;
    private static final AtomicInteger MADE = new AtomicInteger();
    private static final UnsafeBuffer[] MAPPINGS = map();

    /** As the owner of the region sees it. */
    final UnsafeBuffer ownersData;
    /** As its peer sees it. */
    final UnsafeBuffer peersData;

    final WindowSlots windows;
    final DirectAccess access;

    private record Ends(UnsafeBuffer own, UnsafeBuffer peer) implements LinkMemory {
        @Override
        public UnsafeBuffer mapRegion(long regionId, boolean isWritable, Part part) {
            throw new UnsupportedOperationException();
        }

        @Override
        public boolean isPeerGone() {
            return false;
        }
    }

    StressedLink(Guards guards) {
        int start = Math.floorMod(MADE.getAndIncrement(), STATES) * STATE_LENGTH;
        for (int at = start; at < start + STATE_LENGTH; at += Long.BYTES) {
            MAPPINGS[0].putLong(at, 0);
        }
        windows = new WindowSlots(new Ends(piece(0, start, 0), piece(0, start, 1)), guards);
        access = new DirectAccess(new Ends(piece(1, start, 1), piece(1, start, 0)), guards);
        ownersData = new UnsafeBuffer(MAPPINGS[0], start + 2 * PIECE_LENGTH, PIECE_LENGTH);
        peersData = new UnsafeBuffer(MAPPINGS[1], start + 2 * PIECE_LENGTH, PIECE_LENGTH);
    }

    private static UnsafeBuffer piece(int mapping, int start, int index) {
        return new UnsafeBuffer(MAPPINGS[mapping], start + index * PIECE_LENGTH, DirectLayout.LENGTH);
    }

    private static UnsafeBuffer[] map() {
        try {
            Path file = Files.createTempFile(Path.of("/dev/shm"), "oriel-jcstress", "");
            try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
                long length = (long) STATES * STATE_LENGTH + DirectLayout.LENGTH;
                UnsafeBuffer one = new UnsafeBuffer(channel.map(FileChannel.MapMode.READ_WRITE, 0, length));
                UnsafeBuffer other = new UnsafeBuffer(channel.map(FileChannel.MapMode.READ_WRITE, 0, length));
                return new UnsafeBuffer[] {one, other};
            } finally {
                Files.delete(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    WindowSlot reserve() {
        return Objects.requireNonNull(windows.reserve(USER));
    }

    /** Shows a binding of the data, from a certain byte on. */
    WindowSlot show(long start) {
        WindowSlot slot = reserve();
        show(slot, start);
        return slot;
    }

    static void show(WindowSlot slot, long start) {
        slot.show(TOKEN, REGION_ID, start, DATA_LENGTH, RIGHTS);
    }

    PeerBinding target(WindowSlot slot) {
        PeerBinding target = new PeerBinding();
        target.slot = slot.slot();
        target.stamp = slot.stamp();
        target.token = TOKEN;
        target.regionId = REGION_ID;
        target.rights = RIGHTS;
        target.memory = peersData;
        return target;
    }

    boolean enters(PeerBinding target) {
        return access.enter(target, USER, OpFlags.ALLOW_READ, 0, DATA_LENGTH);
    }
}
