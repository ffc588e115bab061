// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.memory;

import io.oriel.api.AccessFlags;
import io.oriel.api.MemoryRegion;
import io.oriel.api.NdException;
import io.oriel.api.NdStatus;
import io.oriel.engine.transport.RegionMemory;
import java.util.ArrayList;
import java.util.List;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Registered memory. Its bounds and rights are checked here, in long arithmetic, whatever Agrona checks.
 */
public final class Region implements MemoryRegion {
    private final RegionTable table;
    private final UnsafeBuffer buffer;
    private final long length;
    private final int access;
    private final long id;
    private final Runnable onDeregister;
    private final List<Lingering> lingering = new ArrayList<>();
    private int boundWindows;
    private boolean registered = true;

    Region(RegionTable table, UnsafeBuffer buffer, int access, long id, Runnable onDeregister) {
        this.table = table;
        this.buffer = buffer;
        this.id = id;
        this.length = buffer.capacity();
        this.access = access;
        this.onDeregister = onDeregister;
    }

    @Override
    public MutableDirectBuffer buffer() {
        return buffer;
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
        return registered;
    }

    @Override
    public void deregister() {
        table.deregister(this);
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
     * Notes that a peer may still be inside, though what allowed it was taken back.
     *
     * @param access that goes on
     */
    public void linger(Lingering access) {
        lingering.add(access);
    }

    /**
     * Tells whether the region is of an adapter and registered.
     *
     * @param owner the adapter's table
     * @return true if requests of that adapter may name it
     */
    public boolean isUsableIn(RegionTable owner) {
        return registered && table == owner;
    }

    /**
     * Tells whether a range lies in the region.
     *
     * @param offset bytes from the start
     * @param size   bytes
     * @return true if it does
     */
    public boolean contains(long offset, long size) {
        return offset >= 0 && size >= 0 && size <= length && offset <= length - size;
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
        if (!registered) {
            throw new NdException(NdStatus.INVALID_HANDLE, "the region is deregistered already");
        }
        if (boundWindows > 0) {
            throw new NdException(
                    NdStatus.DEVICE_BUSY,
                    boundWindows + " window(s) are bound to the region; invalidate them before deregistering");
        }
        if (!awaitQuiet()) {
            throw new NdException(
                    NdStatus.DEVICE_BUSY,
                    "a peer's process was stopped while it was copying from or to the region; let it go on, or end it,"
                            + " before deregistering");
        }
        giveUp();
    }

    /** Gives the memory up with its adapter: nobody here uses it any more, so that a stopped peer may be inside. */
    void close() {
        boolean unused = awaitQuiet();
        giveUp();
    }

    private void giveUp() {
        registered = false;
        onDeregister.run();
    }

    /** Waits for peers inside, who leave within microseconds unless their process was stopped; false if one has not. */
    private boolean awaitQuiet() {
        table.hide(this);
        Lingering all = () -> {
            lingering.removeIf(Lingering::isOver);
            return lingering.isEmpty();
        };
        return all.await(table.revokeNs());
    }
}
