// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
/**
 * The control plane: listeners, connectors and the messages that make and end connections. On the control agent.
 */
@NullMarked
package io.oriel.engine.connection;

import org.jspecify.annotations.NullMarked;
