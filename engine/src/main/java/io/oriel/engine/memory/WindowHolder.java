// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.memory;

/** An endpoint whose peer may use a window. */
public interface WindowHolder {
    /**
     * Ends the connection if the application has been told that it is over, though what the peer had sent before may still
     * come: its memory is asked for.
     */
    void finishEnd();
}
