// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.service.table;

import org.agrona.DirectBuffer;

/** Takes the answers to lookups. */
@FunctionalInterface
public interface LookupHandler {
    /**
     * Takes one answer.
     *
     * <p><b>Memory:</b> the value is where the Read put it, and stays there until this call returns. Further lookups may be
     * posted meanwhile.
     *
     * @param context of the lookup, unchanged
     * @param status  how it ended
     * @param version of the value, above 0: the owner's changes are numbered in their order, all keys together; 0 unless FOUND
     * @param buffer  holds the value, of {@link RemoteTable#valueLength()} bytes, if FOUND; not to be written
     * @param offset  where the value begins, in bytes
     */
    void onLookup(long context, LookupStatus status, long version, DirectBuffer buffer, int offset);
}
