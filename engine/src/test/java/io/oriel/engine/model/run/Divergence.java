// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.model.run;

import org.jspecify.annotations.Nullable;

/** Real and model disagree. */
public final class Divergence extends AssertionError {
    private static final long serialVersionUID = 1;

    private final int index;

    Divergence(int index, String what) {
        this(index, what, null);
    }

    Divergence(int index, String what, @Nullable Throwable cause) {
        super(what, cause);
        this.index = index;
    }

    /** Returns the number of the operation at which it was seen. */
    public int index() {
        return index;
    }
}
