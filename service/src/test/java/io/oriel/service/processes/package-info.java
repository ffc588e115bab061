// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
/** Servers and clients in processes of their own, of which some are killed or stopped. */
@NullMarked
package io.oriel.service.processes;

import org.jspecify.annotations.NullMarked;
