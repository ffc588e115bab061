// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
/** A service, its client, and tests of their faults: what {@code docs/testing.md} shows. */
@NullMarked
package io.oriel.testing.sample;

import org.jspecify.annotations.NullMarked;
