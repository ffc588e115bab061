// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
/** The ranks of a program of collectives on this host: started, listened to and ended together. */
@NullMarked
package io.oriel.benchmarks.run;

import org.jspecify.annotations.NullMarked;
