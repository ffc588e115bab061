// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
/**
 * Requests and answers between microservices, over Network Direct.
 *
 * <p>A {@link io.oriel.service.Server} gives each {@link io.oriel.service.Request} to a handler, which answers at once or later; a
 * {@link io.oriel.service.Client} fills requests where they are sent from, and is given each {@link io.oriel.service.Answer} where it
 * has arrived.
 */
@NullMarked
package io.oriel.service;

import org.jspecify.annotations.NullMarked;
