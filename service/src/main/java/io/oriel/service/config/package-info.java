// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
/** What servers and clients are opened with: immutable records. */
@NullMarked
package io.oriel.service.config;

import org.jspecify.annotations.NullMarked;
