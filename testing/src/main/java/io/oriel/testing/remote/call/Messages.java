// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.remote.call;

import io.oriel.testing.remote.wire.ValueCodec;

/** What a message is, and what stands for an object in it. */
final class Messages {
    // From the test's process.
    static final byte CALL = 1;
    static final byte CANCEL = 2;
    static final byte FORGET = 3;

    // From the peer's process.
    static final byte RESULT = 4;
    static final byte FAILURE = 5;
    static final byte FUTURE_ENDED = 6;

    // Tags of objects.
    static final int REFERENCE = ValueCodec.FIRST_OBJECT_TAG;
    static final int FOREIGN = REFERENCE + 1;
    static final int LIST = REFERENCE + 2;
    static final int BUFFER = REFERENCE + 3;
    static final int COMPLETIONS = REFERENCE + 4;
    static final int FUTURE = REFERENCE + 5;

    /** The number of the root. */
    static final int ROOT_ID = 0;

    private Messages() {}
}
