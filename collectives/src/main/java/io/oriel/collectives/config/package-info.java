// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
/** What a communicator is opened with: immutable records. */
@NullMarked
package io.oriel.collectives.config;

import org.jspecify.annotations.NullMarked;
