// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.service.connect;

import io.oriel.api.NdException;
import java.util.ArrayDeque;
import java.util.Deque;
import org.agrona.ErrorHandler;

/**
 * What was opened one after the other, to be closed the other way round, when all is over or when the next thing cannot be opened.
 *
 * <p><b>Threading:</b> one thread at a time.
 */
public final class Holdings {
    private final Deque<Runnable> closers = new ArrayDeque<>();

    /** Creates empty holdings. */
    public Holdings() {}

    /**
     * Creates holdings of one thing.
     *
     * @param closer closes it
     * @return the holdings
     */
    public static Holdings of(Runnable closer) {
        Holdings holdings = new Holdings();
        holdings.add(closer);
        return holdings;
    }

    /**
     * Adds something that was opened.
     *
     * @param closer closes it
     */
    public void add(Runnable closer) {
        closers.push(closer);
    }

    /**
     * Closes everything, the last first. What cannot be closed, such as memory that a stopped peer is in, keeps nothing else open. Does
     * nothing the second time.
     *
     * @param errors is told of it
     */
    public void close(ErrorHandler errors) {
        while (!closers.isEmpty()) {
            try {
                closers.pop().run();
            } catch (NdException e) {
                errors.onError(e);
            }
        }
    }
}
