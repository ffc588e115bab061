// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
/**
 * The single-threaded domain of an adapter: who may progress it, and how others reach it.
 */
@NullMarked
package io.oriel.engine.domain;

import org.jspecify.annotations.NullMarked;
