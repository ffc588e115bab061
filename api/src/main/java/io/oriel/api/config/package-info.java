// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
/**
 * How Oriel is to work: immutable records, one for each concern, changed by their {@code with} methods.
 *
 * <p>{@link io.oriel.api.config.OrielConfig} holds them all. Every value has its unit, range and default in
 * {@code docs/configuration.md}.
 */
@NullMarked
package io.oriel.api.config;

import org.jspecify.annotations.NullMarked;
