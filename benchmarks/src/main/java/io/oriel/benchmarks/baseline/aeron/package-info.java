// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
/**
 * The alternative: raw Aeron, two exclusive publications, payloads copied in and out.
 *
 * <p>A message above one frame goes in several claims. Each message is answered: with as many bytes where round trips count, with
 * a word in a stream, and a word is answered with the payload in the place of a Read. Over IPC there is a media driver with one
 * thread that parks; over UDP each side has one without a thread, which the thread that sends and polls turns, as Oriel's.
 */
@NullMarked
package io.oriel.benchmarks.baseline.aeron;

import org.jspecify.annotations.NullMarked;
