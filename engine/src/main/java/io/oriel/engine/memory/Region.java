// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.memory;

import io.oriel.api.AccessFlags;
import io.oriel.api.MemoryRegion;
import io.oriel.api.NdException;
import io.oriel.api.NdStatus;
import io.oriel.api.OpFlags;
import io.oriel.engine.protocol.Arguments;
import io.oriel.engine.protocol.AtomicOperation;
import io.oriel.engine.transport.RegionMemory;
import java.util.ArrayList;
import java.util.List;
import org.agrona.MutableDirectBuffer;
import org.agrona.collections.ObjectHashSet;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Registered memory. Its bounds and rights are checked here, in long arithmetic, whatever Agrona checks.
 */
public final class Region implements MemoryRegion {
    private final RegionTable table;
    private final UnsafeBuffer buffer;
    private final UnsafeBuffer view;
    private final long length;
    private final int access;
    private final long id;
    private final @Nullable RegionMemory allocated;
    private final ArrayList<Lingering> lingering = new ArrayList<>(0);
    private @Nullable ObjectHashSet<Shower> showers;
    private @Nullable Window token;
    private int boundWindows;
    private @Nullable RegionTable usableIn;

    /** Where it is in the table. */
    int index;

    /** Shows parts of regions to a peer. By the domain's owner. */
    interface Shower {
        /**
         * Stops new accesses to a region that is to be deregistered.
         *
         * @param region which was shown
         * @return what was shown of it
         */
        Hidden hide(Region region);

        /**
         * The region is deregistered.
         *
         * @param region which was shown
         */
        void forget(Region region);
    }

    /** What peers were shown of a region and see no more, though an access to it may still go on. */
    interface Hidden extends Lingering {
        /** Shows it as it was: whoever has not looked meanwhile has missed nothing. */
        void showAgain();
    }

    /** Registers memory that a port allocated, or the caller's if that is null. */
    Region(RegionTable table, UnsafeBuffer buffer, int access, @Nullable RegionMemory allocated) {
        this.table = table;
        usableIn = table;
        this.buffer = buffer;
        view = new UnsafeBuffer(buffer, 0, buffer.capacity()); // the application may wrap other memory in it
        id = allocated == null ? RegionMemory.UNMAPPED : allocated.id();
        this.length = buffer.capacity();
        this.access = access;
        this.allocated = allocated;
    }

    @Override
    public MutableDirectBuffer buffer() {
        return view;
    }

    @Override
    public long length() {
        return length;
    }

    @Override
    public int access() {
        return access;
    }

    @Override
    public boolean isRegistered() {
        return usableIn != null;
    }

    @Override
    public void deregister() {
        table.deregister(this);
    }

    @Override
    public void getRemoteToken(MutableDirectBuffer descriptor, int offset) {
        table.writeToken(this, descriptor, offset);
    }

    /**
     * Returns the region's token, which is there from the registration on if it is to be fast-registered.
     *
     * @return the same for the region's whole life
     * @throws NdException INSUFFICIENT_RESOURCES if the adapter has too many windows and tokens
     */
    public Window token() {
        Window made = token;
        if (made == null) {
            made = table.windows().create(0);
            token = made;
        }
        return made;
    }

    /**
     * Tells whether requests bind the token and take it back.
     *
     * @return true with {@link AccessFlags#FAST_REGISTER}
     */
    public boolean isFastRegistrable() {
        return (access & AccessFlags.FAST_REGISTER) != 0;
    }

    /**
     * Returns what the token may grant.
     *
     * @return ALLOW_READ, ALLOW_WRITE and ALLOW_ATOMIC of {@link OpFlags}
     */
    public int remoteRights() {
        return right(AccessFlags.ALLOW_REMOTE_READ, OpFlags.ALLOW_READ)
                | right(AccessFlags.ALLOW_REMOTE_WRITE, OpFlags.ALLOW_WRITE)
                | right(AccessFlags.ALLOW_REMOTE_ATOMIC, OpFlags.ALLOW_ATOMIC);
    }

    private int right(int needed, int right) {
        return (access & needed) == needed ? right : OpFlags.NONE;
    }

    /**
     * Tells whether eight bytes of the region can be worked on atomically.
     *
     * @param offset where they begin, bytes from the region's start
     * @return true if they are aligned
     */
    public boolean isAligned(long offset) {
        return AtomicOperation.isAligned(buffer, offset);
    }

    /** Writes the token's descriptor; a token that no request binds is bound by the first call. */
    void writeToken(MutableDirectBuffer descriptor, int offset) {
        if (!isRegistered()) {
            throw new NdException(NdStatus.INVALID_HANDLE, "the region is deregistered");
        }
        DescriptorLayout.requireRoom(descriptor, offset);
        Window own = token();
        if (!own.isHeld() && isFastRegistrable()) {
            throw new NdException(
                    NdStatus.INVALID_DEVICE_STATE,
                    "the region has no token; post a FastRegister, or register it without FAST_REGISTER");
        }
        if (!own.isHeld()) {
            boolean bound = own.bind(
                    WindowHolder.EVERY_ENDPOINT, this, 0, length, remoteRights(), own.assignGeneration(), null);
            assert bound;
        }
        own.describe(descriptor, offset);
    }

    /**
     * Returns the memory without the interface in between.
     *
     * @return the buffer
     */
    public UnsafeBuffer memory() {
        return buffer;
    }

