// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.endpoint;

import io.oriel.api.Endpoint;
import io.oriel.api.MemoryRegion;
import io.oriel.api.MemoryWindow;
import io.oriel.api.NdException;
import io.oriel.api.NdStatus;
import io.oriel.api.RemoteWindow;
import io.oriel.api.RequestType;
import io.oriel.api.ScatterGatherList;
import io.oriel.engine.domain.Domain;
import io.oriel.engine.domain.HotPath;
import io.oriel.engine.initiator.Posting;
import io.oriel.engine.link.Lane;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.jspecify.annotations.Nullable;

/** An endpoint of the engine: the way in for requests. */
final class EngineEndpoint implements Endpoint {
    private final Endpoints home;
    private final Domain domain;
    private final Lane lane;
    private final Exchange exchange;
    private final ConnectionEnd connection;
    private final Posting posting;
    private final long context;
    private boolean closed;

    EngineEndpoint(Endpoints home, Lane lane, ConnectionEnd connection, Posting posting, long context) {
        this.home = home;
        domain = home.domain();
        this.lane = lane;
        this.connection = connection;
        exchange = connection.exchange();
        this.posting = posting;
        this.context = context;
    }

    /** Enters the endpoint into the tables of its adapter; or throws, and it is closed. By the domain's owner. */
    void register() {
        try {
            home.add(this, lane);
            exchange.register();
        } catch (Throwable e) {
            closeHeld();
            throw e;
        }
    }

    @Override
    @HotPath
    public NdStatus send(long requestContext, ScatterGatherList list, int flags) {
        domain.enter();
        try {
            return exchange.isConnected() ? posting.send(requestContext, list, flags) : refusal();
        } finally {
            domain.exit();
        }
    }

    @Override
    @HotPath
    public NdStatus sendAndInvalidate(long requestContext, ScatterGatherList list, RemoteWindow window, int flags) {
        domain.enter();
        try {
            return exchange.isConnected() ? posting.sendAndInvalidate(requestContext, list, window, flags) : refusal();
        } finally {
            domain.exit();
        }
    }

    @Override
    @HotPath
    public NdStatus receive(long requestContext, ScatterGatherList list) {
        domain.enter();
        try {
            return exchange.takesReceives() ? exchange.receive(requestContext, list) : refusal();
        } finally {
            domain.exit();
        }
    }

    @Override
    @HotPath
    public NdStatus read(long requestContext, ScatterGatherList list, RemoteWindow window, long offset, int flags) {
        domain.enter();
        try {
            return exchange.isConnected() ? posting.read(requestContext, list, window, offset, flags) : refusal();
        } finally {
            domain.exit();
        }
    }

    @Override
    @HotPath
    public NdStatus write(long requestContext, ScatterGatherList list, RemoteWindow window, long offset, int flags) {
        domain.enter();
        try {
            return exchange.isConnected() ? posting.write(requestContext, list, window, offset, flags) : refusal();
        } finally {
            domain.exit();
        }
    }

    @Override
    @HotPath
    public NdStatus writeWithImmediate(
            long requestContext, ScatterGatherList list, RemoteWindow window, long offset, int immediate, int flags) {
        domain.enter();
        try {
            return exchange.isConnected()
                    ? posting.writeWithImmediate(requestContext, list, window, offset, immediate, flags)
                    : refusal();
        } finally {
            domain.exit();
        }
    }

    @Override
    @HotPath
    public NdStatus fetchAndAdd(
            long requestContext, ScatterGatherList list, RemoteWindow window, long offset, long addend, int flags) {
        return atomic(RequestType.FETCH_AND_ADD, requestContext, list, window, offset, 0, addend, flags);
    }

    @Override
    @HotPath
    public NdStatus compareAndSwap(
            long requestContext,
            ScatterGatherList list,
            RemoteWindow window,
            long offset,
            long expected,
            long replacement,
            int flags) {
        return atomic(RequestType.COMPARE_AND_SWAP, requestContext, list, window, offset, expected, replacement, flags);
    }

    @SuppressWarnings("checkstyle:ParameterNumber") // those of CompareAndSwap
    private NdStatus atomic(
            RequestType type,
            long context,
            ScatterGatherList list,
            RemoteWindow window,
            long offset,
            long expected,
            long operand,
            int flags) {
        domain.enter();
        try {
            return exchange.isConnected()
                    ? posting.atomic(type, context, list, window, offset, expected, operand, flags)
                    : refusal();
        } finally {
            domain.exit();
        }
    }

