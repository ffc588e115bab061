// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.model.nd;

import io.oriel.api.NdStatus;
import io.oriel.api.RequestType;

/** A completion that must appear; in the order of the queue that its request was in. */
public record Expected(RequestType type, NdStatus status, long bytes, long context) {}
