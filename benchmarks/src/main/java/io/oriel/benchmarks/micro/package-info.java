// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
/** Micro-benchmarks: what the paths of data cost one thread, without the transfers between cores. */
@NullMarked
package io.oriel.benchmarks.micro;

import org.jspecify.annotations.NullMarked;
