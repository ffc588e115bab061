// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
/**
 * Marks and small tools for code that threads share or that must not slow down.
 */
@NullMarked
package io.oriel.engine.concurrent;

import org.jspecify.annotations.NullMarked;
