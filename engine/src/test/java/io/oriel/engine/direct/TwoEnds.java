// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.direct;

import io.oriel.api.OpFlags;
import io.oriel.engine.initiator.Transfers;
import io.oriel.engine.testing.FileMemory;
import java.nio.file.Path;
import java.util.Objects;
import org.agrona.concurrent.UnsafeBuffer;

/** The owner of a region and its peer, each with mappings of its own of the same files. */
public final class TwoEnds implements AutoCloseable {
    /** Of both ends. */
    public static final int REGION_LENGTH = 1024 * 1024;
    /** Of both ends. */
    public static final int READ_WRITE = OpFlags.ALLOW_READ | OpFlags.ALLOW_WRITE;

    static final long TOKEN = 0x7061_7373_776f_7264L;
    /** Of both ends. */
    public static final int USER_ID = 5;
    /** Of both ends. */
    public static final int USER_GENERATION = 3;

    static final long USER = DirectLayout.user(USER_ID, USER_GENERATION);

    private final Path directory = FileMemory.createFiles(REGION_LENGTH);

    final FileMemory ownerMemory = FileMemory.ofOwner(directory);
    final FileMemory peerMemory = FileMemory.ofPeer(directory);
    final DirectLink owner;

    /** The peer's end. */
    public final DirectLink peer;

    /** The region. */
    public final UnsafeBuffer region = ownerMemory.newMapping(true);

    /** Creates both, with all guards. */
    public TwoEnds() {
        this(Guards.ALL);
    }

    TwoEnds(Guards guards) {
        owner = new DirectLink(ownerMemory, guards);
        peer = new DirectLink(peerMemory, guards);
    }

    /** Takes a slot for the peer's endpoint; there must be one. */
    WindowSlot reserve() {
        return Objects.requireNonNull(owner.windows().reserve(USER), "no slot is left");
    }

    /** Binds a window to all of the region. */
    WindowSlot show(int rights) {
        return show(0, REGION_LENGTH, rights);
    }

    /** Binds a window to a part of the region. */
    public WindowSlot show(long start, long length, int rights) {
        WindowSlot slot = reserve();
        slot.show(TOKEN, FileMemory.REGION_ID, start, length, rights);
        return slot;
    }

    /** Says at the peer what a descriptor of the present binding says. */
    public PeerBinding target(WindowSlot slot) {
        PeerBinding target = new PeerBinding();
        aim(target, slot);
        target.memory = peer.regions().open(FileMemory.REGION_ID, true, FileMemory.WHOLE);
        return target;
    }

    /** Says the same in a target that knows the memory. */
    static void aim(PeerBinding target, WindowSlot slot) {
        target.slot = slot.slot();
        target.stamp = slot.stamp();
        target.token = TOKEN;
        target.regionId = FileMemory.REGION_ID;
        target.rights = READ_WRITE | OpFlags.ALLOW_ATOMIC;
        target.isConfirmed = false;
    }

    boolean enters(PeerBinding target, int right, long at, long size) {
        return peer.access().enter(target, USER, right, at, size);
    }

    /** Enters at the start, for reading and for a byte. */
    boolean enters(PeerBinding target) {
        return enters(target, OpFlags.ALLOW_READ, 0, 1);
    }

    Transfers newTransfers(int bytes) {
        return new Transfers(peer, USER_ID, USER_GENERATION, bytes);
    }

    /** Tells whether the peer is in an access. */
    public boolean isHazardSet() {
        return DirectLayout.isHazardSet(ownerMemory.peer());
    }

    @Override
    public void close() {
        FileMemory.deleteFiles(directory);
    }
}
