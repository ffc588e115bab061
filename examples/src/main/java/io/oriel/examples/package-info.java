// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
/** Programs that show one concept of the API each. */
@NullMarked
package io.oriel.examples;

import org.jspecify.annotations.NullMarked;
