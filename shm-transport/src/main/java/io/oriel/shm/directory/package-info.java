// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
/**
 * Oriel's own directory and what lies in it.
 *
 * <pre>
 *   /dev/shm/oriel-uid/                   0700, ours; or 3770, a group's
 *     lock                                held while something here is elected, taken over or cleared
 *     d.sock                              where the media driver's host is met; or d-uid.sock, by processes of its user
 *     s-namespace-address-port            where an adapter listens
 *     n-scope-address-port                where one does that processes of several network namespaces meet
 *     p-pid-start-namespace-random/       0700, a process' own; or 2710: its names are known to who was told them
 *       alive                             locked while the process lives
 *       w-random                          an adapter's words
 *       l-random                          what one end of a link shows the other, until it is mapped
 *       r-random                          a memory region
 *       g-random                          a log's second name, while another user's process reads it
 *       d-random/                         the media driver's directory, if the process is its host: its user's alone
 * </pre>
 *
 * <p>In a group's directory another user may own the directory and rename what is in it. So nothing there is made or changed by its
 * path: it is made in a directory that this process has just made and holds open ({@link io.oriel.shm.directory.HeldDirectory}), gets
 * its rights there, and its name last.
 *
 * <p>Everything here does file and lock I/O, which an interrupt would break off: it is called on worker threads, see
 * {@link io.oriel.engine.control.ControlLoop#callBlocking}.
 */
@NullMarked
package io.oriel.shm.directory;

import org.jspecify.annotations.NullMarked;
