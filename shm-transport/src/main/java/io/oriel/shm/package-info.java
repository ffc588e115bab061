// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
/** The transport between processes of one host: Aeron IPC for frames, mapped regions for bytes. */
@NullMarked
package io.oriel.shm;

import org.jspecify.annotations.NullMarked;
