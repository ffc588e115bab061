// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
/**
 * The steps of a sequence, and the lot that draws them. Steps name everything by number, so that any part of a sequence
 * can be run.
 */
@NullMarked
package io.oriel.testing.model.operation;

import org.jspecify.annotations.NullMarked;
