// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
/**
 * The place of a transport's private media drivers in Oriel's own directory, which the same user's shared memory uses as
 * well: a directory for each transport with a file that is locked while its process lives. Whoever comes removes what the
 * dead left, in the same way on both media.
 */
@NullMarked
package io.oriel.udp.directory;

import org.jspecify.annotations.NullMarked;
