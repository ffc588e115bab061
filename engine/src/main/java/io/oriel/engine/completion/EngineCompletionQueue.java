// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.completion;

import io.oriel.api.Completion;
import io.oriel.api.CompletionQueue;
import io.oriel.api.Endpoint;
import io.oriel.api.NdException;
import io.oriel.api.NdStatus;
import io.oriel.api.NotifyType;
import io.oriel.api.RequestType;
import io.oriel.engine.control.ControlLoop;
import io.oriel.engine.domain.Domain;
import io.oriel.engine.domain.HotPath;
import io.oriel.engine.protocol.Arguments;
import io.oriel.engine.protocol.Limits;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import org.agrona.LangUtil;
import org.jspecify.annotations.Nullable;

/** A completion queue of the engine. */
final class EngineCompletionQueue implements CompletionQueue {
    static final int NOT_LISTED = -1;

    private static final @Nullable Completion[] NOT_USED = {};
    private static final String REMOVAL = "the adapter's driver died";

    private final Domain domain;
    private final CompletionQueues queues;
    private final CompletionRing ring;
    private final Notifications notifications;
    private final BooleanSupplier isWaitedFor;
    private final Map<NotifyType, BooleanSupplier> ends = new EnumMap<>(NotifyType.class);
    private final Set<Slots> attached = new LinkedHashSet<>();
    private @Nullable Completion[] carriers = NOT_USED;
    private @Nullable Throwable failure;
    private int carriersChecked;
    private int place = NOT_LISTED;
    private int depth;
    private boolean closed;
    private boolean removed;

    /**
     * Creates a queue that is in no set with others.
     *
     * @param domain of the adapter
     * @param loop   completes notifications
     * @param depth  asked for
     */
    EngineCompletionQueue(Domain domain, ControlLoop loop, int depth) {
        this(domain, loop, depth, new CompletionQueues());
    }

    EngineCompletionQueue(Domain domain, ControlLoop loop, int depth, CompletionQueues queues) {
        this.domain = domain;
        this.queues = queues;
        this.depth = depth;
        ring = new CompletionRing(depth);
        notifications = new Notifications(loop);
        isWaitedFor = () -> notifications.isWaitedFor(ring);
        for (NotifyType type : NotifyType.values()) {
            ends.put(type, () -> removed || notifications.isThere(type, ring));
        }
    }

    @Override
    @HotPath
    public int poll(Completion[] completions, int max) {
        domain.enter();
        try {
            if (closed) {
                return 0;
            }
            if (completions != carriers) {
                use(completions);
            }
            int limit = Math.min(max, completions.length);
            if (limit > carriersChecked) {
                checkCarriers(limit);
            }
            if (ring.isEmpty()) {
                if (!notifications.hasPending()) {
                    return progressInto(completions, limit);
                }
                domain.progress(); // what is waited for has to be there when it is told of
            }
            return take(completions, 0, limit);
        } finally {
            domain.exit();
        }
    }

    /** Checks each array once, before anything is put into it: a poll of an empty queue shall fail like any other. */
    private void use(Completion[] completions) {
        if (completions == null) {
            throw new IllegalArgumentException("completions must not be null");
        }
        Throwable former = failure;
        if (former != null) {
            failure = null;
            LangUtil.rethrowUnchecked(former);
        }
        carriers = completions;
        carriersChecked = 0;
    }

    private void checkCarriers(int limit) {
        for (int index = carriersChecked; index < limit; index++) {
            CompletionRing.requireCarrier(carriers[index], index);
        }
        carriersChecked = limit;
    }

    private int progressInto(Completion[] completions, int limit) {
        ring.lend(completions, limit);
        try {
            domain.progress();
        } catch (Throwable e) {
            return failed(ring.takeBack(), e);
        }
        int filled = ring.takeBack();
        return ring.isEmpty() ? filled : take(completions, filled, limit);
    }

    /** Takes completions behind those that are there already; returns how many there are then. */
    private int take(Completion[] completions, int there, int limit) {
        long before = ring.taken();
        try {
            return there + ring.take(completions, there, limit);
        } catch (Throwable e) { // by what waits for a free slot
            return failed(there + (int) (ring.taken() - before), e);
        }
    }

    /** Completions that were taken already are told first: the next poll throws. */
    private int failed(int count, Throwable thrown) {
        if (count == 0) {
            LangUtil.rethrowUnchecked(thrown);
        }
        failure = thrown;
        carriers = NOT_USED; // so that the next poll looks
        return count;
    }

    @Override
    public int discard(Endpoint endpoint) {
        if (endpoint == null) {
            throw new IllegalArgumentException("endpoint must not be null");
        }
        domain.enter();
        try {
            return closed ? 0 : notifications.discard(endpoint, ring);
        } finally {
            domain.exit();
        }
    }

