// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
/**
 * The matching engine without its connections: members, the ids of their orders, what was answered, what was traded. What it does
 * follows from the order of its input alone, which a journal keeps: after a death the next life does the same again.
 */
@NullMarked
package io.oriel.examples.gateway.matching;

import org.jspecify.annotations.NullMarked;
