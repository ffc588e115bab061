// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
/** Connections made step by step by whoever polls: listening, dialling once, dialling again and again. */
@NullMarked
package io.oriel.service.connect;

import org.jspecify.annotations.NullMarked;
