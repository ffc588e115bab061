// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm.remote;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;

/** How one of the processes names what cannot be copied to the other. */
interface ObjectCodec {
    /** Writes an object, and its tag before it; false if it is an ordinary value. */
    boolean write(DataOutputStream out, Object value) throws IOException;

    /** Reads what the other process wrote behind a tag. */
    Object read(int tag, DataInputStream in) throws IOException;
}