    @Override
    @HotPath
    @SuppressWarnings("checkstyle:ParameterNumber") // as many as ND's Bind has
    public NdStatus bind(
            long requestContext,
            MemoryRegion region,
            MemoryWindow window,
            long offset,
            long length,
            int flags,
            MutableDirectBuffer descriptor,
            int descriptorOffset) {
        domain.enter();
        try {
            return exchange.isConnected()
                    ? posting.bind(requestContext, region, window, offset, length, flags, descriptor, descriptorOffset)
                    : refusal();
        } finally {
            domain.exit();
        }
    }

    @Override
    @HotPath
    @SuppressWarnings("checkstyle:ParameterNumber") // those of Bind
    public NdStatus fastRegister(
            long requestContext,
            MemoryRegion region,
            long offset,
            long length,
            int flags,
            MutableDirectBuffer descriptor,
            int descriptorOffset) {
        domain.enter();
        try {
            return exchange.isConnected()
                    ? posting.fastRegister(requestContext, region, offset, length, flags, descriptor, descriptorOffset)
                    : refusal();
        } finally {
            domain.exit();
        }
    }

    @Override
    @HotPath
    public NdStatus invalidate(long requestContext, MemoryRegion region, int flags) {
        domain.enter();
        try {
            return exchange.isConnected() ? posting.invalidate(requestContext, region, flags) : refusal();
        } finally {
            domain.exit();
        }
    }

    @Override
    @HotPath
    public NdStatus invalidate(long requestContext, MemoryWindow window, int flags) {
        domain.enter();
        try {
            return exchange.isConnected() ? posting.invalidate(requestContext, window, flags) : refusal();
        } finally {
            domain.exit();
        }
    }

    @Override
    @HotPath
    public NdStatus startRequestBatch() {
        domain.enter();
        try {
            if (closed) {
                return NdStatus.INVALID_HANDLE;
            }
            lane.startBatch();
            return NdStatus.SUCCESS;
        } finally {
            domain.exit();
        }
    }

    @Override
    @HotPath
    public NdStatus submitRequestBatch() {
        domain.enter();
        try {
            if (closed) {
                return NdStatus.INVALID_HANDLE;
            }
            lane.submitBatch();
            return NdStatus.SUCCESS;
        } finally {
            domain.exit();
        }
    }

    @Override
    public NdStatus flush() {
        domain.enter();
        try {
            if (closed) {
                return NdStatus.INVALID_HANDLE;
            }
            exchange.end(NdStatus.CANCELED);
            exchange.awaitWithdrawal();
            return NdStatus.SUCCESS;
        } finally {
            domain.exit();
        }
    }

    @Override
    public RemoteWindow openWindow(DirectBuffer descriptor, int offset, @Nullable RemoteWindow reuse) {
        domain.enter();
        try {
            if (!exchange.isConnected()) {
                throw new NdException(refusal(), "windows can be opened on a connected endpoint only");
            }
            return posting.open(descriptor, offset, reuse);
        } finally {
            domain.exit();
        }
    }

    @Override
    public boolean isConnected() {
        return exchange.isConnected();
    }

    @Override
    public long context() {
        return context;
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

    /** Closes it. The caller holds the domain. */
    void closeHeld() {
        if (closed) {
            return;
        }
        exchange.end(NdStatus.CANCELED);
        exchange.awaitWithdrawal();
        closed = true;
        exchange.close();
        home.remove(this, lane);
    }

    /** The medium is gone. The caller holds the domain. */
    void mediumRemoved() {
        exchange.remove();
    }

    /** Tells whether a connector of an adapter may use it; false if it is closed, or another adapter's. */
    boolean isUsableIn(Endpoints adapter) {
        return !closed && home == adapter;
    }

    /** Returns its end of its connection; the same for its whole life. */
    ConnectionEnd connection() {
        return connection;
    }

    private NdStatus refusal() {
        if (closed) {
            return NdStatus.INVALID_HANDLE;
        }
        return exchange.isRemoved() ? NdStatus.DEVICE_REMOVED : NdStatus.CONNECTION_INVALID;
    }
}
