// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
/** Servers and clients for tests, all polled by the one thread of the test, on a real medium. */
@NullMarked
package io.oriel.service.bench;

import org.jspecify.annotations.NullMarked;
