// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
/** Registered memory in slots of one length, and completions handed out: what every program on Network Direct needs. */
@NullMarked
package io.oriel.service.slot;

import org.jspecify.annotations.NullMarked;
