// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.remote.wire;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;

/**
 * How one of the processes names what cannot be copied to the other. Each process has its own, which reads what the other's
 * has written.
 *
 * <p>Threading: as the {@link ValueCodec} that uses it.
 */
public interface ObjectCodec {
    /**
     * Writes an object, and its tag before it.
     *
     * @param out   takes it
     * @param value the object
     * @return false if it is an ordinary value; nothing is written then
     * @throws IOException if the stream fails
     */
    boolean write(DataOutputStream out, Object value) throws IOException;

    /**
     * Reads what the other process wrote behind a tag.
     *
     * @param tag at least {@link ValueCodec#FIRST_OBJECT_TAG}
     * @param in  has the rest
     * @return the object that is meant
     * @throws IOException if the tag is unknown, or the stream ends
     */
    Object read(int tag, DataInputStream in) throws IOException;
}
