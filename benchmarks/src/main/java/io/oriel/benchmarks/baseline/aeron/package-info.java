// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
/**
 * The alternative: raw Aeron, two exclusive publications, payloads copied in and out.
 *
 * <p>What is the same on each of its media is here; {@code ipc} and {@code udp} make the links. A message above one frame
 * goes in several claims. Each message is answered: with as many bytes in a ping-pong of Sends or Writes, with a word in a
 * stream, and a word is answered with the payload in the place of a Read.
 */
@NullMarked
package io.oriel.benchmarks.baseline.aeron;

import org.jspecify.annotations.NullMarked;
