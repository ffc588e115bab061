// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
/**
 * The adapter in software: what an RDMA NIC decides, on whatever medium carries the frames.
 *
 * <p>From the bottom: {@code concurrent}, {@code protocol}, {@code control}, {@code transport} (the SPI), {@code memory},
 * {@code queue}, {@code domain}, {@code endpoint}, {@code connection}, and here the provider and its adapters.
 */
@NullMarked
package io.oriel.engine;

import org.jspecify.annotations.NullMarked;
