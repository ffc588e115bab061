// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm;

import io.oriel.shm.directory.ProcessName;
import java.nio.file.Path;

/**
 * Who is at the other end of a link.
 *
 * @param adapterId random
 * @param linkId    by which it knows the link
 * @param process   its process
 * @param socket    the listener's socket at which the two met
 */
record LinkPeer(long adapterId, long linkId, ProcessName process, Path socket) {}
