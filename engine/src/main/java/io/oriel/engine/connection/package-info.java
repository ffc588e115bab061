// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
/**
 * The control plane: connectors and listeners, the connections between them, and the messages that make and end these. On the
 * control agent.
 */
@NullMarked
package io.oriel.engine.connection;

import org.jspecify.annotations.NullMarked;
