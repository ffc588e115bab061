// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
/** What an endpoint's peer asks: its frames executed, and its messages taken into Receives. */
@NullMarked
package io.oriel.engine.responder;

import org.jspecify.annotations.NullMarked;
