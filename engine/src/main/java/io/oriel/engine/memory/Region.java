// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.memory;

import io.oriel.api.AccessFlags;
import io.oriel.api.MemoryRegion;
import io.oriel.api.NdException;
import io.oriel.api.NdStatus;
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
    private final Runnable onDeregister;
    private int boundWindows;
    private boolean registered = true;

    Region(RegionTable table, UnsafeBuffer buffer, int access, Runnable onDeregister) {
        this.table = table;
        this.buffer = buffer;
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
        registered = false;
        onDeregister.run();
    }
}
