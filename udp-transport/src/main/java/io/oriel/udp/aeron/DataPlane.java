// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp.aeron;

import io.oriel.api.NdException;
import io.oriel.api.NdStatus;
import io.oriel.engine.control.ControlLoop;
import io.oriel.engine.control.SystemFailure;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.agrona.LangUtil;
import org.jspecify.annotations.Nullable;

/**
 * What carries a port's frames. It is opened when it is wanted for the first time: an adapter that never has a link between
 * hosts pays for none. Opened by the agent, or by {@link #openNow}; its parts are for whoever turns them.
 */
public final class DataPlane {
    private final ControlLoop loop;
    private final Supplier<Parts> opener;
    private final List<Waiter> waiters = new ArrayList<>();
    private volatile @Nullable Parts parts;
    private boolean isOpening;

    /**
     * What it is made of.
     *
     * @param driver   moves frames
     * @param data     where they are taken
     * @param counters of the adapter
     */
    public record Parts(AdapterDriver driver, DataSocket data, DriverCounters counters) {}

    private record Waiter(Runnable onOpen, Consumer<NdException> onFailed) {}

    /**
     * Creates a plane that is not open.
     *
     * @param loop   the agent
     * @param opener opens the parts, and may block; throws NdException, anything else is a defect
     */
    public DataPlane(ControlLoop loop, Supplier<Parts> opener) {
        this.loop = loop;
        this.opener = opener;
    }

    /** Opens it on a worker, before the agent knows it; throws what the opener throws. */
    public void openNow() {
        parts = opener.get();
    }

    /**
     * Opens it if it is not open.
     *
     * @param onOpen   is run when it is open: now or later, on the agent
     * @param onFailed is run instead if it cannot be opened; it may be tried again
     */
    public void whenOpen(Runnable onOpen, Consumer<NdException> onFailed) {
        if (parts != null) {
            onOpen.run();
            return;
        }
        waiters.add(new Waiter(onOpen, onFailed));
        if (!isOpening) {
            isOpening = true;
            try {
                loop.executeBlocking(this::open);
            } catch (OutOfMemoryError e) {
                fail(insufficient(e));
            }
        }
    }

    private void open() {
        Parts opened;
        try {
            opened = opener.get();
        } catch (NdException e) {
            fail(e);
            return;
        } catch (OutOfMemoryError e) {
            fail(insufficient(e));
            return;
        } catch (RuntimeException | Error e) {
            // Nobody may wait for ever, nor may a port that is closed.
            fail(new NdException(
                    NdStatus.INTERNAL_ERROR, "what carries frames between hosts cannot be opened: " + e, e));
            throw e;
        }
        if (!onAgent(() -> settle(opened, waiter -> waiter.onOpen().run()))) {
            opened.driver().close(); // the provider was closed first
        }
    }

    private static NdException insufficient(OutOfMemoryError cause) {
        return SystemFailure.exception("what carries frames between hosts cannot be opened", null, cause);
    }

    private void fail(NdException failure) {
        onAgent(() -> settle(null, waiter -> waiter.onFailed().accept(failure)));
    }

    private void settle(@Nullable Parts opened, Consumer<Waiter> tell) {
        isOpening = false;
        parts = opened;
        List<Waiter> told = List.copyOf(waiters);
        waiters.clear();
        @Nullable Throwable failure = null;
        for (Waiter waiter : told) {
            try {
                tell.accept(waiter);
            } catch (Throwable e) {
                failure = e; // the others wait as well
            }
        }
        if (failure != null) {
            LangUtil.rethrowUnchecked(failure);
        }
    }

    private boolean onAgent(Runnable task) {
        try {
            loop.executeSurely(task);
            return true;
        } catch (RejectedExecutionException e) {
            return false;
        }
    }

    /**
     * Tells whether it is being opened now.
     *
     * @return true until those who wait have been told
     */
    public boolean isOpening() {
        return isOpening;
    }

    /**
     * Returns what it is made of.
     *
     * @return null if it is not open
     */
    public @Nullable Parts parts() {
        return parts;
    }

    /**
     * Returns what it is made of, where it must be open.
     *
     * @return the parts
     */
    public Parts requireParts() {
        Parts opened = parts;
        if (opened == null) {
            throw new IllegalStateException("the data plane is not open");
        }
        return opened;
    }
}
