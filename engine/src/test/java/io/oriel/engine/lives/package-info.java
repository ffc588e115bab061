// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
/**
 * Lives: several processes with several adapters each connect, exchange, part, stop, die and start again, by lot, on a host
 * with the real ones' habits. No model says what each call answers; the promises are looked at instead.
 *
 * <p>A {@link io.oriel.engine.lives.World} is a host with its {@link io.oriel.engine.lives.Inhabitant}s, each a process; a
 * {@link io.oriel.engine.lives.Place} is an adapter there, a {@link io.oriel.engine.lives.Party} one side of a connection.
 * {@link io.oriel.engine.lives.Life} plays one seed; {@link io.oriel.engine.lives.Healing} ends it, and looks that nothing is
 * left. What is promised:
 *
 * <ul>
 *   <li>a request posted with success completes exactly once, in order ({@link io.oriel.engine.lives.Ledger});
 *   <li>a Send that succeeds was taken by the Receive of its number, with its bytes, and an atomic has counted, once ({@link
 *       io.oriel.engine.lives.Claims});
 *   <li>a window that a peer takes back is told of directly before the Receive ({@link io.oriel.engine.lives.TakenBack});
 *   <li>memory whose request or window has completed does not change ({@link io.oriel.engine.lives.Plots});
 *   <li>each control future completes though nobody polls, and so does what tells of a completion ({@link
 *       io.oriel.engine.lives.Pledges}, {@link io.oriel.engine.lives.Notification});
 *   <li>an end that was announced is seen by the next call ({@link io.oriel.engine.lives.PromptCalls}), and completes
 *       everything ({@link io.oriel.engine.lives.Endings});
 *   <li>after all ends no id, link, region or timer is left.
 * </ul>
 */
@NullMarked
package io.oriel.engine.lives;

import org.jspecify.annotations.NullMarked;
