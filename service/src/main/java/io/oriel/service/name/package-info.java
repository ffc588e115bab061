// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
/** Names of services, and the addresses that they stand for. */
@NullMarked
package io.oriel.service.name;

import org.jspecify.annotations.NullMarked;
