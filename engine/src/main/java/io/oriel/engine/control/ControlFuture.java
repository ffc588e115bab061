// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.control;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.agrona.LangUtil;
import org.jspecify.annotations.Nullable;

/**
 * The future of a call of the control plane. An application that completes it, by whatever method, withdraws the call.
 *
 * <p>Either the engine claims it or the application withdraws it, never both. The engine claims it before it gives away what
 * the call was made for, so a withdrawn call gets nothing, and a call that got something reports it.
 */
public final class ControlFuture extends AgentFuture<Void> {
    private static final int OPEN = 0;
    private static final int CLAIMED = 1;
    private static final int WITHDRAWN = 2;

    /** The future of no call. */
    public static final ControlFuture NONE = new ControlFuture();

    private final Consumer<Throwable> report;
    private final Consumer<ControlFuture> onWithdrawn;
    private final AtomicInteger state;

    private ControlFuture() {
        report = failure -> {};
        onWithdrawn = withdrawn -> {};
        state = new AtomicInteger(WITHDRAWN);
    }

    /**
     * Creates the future of a call.
     *
     * @param loop        the control agent, whose error handler receives failures of the application's dependent actions
     * @param onWithdrawn called once if the application withdraws the call, on its thread, before the future has completed
     */
    public ControlFuture(ControlLoop loop, Consumer<ControlFuture> onWithdrawn) {
        report = failure -> loop.execute(() -> LangUtil.rethrowUnchecked(failure));
        this.onWithdrawn = onWithdrawn;
        state = new AtomicInteger(OPEN);
    }

    /**
     * Creates the future of a call that leaves nothing to undo.
     *
     * @param loop the control agent
     */
    public ControlFuture(ControlLoop loop) {
        this(loop, withdrawn -> {});
    }

    // For the engine.

    /**
     * Claims it. From any thread.
     *
     * @return true once, and then {@link #completeClaimed} or {@link #unclaim} must follow; false if it was claimed before
     *     or withdrawn
     */
    public boolean claim() {
        return state.compareAndSet(OPEN, CLAIMED); // Pairs with #withdraw.
    }

    /** Opens what was claimed and cannot be completed now. From any thread. */
    public void unclaim() {
        boolean unused = state.compareAndSet(CLAIMED, OPEN);
    }

    /** Tells whether the engine has claimed it. From any thread. */
    public boolean isClaimed() {
        return state.get() == CLAIMED;
    }

    /** Tells whether the application has withdrawn the call. From any thread. */
    public boolean isWithdrawn() {
        return state.get() == WITHDRAWN;
    }

    /** Completes what was claimed. On the agent. */
    public void completeClaimed() {
        completeClaimed(null);
    }

    /**
     * Claims and completes it. On the agent.
     *
     * @return false if the application has withdrawn the call, so that what it was made for has to go elsewhere
     */
    public boolean succeed() {
        boolean isOurs = claim();
        if (isOurs) {
            completeClaimed(null);
        }
        return isOurs;
    }

    /**
     * Claims it and completes it exceptionally, unless the application has withdrawn the call. On the agent.
     *
     * @param failure of the call
     */
    public void fail(Throwable failure) {
        if (claim()) {
            completeClaimed(failure);
        }
    }

    /** CompletableFuture keeps what dependent actions throw, unless it fails itself when it does. */
    private void completeClaimed(@Nullable Throwable failure) {
        try {
            // False if the application has obtruded a value of its own.
            boolean unused = failure == null ? super.complete(null) : super.completeExceptionally(failure);
        } catch (Throwable e) {
            report.accept(e);
        }
    }

    // For the application.

    @Override
    public boolean cancel(boolean mayInterruptIfRunning) {
        return withdraw(() -> super.cancel(mayInterruptIfRunning)) || isCancelled();
    }

    @Override
    public boolean complete(@Nullable Void value) {
        return withdraw(() -> super.complete(null));
    }

    @Override
    public boolean completeExceptionally(Throwable failure) {
        return withdraw(() -> super.completeExceptionally(failure));
    }

    @Override
    public CompletableFuture<Void> completeAsync(Supplier<? extends Void> supplier, Executor executor) {
        CompletableFuture<Boolean> unused = CompletableFuture.supplyAsync(supplier, executor)
                .handle((nothing, failure) -> failure == null ? complete(null) : completeExceptionally(failure));
        return this;
    }

    @Override
    public void obtrudeValue(@Nullable Void value) {
        boolean unused = withdraw(() -> true);
        super.obtrudeValue(null);
    }

    @Override
    public void obtrudeException(Throwable failure) {
        boolean unused = withdraw(() -> true);
        super.obtrudeException(failure);
    }

    private boolean withdraw(Supplier<Boolean> completion) {
        if (!state.compareAndSet(OPEN, WITHDRAWN)) { // Pairs with #claim.
            return false;
        }
        try {
            onWithdrawn.accept(this);
        } finally {
            boolean unused = completion.get(); // also if the engine cannot be notified
        }
        return true;
    }
}
