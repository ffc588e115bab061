// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.service.table;

import io.oriel.api.AccessFlags;
import io.oriel.api.Adapter;
import io.oriel.api.Completion;
import io.oriel.api.CompletionQueue;
import io.oriel.api.Connector;
import io.oriel.api.Listener;
import io.oriel.api.MemoryRegion;
import io.oriel.api.NdException;
import io.oriel.api.NdStatus;
import io.oriel.service.run.Duty;
import java.net.InetSocketAddress;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;

/**
 * A table of fixed-length keys and values in this process' memory, which readers of other processes look up by themselves.
 *
 * <p>Only the owner changes it: {@link #put} and {@link #remove} are plain stores in its own memory, wait for nobody and are seen by
 * the next Read. Readers are let in, and told what the table is like, by {@link #poll}; on one host that is all that it is needed
 * for, between hosts (and without direct access) it also answers the Reads, so it is to be called as often as answers are wanted.
 *
 * <p><b>Threading:</b> the adapter's domain; a table that is changed by another thread has to be handed over with a
 * happens-before.
 */
public final class TableOwner implements Duty, AutoCloseable {
    private final Adapter adapter;
    private final TableConfig config;
    private final MemoryRegion memory;
    private final TableSlots slots;
    private final CompletionQueue queue;
    private final Completion[] one = {new Completion()};
    private final UnsafeBuffer offer = new UnsafeBuffer(new byte[TableOffer.LENGTH]);
    private final List<TableGrant> grants = new ArrayList<>();
    private final List<TableGrant> grantsSeen = Collections.unmodifiableList(grants);
    private @Nullable Listener listener;
    private @Nullable Connector next;
    private @Nullable CompletableFuture<Void> request;
    private long lastGrant;

    private TableOwner(Adapter adapter, TableConfig config) {
        this.adapter = adapter;
        this.config = config;
        TableLayout layout = TableLayout.of(config, new SecureRandom().nextLong());
        queue = adapter.createCompletionQueue(4 * config.maxReaders());
        try {
            memory = adapter.allocateMemory(layout.length(), AccessFlags.ALLOW_LOCAL_WRITE);
        } catch (RuntimeException e) {
            queue.close();
            throw e;
        }
        slots = new TableSlots(memory.buffer(), layout);
        TableOffer.write(offer, layout);
    }

    /**
     * Creates an empty table, which nobody can read yet.
     *
     * @param adapter that has the memory
     * @param config  sizes
     * @return the table
     * @throws NdException as {@link Adapter#allocateMemory} and {@link Adapter#createCompletionQueue}
     */
    public static TableOwner create(Adapter adapter, TableConfig config) {
        return new TableOwner(adapter, config);
    }

    /**
     * Begins to let readers in, with {@link #poll}.
     *
     * @param address of this host; port 0 lets the adapter choose one
     * @return where it listens
     * @throws NdException as {@link Listener#bind}
     * @throws IllegalStateException if it listens already
     */
    public InetSocketAddress listen(InetSocketAddress address) {
        if (listener != null) {
            throw new IllegalStateException("the table has readers let in at " + listener.localAddress() + " already");
        }
        Listener made = adapter.createListener();
        try {
            made.bind(address);
            made.listen(config.maxReaders());
        } catch (RuntimeException e) {
            made.close();
            throw e;
        }
        listener = made;
        ask(made);
        return made.localAddress();
    }

    private void ask(Listener from) {
        next = adapter.createConnector();
        request = from.getConnectionRequest(next);
    }

    /**
     * Puts a value, in the place of the key's former one if there is one.
     *
     * <p><b>Memory:</b> does not allocate.
     *
     * @param key         holds {@link TableConfig#keyLength()} bytes
     * @param keyOffset   where they begin, in bytes
     * @param value       holds {@link TableConfig#valueLength()} bytes
     * @param valueOffset where they begin, in bytes
     * @return false if all slots that the key may be in hold other keys: nothing was changed. A larger capacity or probe makes
     *     that rarer
     */
    public boolean put(DirectBuffer key, int keyOffset, DirectBuffer value, int valueOffset) {
        return slots.put(key, keyOffset, value, valueOffset);
    }

