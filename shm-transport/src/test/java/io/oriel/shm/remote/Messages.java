// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm.remote;

/** What a message is, and what stands for an object in it. */
final class Messages {
    // From the test's process.
    static final byte CALL = 1;
    static final byte CANCEL = 2;

    // From the peer's process.
    static final byte RESULT = 3;
    static final byte FAILURE = 4;
    static final byte FUTURE_ENDED = 5;

    // Tags of objects.
    static final int REFERENCE = ValueCodec.FIRST_OBJECT_TAG;
    static final int FOREIGN = REFERENCE + 1;
    static final int LIST = REFERENCE + 2;
    static final int BUFFER = REFERENCE + 3;
    static final int COMPLETIONS = REFERENCE + 4;
    static final int FUTURE = REFERENCE + 5;

    /** The number of the peer's control. */
    static final int CONTROL_ID = 0;

    private Messages() {}
}
