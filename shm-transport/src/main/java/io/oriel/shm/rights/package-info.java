// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
/**
 * Who may do what on this host: the rights of files, and whose processes are met.
 *
 * <p>Oriel's directory is one user's, or a group's. In a group's, who is a member is what the kernel says by letting a process
 * in: only a member can make something in the directory, or connect to a socket there. What a process alone writes, members
 * read; what both ends of a link write, which are the logs and the files of media drivers, members write.
 */
@NullMarked
package io.oriel.shm.rights;

import org.jspecify.annotations.NullMarked;
