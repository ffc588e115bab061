// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
/** Adapters, what is made of them, and what they refuse. */
@NullMarked
package io.oriel.testing.conformance.adapter;

import org.jspecify.annotations.NullMarked;
