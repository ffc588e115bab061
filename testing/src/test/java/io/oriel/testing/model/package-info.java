// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
/** Random operations on the engine, compared with a model of Network Direct. */
@NullMarked
package io.oriel.testing.model;

import org.jspecify.annotations.NullMarked;
