// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.memory;

import io.oriel.api.MemoryWindow;
import io.oriel.api.OpFlags;
import io.oriel.engine.counter.CounterStart;
import io.oriel.engine.direct.WindowSlot;
import io.oriel.engine.protocol.Arguments;
import io.oriel.engine.protocol.AtomicOperation;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.jspecify.annotations.Nullable;

/**
 * A window of this adapter, or the token of a region, which is a window for every endpoint: to which endpoint, memory and
 * rights it is bound, and under which generation.
 *
 * <p>The generation grows with each Bind, at the post, so that a descriptor of an earlier binding never fits a later one.
 */
public final class Window implements MemoryWindow {
    private final WindowTable table;
    private final int id;
    private final WindowHolder.Place place = new WindowHolder.Place(this::unbind);
    private long context;
    private long assignedGeneration = CounterStart.value();
    private int pendingInvalidates;
    private boolean closed;

    /** Of a closed one, its neighbour among the free ids. */
    @Nullable
    Window nextFree;

    // Of the present binding.
    private @Nullable WindowHolder holder;
    private @Nullable Region region;
    private long generation;
    private long token;
    private long start;
    private long length;
    private int rights;
    private @Nullable WindowSlot slot;
    private @Nullable Revocation revocation;

    Window(WindowTable table, int id, long context) {
        this.table = table;
        this.id = id;
        this.context = context;
    }

    @Override
    public long context() {
        return context;
    }

    @Override
    public boolean isBound() {
        return table.isBound(this);
    }

    /** Tells whether it is bound, after an end that the application knows of. By the domain's owner. */
    boolean isHeld() {
        WindowHolder bound = holder;
        if (bound != null) {
            bound.memoryWanted();
        }
        return holder != null;
    }

    @Override
    public void close() {
        table.close(this);
    }

    /**
     * Returns the id that descriptors name.
     *
     * @return an index in the table
     */
    public int id() {
        return id;
    }

    /**
     * Tells whether requests of an adapter may name the window.
     *
     * @param owner the adapter's table
     * @return false once it is closed
     */
    public boolean isUsableIn(WindowTable owner) {
        return !closed && table == owner;
    }

    /**
     * Sets what an invalidation by the peer reports.
     *
     * @param value of the request that has bound a token
     */
    public void context(long value) {
        context = value;
    }

    /**
     * Assigns the generation of a binding that is being posted.
     *
     * @return the generation
     */
    public long assignGeneration() {
        return ++assignedGeneration;
    }

    /**
     * Returns the token of a generation.
     *
     * @param of a generation of this window
     * @return the token
     */
    public long tokenOf(long of) {
        return table.tokens().token(id, of);
    }

    /** Counts an Invalidate that has been posted and has not run. */
    public void invalidatePosted() {
        pendingInvalidates++;
    }

    /** Ends what {@link #invalidatePosted} began. */
    public void invalidateRan() {
        pendingInvalidates--;
    }

    /**
     * Tells whether a Bind has to wait for an Invalidate.
     *
     * @return true while one is posted and has not run
     */
    public boolean awaitsInvalidate() {
        return pendingInvalidates > 0;
    }

    /**
     * Binds the window.
     *
     * @param to        whose peer may use it
     * @param memory    the region
     * @param offset    bytes from the region's start
     * @param size      bytes
     * @param flags     ALLOW flags of {@link OpFlags}
     * @param numbered  the generation assigned at the post
     * @param shownBy   shows the binding to a peer that can reach the memory; null if it cannot
     * @return false if it is bound already
     */
    @SuppressWarnings("checkstyle:ParameterNumber") // all that makes a binding
    public boolean bind(
            WindowHolder to,
            Region memory,
            long offset,
            long size,
            int flags,
            long numbered,
            @Nullable WindowSlot shownBy) {
        if (isHeld() || closed) {
            return false;
        }
        if (to.hasEnded()) {
            return false; // the end of the former holder, which has just come to light, has brought this one's
        }
        if (shownBy != null) {
            prepareToHide(memory);
        }
        holder = to;
        region = memory;
        start = offset;
        length = size;
        rights = flags;
        generation = numbered;
        token = tokenOf(numbered);
        slot = shownBy;
        if (to != WindowHolder.EVERY_ENDPOINT) {
            to.add(place);
            memory.windowBound();
        }
        if (shownBy != null) {
            shownBy.show(token, memory.id(), offset, size, flags);
        }
        return true;
    }

    /**
     * Takes the binding back.
     *
     * @param from  to whom the window must be bound, or anybody if it is a token that was bound by a request
     * @param taken tells from now on whether a peer is still inside
     * @return false if it is not
     */
    public boolean invalidate(WindowHolder from, Revocation taken) {
        taken.forget();
        if (holder != from && !isFastRegistered()) {
            return false;
        }
        unbind(taken);
        return true;
    }

