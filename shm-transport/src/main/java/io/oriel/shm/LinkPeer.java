// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm;

import io.oriel.shm.directory.ProcessName;
import java.nio.file.Path;

/**
 * Who is at the other end of a link.
 *
 * @param adapterId random
 * @param process   its process
 * @param socket    the listener's socket at which the two met
 */
record LinkPeer(long adapterId, ProcessName process, Path socket) {}
