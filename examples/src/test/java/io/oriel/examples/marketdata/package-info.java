// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
/** Tests. */
@NullMarked
package io.oriel.examples.marketdata;

import org.jspecify.annotations.NullMarked;
