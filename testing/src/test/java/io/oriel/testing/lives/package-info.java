// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
/**
 * Lives: several processes with several adapters each connect, exchange, part, stop, die and start again, by lot, on a host
 * with the real ones' habits. No model says what each call answers; the promises are looked at instead.
 *
 * <p>A {@link io.oriel.testing.lives.World} is a host with its {@link io.oriel.testing.lives.Inhabitant}s, each a process; a
 * {@link io.oriel.testing.lives.Place} is an adapter there, a {@link io.oriel.testing.lives.Party} one side of a connection.
 * {@link io.oriel.testing.lives.Life} plays one seed; {@link io.oriel.testing.lives.Healing} ends it, and looks that nothing is
 * left. What is promised:
 *
 * <ul>
 *   <li>a request posted with success completes exactly once, in order ({@link io.oriel.testing.lives.Ledger});
 *   <li>a Send that succeeds was taken by the Receive of its number, with its bytes, and an atomic has counted, once ({@link
 *       io.oriel.testing.lives.Claims});
 *   <li>a window that a peer takes back is told of directly before the Receive ({@link io.oriel.testing.lives.TakenBack});
 *   <li>memory whose request or window has completed does not change ({@link io.oriel.testing.lives.Plots});
 *   <li>each control future completes though nobody polls, and so does what tells of a completion ({@link
 *       io.oriel.testing.lives.Pledges}, {@link io.oriel.testing.lives.Notification});
 *   <li>an end that was announced is seen by the next call ({@link io.oriel.testing.lives.PromptCalls}), and completes
 *       everything ({@link io.oriel.testing.lives.Endings});
 *   <li>after all ends no id, link, region or timer is left.
 * </ul>
 */
@NullMarked
package io.oriel.testing.lives;

import org.jspecify.annotations.NullMarked;
