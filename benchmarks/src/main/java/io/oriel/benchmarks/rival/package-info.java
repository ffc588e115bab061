// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
/**
 * What else one would take: UCX, Open MPI and MPJ Express, which are programs, and Chronicle Queue and Netty, which are Java.
 *
 * <p>A program is run anew for each measurement, its two processes on a core each, and tells its numbers on standard output; nothing
 * of it is left between runs. The Java rivals are {@link io.oriel.benchmarks.message.Messages} in the loops of all others.
 */
@NullMarked
package io.oriel.benchmarks.rival;

import org.jspecify.annotations.NullMarked;
