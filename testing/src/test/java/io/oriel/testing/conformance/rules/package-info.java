// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
/**
 * The catalogue of Network Direct's operations and rules, and the page about compatibility that is made of it.
 *
 * <p>The catalogue is text beside this package in the resources. {@link io.oriel.testing.conformance.fixture.Proves} names its
 * rules; {@code CompatibilityPageTest} compares the page in {@code docs} with what both say.
 */
@NullMarked
package io.oriel.testing.conformance.rules;

import org.jspecify.annotations.NullMarked;
