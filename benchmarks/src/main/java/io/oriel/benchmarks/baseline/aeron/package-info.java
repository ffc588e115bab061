// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
/**
 * The alternative: raw Aeron, two exclusive publications, payloads copied in and out.
 *
 * <p>A message above one frame goes in several claims. Each message is answered: with as many bytes where round trips count, with
 * a word in a stream, and a word is answered with the payload in the place of a Read. Media drivers have no thread: the thread
 * that sends and polls turns them, as Oriel's does.
 */
@NullMarked
package io.oriel.benchmarks.baseline.aeron;

import org.jspecify.annotations.NullMarked;
