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
}
