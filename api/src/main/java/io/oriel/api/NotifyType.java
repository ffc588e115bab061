// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.api;

/**
 * Which events end a wait on a completion queue.
 *
 * <p>ND: ND_CQ_NOTIFY_*.
 */
public enum NotifyType {
    /** Only errors: completions that failed, and failures of the queue itself. */
    ERRORS,
    /** The next completion of any kind, flushed ones included. */
    ANY,
    /** The next Receive whose message carried {@link OpFlags#SEND_AND_SOLICIT_EVENT}, or any failed completion. */
    SOLICITED
}