    /**
     * Takes the binding of a request back that has failed after all.
     *
     * @param numbered the generation assigned at its post; a later one stays
     */
    public void takeBack(long numbered) {
        if (holder != null && generation == numbered) {
            unbind();
        }
    }

    /**
     * Tells whether this is the binding that a descriptor names.
     *
     * @param user      on whose endpoint it is used
     * @param numbered  the descriptor's generation
     * @param presented the descriptor's token
     * @return true if all three agree
     */
    public boolean isBinding(WindowHolder user, long numbered, long presented) {
        return (holder == user || holder == WindowHolder.EVERY_ENDPOINT)
                && generation == numbered
                && (token ^ presented) == 0;
    }

    private boolean isFastRegistered() {
        return holder == WindowHolder.EVERY_ENDPOINT && region().isFastRegistrable();
    }

    /**
     * Tells whether the binding grants an atomic.
     *
     * @param offset bytes from the window's start
     * @return true if the eight bytes there are granted and aligned
     */
    public boolean grantsAtomic(long offset) {
        return grants(OpFlags.ALLOW_ATOMIC, offset, Long.BYTES) && region().isAligned(start + offset);
    }

    /**
     * Tells whether the binding grants a range.
     *
     * @param right  one of the ALLOW flags of {@link OpFlags}
     * @param offset bytes from the window's start
     * @param size   bytes
     * @return true if it does
     */
    public boolean grants(int right, long offset, long size) {
        return (rights & right) != 0 && Arguments.isInside(offset, size, length);
    }

    /**
     * Writes into the binding, which was found to grant that.
     *
     * @param offset bytes from the window's start
     * @param source holds the bytes
     * @param from   where
     * @param size   how many
     */
    public void write(long offset, DirectBuffer source, int from, int size) {
        SmallCopy.copy(source, from, region().memory(), (int) (start + offset), size);
    }

    /**
     * Reads from the binding, which was found to grant that.
     *
     * @param offset bytes from the window's start
     * @param sink   takes the bytes
     * @param to     where
     * @param size   how many
     */
    public void read(long offset, MutableDirectBuffer sink, int to, int size) {
        region().memory().getBytes((int) (start + offset), sink, to, size);
    }

    /**
     * Carries out an atomic in the binding, which was found to grant that.
     *
     * @param operation what to do
     * @param offset    bytes from the window's start
     * @param operand   of the operation
     * @param expected  of a swap
     * @return what the eight bytes were before
     */
    public long execute(AtomicOperation operation, long offset, long operand, long expected) {
        return operation.execute(region().memory(), (int) (start + offset), operand, expected);
    }

    /** Returns where the binding begins, in bytes from the region's start. */
    long start() {
        return start;
    }

    /** Returns the region of the binding, if there is one. */
    Region region() {
        Region bound = region;
        if (bound == null) {
            throw new IllegalStateException("the window is not bound");
        }
        return bound;
    }

    /** Ends the binding; nobody waits for the peer but who deregisters the region. */
    void unbind() {
        unbind(null);
    }

    private void unbind(@Nullable Revocation taken) {
        Region bound = region;
        WindowHolder from = holder;
        if (bound != null && from != null && from != WindowHolder.EVERY_ENDPOINT) {
            from.remove(place);
            bound.windowUnbound();
            hide(bound, taken);
        }
        holder = null;
        region = null;
    }

    private void prepareToHide(Region memory) {
        if (revocation == null) {
            revocation = new Revocation();
        }
        memory.prepareToLinger();
    }

    private void hide(Region bound, @Nullable Revocation taken) {
        WindowSlot shown = slot;
        if (shown == null) {
            return;
        }
        long stamp = shown.stamp();
        slot = null;
        if (!shown.revoke()) {
            linger(bound, shown, stamp, taken);
        }
    }

    /** A peer was inside when the binding was taken back. */
    private void linger(Region bound, WindowSlot shown, long stamp, @Nullable Revocation taken) {
        Revocation access = revocation;
        if (access == null) {
            throw new IllegalStateException("the binding was shown without a revocation");
        }
        access.await(shown, stamp);
        if (!access.isSoonOver()) {
            bound.linger(access);
            revocation = null; // the region's now
            if (taken != null) {
                taken.await(shown, stamp);
            }
        }
    }

    /** Writes the descriptor of the present binding. */
    void describe(MutableDirectBuffer descriptor, int offset) {
        DescriptorLayout.write(descriptor, offset, id, generation, token, length);
    }

    boolean isOf(Region memory) {
        return region == memory;
    }

    void markClosed() {
        unbind();
        closed = true;
    }

    boolean isClosed() {
        return closed;
    }

    void reopenAfter(long lastGeneration) {
        assignedGeneration = lastGeneration;
    }

    long lastGeneration() {
        return assignedGeneration;
    }
}
