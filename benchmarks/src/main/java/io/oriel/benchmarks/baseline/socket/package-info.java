// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
/**
 * What Java has without a library: a Unix-domain socket. Polled, it is a rival; with a selector, whose thread sleeps until a message
 * comes, it is the floor of waking: no queue, no armed word, no completion.
 */
@NullMarked
package io.oriel.benchmarks.baseline.socket;

import org.jspecify.annotations.NullMarked;
