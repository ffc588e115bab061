// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
/**
 * The media drivers that carry this process' links: one of its own or one that runs on its own, and its peers'.
 *
 * <p>A driver of its own has no thread: workers of this process run its duty cycle when they need it. Whoever runs one for others listens on one socket
 * in Oriel's directory, and every process that uses it keeps a connection to that socket. So each side hears at once of the
 * other's death: the processes need not wait for a heartbeat to be missed, nor the driver for its clients'. Aeron's own time-outs
 * are set to years, and read a clock that nobody can set, so that neither a pause nor a step of the wall clock is taken for a
 * death.
 */
@NullMarked
package io.oriel.shm.driver;

import org.jspecify.annotations.NullMarked;
