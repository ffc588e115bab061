// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.model.run;

import org.jspecify.annotations.Nullable;

/** Real and model disagree. */
public final class Divergence extends AssertionError {
    private static final long serialVersionUID = 1;
    private static final int UNKNOWN = -1;

    private final int index;

    public Divergence(String what) {
        this(UNKNOWN, what, null);
    }

    public Divergence(int index, String what, @Nullable Throwable cause) {
        super(what, cause);
        this.index = index;
    }

    /** Returns the number of the operation at which it was seen. */
    public int index() {
        return index;
    }

    /** Returns this, seen at an operation. */
    public Divergence at(int operation) {
        return index == UNKNOWN ? new Divergence(operation, String.valueOf(getMessage()), this) : this;
    }
}
