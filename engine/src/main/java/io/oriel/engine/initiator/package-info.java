// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
/** What an endpoint asks of its peer: requests from their post to their completion, directly or by frames. */
@NullMarked
package io.oriel.engine.initiator;

import org.jspecify.annotations.NullMarked;
