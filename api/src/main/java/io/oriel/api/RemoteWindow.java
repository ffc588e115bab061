// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.api;

/**
 * A peer's window, opened from its descriptor: what Read, Write and SendAndInvalidate name.
 *
 * <p>Made by {@link Endpoint#openWindow} and usable on that endpoint only. There is nothing to close. Not for
 * implementation by users. <b>Threading:</b> the adapter's domain.
 */
public interface RemoteWindow {
    /**
     * Returns how long the window is, as its descriptor says.
     *
     * @return bytes
     */
    long length();

    /**
     * Tells how the window is reached. An extension.
     *
     * @return true if Reads and Writes through it are carried out by this process itself, in their calls unless others of the
     *     endpoint wait before them; false if the peer's process has to carry them out. It stays as it is
     */
    boolean isDirect();
}