    /**
     * Removes a key.
     *
     * <p><b>Memory:</b> does not allocate.
     *
     * @param key       as above
     * @param keyOffset as above
     * @return false if the table does not hold it
     */
    public boolean remove(DirectBuffer key, int keyOffset) {
        return slots.remove(key, keyOffset);
    }

    /**
     * Looks a key up in this process.
     *
     * <p><b>Memory:</b> does not allocate.
     *
     * @param key         as above
     * @param keyOffset   as above
     * @param value       takes {@link TableConfig#valueLength()} bytes if the key is there
     * @param valueOffset where they begin, in bytes
     * @return false if the table does not hold it
     */
    public boolean get(DirectBuffer key, int keyOffset, MutableDirectBuffer value, int valueOffset) {
        return slots.get(key, keyOffset, value, valueOffset);
    }

    /**
     * Tells how many keys there are.
     *
     * @return the count
     */
    public int size() {
        return slots.size();
    }

    /**
     * Returns the number of the last change, which is the version of what it put.
     *
     * @return the number, 0 before the first
     */
    public long version() {
        return slots.version();
    }

    /**
     * Lets readers in, and sees who has gone; makes the adapter progress; never blocks.
     *
     * <p><b>Memory:</b> does not allocate while no reader comes or goes.
     *
     * @return how many grants have come, gone or changed their state
     * @throws NdException as {@link Adapter#createEndpoint} and {@link Adapter#createMemoryWindow}, if a reader has come for whom
     *     there is no endpoint or window; it is refused
     */
    @Override
    public int poll() {
        int changes = 0;
        while (queue.poll(one, 1) > 0) {
            changes += complete(one[0]);
        }
        if (request != null && request.isDone()) {
            changes += admit();
        }
        for (int index = grants.size() - 1; index >= 0; index--) {
            TableGrant grant = grants.get(index);
            changes += grant.advance(memory, offer) ? 1 : 0;
            if (grant.state() == TableGrant.State.ENDED) {
                grants.remove(index);
                grant.close(queue);
            }
        }
        return changes;
    }

    @Override
    public long untilDueNs(long nowNs) {
        return Long.MAX_VALUE; // whatever comes wakes the adapter
    }

    private int complete(Completion completion) {
        for (int index = 0; index < grants.size(); index++) {
            TableGrant grant = grants.get(index);
            if (grant.number() == completion.endpointContext()) {
                return grant.complete(completion) ? 1 : 0;
            }
        }
        return 0;
    }

    private int admit() {
        Connector connector = next;
        Listener from = listener;
        if (connector == null || from == null || request == null || request.isCompletedExceptionally()) {
            request = null; // the listener is gone, with the adapter's driver
            return 0;
        }
        ask(from);
        if (grants.size() == config.maxReaders()) {
            connector.close(); // the reader's Connect ends with CONNECTION_REFUSED
            return 0;
        }
        try {
            return grants.add(new TableGrant(adapter, queue, connector, ++lastGrant)) ? 1 : 0;
        } catch (NdException e) {
            connector.close(); // likewise
            if (e.status() == NdStatus.CONNECTION_INVALID || e.status() == NdStatus.CONNECTION_ABORTED) {
                return 0; // it has given up meanwhile
            }
            throw e;
        }
    }

    /**
     * Returns who reads the table.
     *
     * @return the grants that have not ended, in the order in which the readers came; a view, which polls change
     */
    public List<TableGrant> grants() {
        return grantsSeen;
    }

    /**
     * Ends all grants and gives the memory back. Does nothing the second time.
     *
     * <p>If a reader's process was stopped in the midst of a Read the memory stays until the adapter is closed.
     */
    @Override
    public void close() {
        if (listener != null) {
            listener.close();
        }
        if (next != null) {
            next.close();
        }
        grants.forEach(grant -> grant.close(queue));
        grants.clear();
        queue.close();
        if (memory.isRegistered()) {
            deregister();
        }
    }

    private void deregister() {
        try {
            memory.deregister();
        } catch (NdException e) {
            if (e.status() != NdStatus.DEVICE_BUSY && e.status() != NdStatus.INVALID_HANDLE) {
                throw e;
            }
        }
    }
}
