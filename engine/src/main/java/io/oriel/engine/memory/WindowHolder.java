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

    /**
     * Ends the connection if the application has been told that it is over, though what the peer had sent before may still
     * come: its memory is asked for.
     */
    default void finishEnd() {
        // Who is no endpoint has no connection.
    }
}
