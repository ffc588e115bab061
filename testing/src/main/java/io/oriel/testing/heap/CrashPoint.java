// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.heap;

/** What a process does just before it dies. */
public enum CrashPoint {
    /** It commits a frame. */
    COMMIT,
    /** It sends a control message. */
    CONTROL,
    /** It publishes an acknowledgement or a credit. */
    WORD
}
