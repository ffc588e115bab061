// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
/**
 * Calls on objects of the API that live in another process: a stand-in for each passes them on, one after the other.
 *
 * <pre>
 *   the test's process                          the peer's process
 *   StandIn -&gt; RemoteCalls  --- CALL ---------&gt;  CallServer -&gt; the object, found by RemoteObjects
 *                           &lt;-- RESULT --------
 *   RemoteFuture            &lt;-- FUTURE_ENDED --  a future, on whatever thread
 * </pre>
 */
@NullMarked
package io.oriel.testing.remote.call;

import org.jspecify.annotations.NullMarked;
