// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.conformance.rules;

/**
 * A row of the tables that compare the three interfaces.
 *
 * @param what  is compared
 * @param names its form in each interface and in Oriel
 * @param where id of the operation or rule that it belongs to
 */
record Difference(String what, Operation.Names names, String where) {}
