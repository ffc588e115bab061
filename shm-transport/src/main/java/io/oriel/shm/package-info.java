// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
/**
 * The transport between processes of one host: Aeron IPC for frames, mapped files for words and regions, Unix-domain
 * sockets for meeting, control messages and death.
 *
 * <p>How two adapters meet: the dialler connects to the listener's socket and says LinkHello; the listener maps the
 * dialler's words and its file of the link, has the media driver make its log, and answers LinkWelcome; the dialler does
 * the same and says LinkReady once frames can go both ways. Whatever fails meanwhile, on either side, is answered by
 * LinkRefused, or after LinkReady by LinkBye. {@link io.oriel.shm.Dial} and {@link io.oriel.shm.DialHandshake} are the one
 * side, {@link io.oriel.shm.Acceptance} is the other. The socket stays open as long as the link: an end of file without
 * LinkBye means that the peer has died.
 *
 * <p>The agent owns all of this but the data methods of {@link io.oriel.shm.ShmLink}. What may block, which is all that
 * touches a file or the media driver, runs on a worker that hands its result to the agent.
 */
@NullMarked
package io.oriel.shm;

import org.jspecify.annotations.NullMarked;
