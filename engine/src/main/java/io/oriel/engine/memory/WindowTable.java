// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.memory;

import io.oriel.api.NdException;
import io.oriel.api.NdStatus;
import java.util.Arrays;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** The windows of one adapter, by id. By the domain's owner. */
public final class WindowTable {
    private static final int MAX_WINDOWS = 1 << 16;
    private static final int INITIAL_CAPACITY = 16;

    private final TokenSource tokens = new TokenSource();
    private final Executor inside;
    private Window[] windows = new Window[INITIAL_CAPACITY];
    private int count;
    private @Nullable Window firstFree;

    /** Creates an empty table that one thread alone uses. */
    public WindowTable() {
        this(Runnable::run);
    }

    /**
     * Creates an empty table.
     *
     * @param inside runs what an application asks of a window, at once, as the domain's owner
     */
    public WindowTable(Executor inside) {
        this.inside = inside;
    }

    /**
     * Creates a window, not bound.
     *
     * @param context the owner's
     * @return the window
     * @throws NdException INSUFFICIENT_RESOURCES if the table is full
     */
    public Window create(long context) {
        Window former = firstFree;
        if (former != null) {
            Window window = new Window(this, former.id(), context);
            firstFree = former.nextFree;
            window.reopenAfter(former.lastGeneration()); // or descriptors of the former might fit
            windows[former.id()] = window;
            return window;
        }
        if (count == MAX_WINDOWS) {
            throw new NdException(
                    NdStatus.INSUFFICIENT_RESOURCES,
                    "the adapter has " + MAX_WINDOWS + " windows and tokens of regions, its limit; close some");
        }
        if (count == windows.length) {
            windows = Arrays.copyOf(windows, count * 2);
        }
        Window window = new Window(this, count, context);
        windows[count++] = window;
        return window;
    }

    /**
     * Finds the window that a peer's frame names.
     *
     * @param id         of the frame, not to be trusted
     * @param user       on whose endpoint it came
     * @param generation of the frame
     * @param token      of the frame
     * @return the window; null if the frame does not name a present binding of the user
     */
    public @Nullable Window resolve(int id, WindowHolder user, long generation, long token) {
        if (id < 0 || id >= count) {
            return null;
        }
        Window window = windows[id];
        return window.isBinding(user, generation, token) ? window : null;
    }

    /** Closes every window. */
    public void close() {
        for (int id = 0; id < count; id++) {
            windows[id].markClosed();
        }
    }

    boolean isBound(Window window) {
        boolean[] answer = new boolean[1];
        inside.execute(() -> answer[0] = window.isHeld());
        return answer[0];
    }

    /** Ends those connections of which the application knows that they are over, and whose windows are bound to a region. */
    void finishEnds(Region region) {
        for (int id = 0; id < count; id++) {
            boolean unused = windows[id].isOf(region) && windows[id].isHeld();
        }
    }

    void close(Window window) {
        inside.execute(() -> closeHeld(window));
    }

    void closeHeld(Window window) {
        if (!window.isClosed()) {
            window.markClosed();
            window.nextFree = firstFree;
            firstFree = window;
        }
    }

    TokenSource tokens() {
        return tokens;
    }
}
