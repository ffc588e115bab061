// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
/**
 * What Oriel is compared with, in the same run and by the same loops: bare memory as the floor, and a Unix-domain socket, which Java
 * has without a library. Raw Aeron, the alternative, is in {@code baseline.aeron}.
 *
 * <p>Bare memory is one copy into memory that both processes have mapped, and a flag behind it. What is copied is not copied out
 * again, and nothing is checked on the way: no queue, no window, no message. A polled socket is a rival; with a selector, whose
 * thread sleeps until a message comes, it is the floor of waking: no queue, no armed word, no completion.
 */
@NullMarked
package io.oriel.benchmarks.baseline;

import org.jspecify.annotations.NullMarked;
