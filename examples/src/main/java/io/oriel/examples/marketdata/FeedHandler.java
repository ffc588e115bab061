// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.examples.marketdata;

import org.agrona.DirectBuffer;

/** Is told by a {@link Reader} what the feed says, in the order of the entries, each once: taken, or missed. */
interface FeedHandler {
    /** The entries that follow are of another life of the writer, from number 0 on. */
    void onLife(long life);

    /** An entry has come; its bytes stay until this returns. */
    void onEntry(long number, DirectBuffer buffer, int offset);

    /** The entries from one number to before another were overwritten before they were read. */
    void onGap(long from, long to);

    /** There is no feed at the moment; the reader tries again. */
    void onAway(String why);
}
