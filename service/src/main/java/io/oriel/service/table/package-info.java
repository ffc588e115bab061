// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
/**
 * A table whose lookups are one-sided Reads: its owner changes it in its own memory, readers Read it and ask nobody.
 *
 * <pre>
 *  TableOwner.put ─► slots, in the owner's memory ◄── one Read of a few slots ── RemoteTable.lookup
 *                                                                                   RemoteTable.poll ─► LookupHandler
 * </pre>
 */
@NullMarked
package io.oriel.service.table;

import org.jspecify.annotations.NullMarked;
