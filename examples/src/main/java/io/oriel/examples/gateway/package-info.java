// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
/**
 * A small exchange: members send orders to a gateway, which passes them on to a matching engine and the answers back. Each process may
 * be killed and started again; no order is executed twice, and whoever sent one is told what became of it or that it is not known.
 */
@NullMarked
package io.oriel.examples.gateway;

import org.jspecify.annotations.NullMarked;