    @Override
    public CompletableFuture<Void> requestNotification(NotifyType type) {
        domain.enter();
        try {
            if (closed) {
                return refused(NdStatus.INVALID_HANDLE, "the completion queue is closed");
            }
            if (type == null) {
                return CompletableFuture.failedFuture(Arguments.missing("type"));
            }
            CompletableFuture<Void> future = notifications.request(type, ring);
            if (removed) {
                failPending(); // nothing more will come
            } else if (!future.isDone()) {
                domain.somebodyWaits(isWaitedFor);
            }
            return future;
        } finally {
            domain.exit();
        }
    }

    @Override
    public NdStatus await(NotifyType type, long timeoutNs) {
        domain.enter();
        try {
            if (closed) {
                return NdStatus.INVALID_HANDLE;
            }
            BooleanSupplier end = type == null ? null : ends.get(type);
            if (end == null) {
                return NdStatus.INVALID_PARAMETER;
            }
            boolean there = domain.waiter().until(timeoutNs, end);
            if (notifications.isThere(type, ring)) {
                return NdStatus.SUCCESS;
            }
            return there ? NdStatus.DEVICE_REMOVED : NdStatus.TIMEOUT;
        } finally {
            domain.exit();
        }
    }

    @Override
    public void resize(int entries) {
        domain.enter();
        try {
            if (closed) {
                throw new NdException(NdStatus.INVALID_HANDLE, "the completion queue is closed");
            }
            if (removed) {
                throw new NdException(NdStatus.DEVICE_REMOVED, REMOVAL);
            }
            int most = Limits.MAX_COMPLETION_QUEUE_DEPTH;
            if (entries < 1 || entries > most) {
                throw new NdException(NdStatus.INVALID_PARAMETER, "depth must be in 1.." + most + ", was " + entries);
            }
            long queued = ring.added() - ring.taken();
            if (entries < queued) {
                throw new NdException(
                        NdStatus.BUFFER_OVERFLOW,
                        "depth must be at least " + queued + ", the completions not taken, was " + entries);
            }
            ring.resize(entries, attached);
            depth = entries;
        } finally {
            domain.exit();
        }
    }

    @Override
    public int depth() {
        return depth;
    }

    @Override
    public void close() {
        domain.enter();
        try {
            closeHeld();
        } finally {
            domain.exit();
        }
    }

    /** Closes the queue. By the domain's owner. */
    void closeHeld() {
        if (closed) {
            return;
        }
        List.copyOf(attached).forEach(Slots::closeEndpoint);
        closed = true;
        queues.closed(this);
        notifications.fail(NdStatus.CANCELED, "the completion queue was closed");
    }

    /** Attaches the slots of an endpoint and makes room for their completions; or throws, and nothing has changed. */
    void attach(Slots slots) {
        ring.reserve(slots.entries(), attached);
        try {
            attached.add(slots);
        } catch (Throwable e) {
            ring.unreserve(slots.entries());
            attached.remove(slots);
            throw e;
        }
    }

    /** Detaches slots, if they are attached; their entries stay. */
    void detach(Slots slots) {
        if (attached.remove(slots)) {
            ring.unreserve(slots.entries());
        }
    }

    /** Adds the completion of a request; see {@link Slots#complete}. */
    void add(RequestType type, NdStatus status, long bytes, long context, Slots slots, boolean solicited) {
        if (!ring.fill(type, status, bytes, context, slots)) {
            addToRing(type, status, bytes, context, slots, solicited);
        }
    }

    private void addToRing(
            RequestType type, NdStatus status, long bytes, long context, Slots slots, boolean solicited) {
        ring.add(type, status, bytes, context, slots, true);
        listIfFilled();
        notifications.added(ring, status != NdStatus.SUCCESS, solicited);
    }

    /** Adds the completion of a Receive that a Write of the peer has taken; see {@link Slots#completeImmediate}. */
    void addImmediate(int immediate, long bytes, long context, Slots slots, boolean solicited) {
        ring.addImmediate(immediate, bytes, context, slots);
        listIfFilled();
        notifications.added(ring, false, solicited);
    }

    /** Adds the completion of an invalidation by the peer; see {@link Slots#completeRemoteInvalidation}. */
    void addRemoteInvalidation(long windowContext, Slots slots) {
        ring.add(RequestType.INVALIDATE, NdStatus.SUCCESS, 0, windowContext, slots, false);
        listIfFilled();
        notifications.added(ring, false, false);
    }

    /** Ends waits, because the medium is gone. By the domain's owner. */
    void remove() {
        removed = true;
        failPending(); // what was to come has come
    }

    private void failPending() {
        notifications.fail(NdStatus.DEVICE_REMOVED, REMOVAL);
    }

    /** Enters the list of those that a wait looks at; what went straight to the poller is not to be waited for. */
    private void listIfFilled() {
        if (place == NOT_LISTED && !ring.isEmpty() && !closed) {
            queues.list(this);
        }
    }

    /** Returns where it is on that list. */
    int place() {
        return place;
    }

    void place(int value) {
        place = value;
    }

    /** Tells whether a completion is there to be taken. By the domain's owner. */
    boolean hasCompletions() {
        return !ring.isEmpty();
    }

    private static CompletableFuture<Void> refused(NdStatus status, String reason) {
        return CompletableFuture.failedFuture(new NdException(status, reason));
    }
}