    /**
     * Returns what holds the memory, for {@link SmallCopy}.
     *
     * @return null if it is not on the heap
     */
    public byte @Nullable [] array() {
        return buffer.byteArray();
    }

    /**
     * Returns where a part of the memory is, for {@link SmallCopy}.
     *
     * @param offset bytes from the region's start; checked
     * @return bytes from the beginning of {@link #array}, or of everything
     */
    public long address(long offset) {
        return buffer.addressOffset() + offset;
    }

    /**
     * Returns the name by which peers map the memory.
     *
     * @return as {@link RegionMemory#id()}
     */
    public long id() {
        return id;
    }

    /**
     * Tells whether peers can map the memory.
     *
     * @return false for memory of the caller's
     */
    public boolean isMapped() {
        return id != RegionMemory.UNMAPPED;
    }

    /**
     * Notes who shows parts of the region to a peer.
     *
     * @param shower is asked when the region is to be deregistered
     */
    void shownBy(Shower shower) {
        ObjectHashSet<Shower> all = showers;
        if (all == null) {
            all = new ObjectHashSet<>();
            showers = all;
        }
        all.add(shower);
        prepareToLinger();
    }

    /**
     * Undoes {@link #shownBy}.
     *
     * @param shower shows nothing of the region any more
     */
    void hiddenBy(Shower shower) {
        ObjectHashSet<Shower> all = showers;
        if (all != null) {
            all.remove(shower);
        }
    }

    private List<Hidden> roomForHidden() {
        return new ArrayList<>(showers == null ? 0 : showers.size());
    }

    /** Stops new accesses; notes what was shown. */
    private void hide(List<Hidden> hidden) {
        ObjectHashSet<Shower> all = showers;
        if (all != null) {
            all.forEach(shower -> hidden.add(shower.hide(this)));
        }
    }

    /**
     * Notes that a peer may still be inside, though what allowed it was taken back.
     *
     * @param access that goes on
     */
    void linger(Lingering access) {
        prepareToLinger();
        lingering.add(access);
    }

    /** Makes room for one more access that goes on, beside one for each window that is bound and each shower. */
    void prepareToLinger() {
        int shown = showers == null ? 0 : showers.size();
        lingering.ensureCapacity(lingering.size() + boundWindows + shown + 1);
    }

    /**
     * Tells whether the region is of an adapter and registered.
     *
     * @param owner the adapter's table
     * @return true if requests of that adapter may name it
     */
    public boolean isUsableIn(RegionTable owner) {
        return usableIn == owner;
    }

    /**
     * Tells whether a range lies in the region.
     *
     * @param offset bytes from the start
     * @param size   bytes
     * @return true if it does
     */
    public boolean contains(long offset, long size) {
        return Arguments.isInside(offset, size, length);
    }

    /**
     * Tells whether Receives, Reads and the peer's Writes may change the region.
     *
     * @return true with {@link AccessFlags#ALLOW_LOCAL_WRITE}
     */
    public boolean isWritable() {
        return (access & AccessFlags.ALLOW_LOCAL_WRITE) != 0;
    }

    void windowBound() {
        boundWindows++;
    }

    void windowUnbound() {
        boundWindows--;
    }

    void release() {
        if (!isRegistered()) {
            throw new NdException(NdStatus.INVALID_HANDLE, "the region is deregistered already");
        }
        if (boundWindows > 0) {
            table.windows().finishEnds(this);
        }
        if (boundWindows > 0) {
            throw new NdException(
                    NdStatus.DEVICE_BUSY,
                    boundWindows + " window(s) are bound to the region; invalidate them before deregistering");
        }
        List<Hidden> hidden = roomForHidden();
        try {
            hide(hidden);
            if (!awaitQuiet(hidden)) {
                throw new NdException(
                        NdStatus.DEVICE_BUSY,
                        "a peer's process was stopped while it was copying from or to the region; let it go on, or end"
                                + " it, before deregistering");
            }
        } catch (Throwable e) {
            hidden.forEach(Hidden::showAgain);
            throw e;
        }
        giveUp(true);
    }

    /** Gives the memory up with its adapter: nobody here uses it any more, so that a stopped peer may be inside. */
    void close() {
        List<Hidden> hidden = roomForHidden();
        hide(hidden);
        giveUp(awaitQuiet(hidden));
    }

    /** Gives the memory up, of which nothing is shown any more; its space later unless no peer is inside. */
    void giveUp(boolean isQuiet) {
        usableIn = null;
        ObjectHashSet<Shower> all = showers;
        if (all != null) {
            all.forEach(shower -> shower.forget(this));
            showers = null;
        }
        Window made = token;
        if (made != null) {
            table.windows().closeHeld(made);
        }
        if (allocated != null && isQuiet) {
            allocated.releaseSpace();
        } else if (allocated != null) {
            allocated.release();
        }
    }

    /** Waits for peers inside, who leave within microseconds unless their process was stopped; false if one has not. */
    private boolean awaitQuiet(List<Hidden> hidden) {
        List<Lingering> inside = new ArrayList<>(hidden);
        Lingering all = () -> {
            lingering.removeIf(Lingering::isOver);
            inside.removeIf(Lingering::isOver);
            return lingering.isEmpty() && inside.isEmpty();
        };
        return all.await(table.revokeNs());
    }
}
