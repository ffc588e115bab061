// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine;

import io.oriel.api.Adapter;
import io.oriel.api.NdException;
import io.oriel.api.NdStatus;
import io.oriel.api.WaitSet;
import io.oriel.engine.domain.Waiter;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;

/** A wait set of the engine: one waiter in the domains of several adapters. Used by one thread at a time. */
final class EngineWaitSet implements WaitSet {
    private final EngineProvider provider;
    private final List<EngineAdapter> adapters = new ArrayList<>();
    private final Waiter waiter = new Waiter();
    private final BooleanSupplier endsWait = this::endsWait;
    private final News news = new News(waiter::wakeup);
    private boolean closed;

    EngineWaitSet(EngineProvider provider) {
        this.provider = provider;
    }

    @Override
    public void add(Adapter adapter) {
        if (closed) {
            throw new NdException(NdStatus.INVALID_HANDLE, "the wait set is closed");
        }
        if (!(adapter instanceof EngineAdapter own) || !provider.owns(own)) {
            throw new NdException(
                    NdStatus.INVALID_PARAMETER,
                    "adapter must be an open adapter of the provider that made the wait set");
        }
        if (!adapters.contains(own)) {
            waiter.add(own.domain());
            adapters.add(own);
        }
    }

    @Override
    public void remove(Adapter adapter) {
        if (adapter instanceof EngineAdapter own && adapters.remove(own)) {
            waiter.remove(own.domain());
        }
    }

    @Override
    public NdStatus await(long timeoutNs) {
        if (closed) {
            return NdStatus.INVALID_HANDLE;
        }
        if (adapters.isEmpty()) {
            return NdStatus.INVALID_PARAMETER;
        }
        int entered = 0;
        try {
            for (; entered < adapters.size(); entered++) {
                adapters.get(entered).domain().enter();
            }
            for (int index = 0; index < entered; index++) {
                if (adapters.get(index).isClosed()) {
                    return NdStatus.INVALID_HANDLE;
                }
            }
            waiter.until(timeoutNs, endsWait);
            return result();
        } finally {
            while (entered > 0) {
                adapters.get(--entered).domain().exit();
            }
        }
    }

    @Override
    public void wakeup() {
        news.tell();
    }

    @Override
    public void close() {
        closed = true;
        waiter.close();
        adapters.clear();
    }

    private boolean endsWait() {
        if (news.isThere()) {
            return true;
        }
        for (int index = 0; index < adapters.size(); index++) {
            if (adapters.get(index).endsWait()) {
                return true;
            }
        }
        return false;
    }

    /** Returns SUCCESS if some adapter has something to tell, else DEVICE_REMOVED if some has lost its driver. */
    private NdStatus result() {
        NdStatus result = news.take() ? NdStatus.SUCCESS : NdStatus.TIMEOUT;
        for (int index = 0; index < adapters.size(); index++) { // all: each takes its news
            NdStatus each = adapters.get(index).waitResult();
            if (result != NdStatus.SUCCESS && each != NdStatus.TIMEOUT) {
                result = each;
            }
        }
        return result;
    }
}
