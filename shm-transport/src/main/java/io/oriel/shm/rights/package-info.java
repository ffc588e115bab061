// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
/**
 * Who may do what on this host: the rights of files, and whose processes are met.
 *
 * <p>Oriel's directory is one user's, or a group's. In a group's, who is a member is what the kernel says by letting a process
 * in: only a member can make something in the directory, or connect to a socket there. What a process writes, members read at
 * most: none of them writes what is another's.
 */
@NullMarked
package io.oriel.shm.rights;

import org.jspecify.annotations.NullMarked;
