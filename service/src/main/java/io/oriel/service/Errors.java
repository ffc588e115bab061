// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.service;

import org.agrona.ErrorHandler;
import org.agrona.LangUtil;
import org.jspecify.annotations.Nullable;

/**
 * Tells the application of errors. What its error handler throws is kept until everything else is done: no request is left without its end,
 * and no memory without its Receive, because of it.
 */
final class Errors implements ErrorHandler {
    private final ErrorHandler handler;
    private @Nullable Throwable thrown;

    Errors(ErrorHandler handler) {
        this.handler = handler;
    }

    @Override
    public void onError(Throwable error) {
        try {
            handler.onError(error);
        } catch (Throwable e) {
            keep(e);
        }
    }

    /** Tells a handler something; what it throws is an error. */
    void guard(Runnable news) {
        try {
            news.run();
        } catch (Throwable e) {
            onError(e);
        }
    }

    private void keep(Throwable e) {
        Throwable first = thrown;
        if (first == null) {
            thrown = e;
        } else if (e != first) {
            first.addSuppressed(e);
        }
    }

    /** Throws what the handler has thrown, the first with the others as suppressed ones. */
    void rethrow() {
        Throwable first = thrown;
        if (first != null) {
            thrown = null;
            LangUtil.rethrowUnchecked(first);
        }
    }
}
