// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.memory;

/** To whom windows are bound: an endpoint, whose peer may use them. */
@FunctionalInterface
public interface WindowHolder {
    /**
     * Returns the windows that are bound to it.
     *
     * @return the same for its whole life
     */
    BoundWindows boundWindows();
}
