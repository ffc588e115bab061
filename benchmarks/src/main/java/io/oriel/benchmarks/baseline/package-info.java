// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
/**
 * What Oriel is compared with, in the same run and by the same loops: bare memory as the floor, a Unix-domain socket, which Java
 * has without a library, and raw Aeron, the alternative.
 *
 * <p>Bare memory is one copy into memory that both processes have mapped, and a flag behind it. What is copied is not copied out
 * again, and nothing is checked on the way: no queue, no window, no message. A polled socket is a rival; with a selector, whose
 * thread sleeps until a message comes, it is the floor of waking: no queue, no armed word, no completion.
 *
 * <p>Raw Aeron is two exclusive publications, payloads copied in and out. A message above one frame goes in several claims. Each
 * message is answered: with as many bytes where round trips count, with a word in a stream, and a word is answered with the payload
 * in the place of a Read. Media drivers have no thread: the thread that sends and polls turns them, as Oriel's does.
 */
@NullMarked
package io.oriel.benchmarks.baseline;

import org.jspecify.annotations.NullMarked;
