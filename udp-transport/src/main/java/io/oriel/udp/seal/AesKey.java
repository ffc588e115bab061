// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp.seal;

import java.io.NotSerializableException;
import java.io.ObjectOutputStream;
import java.util.Arrays;
import javax.crypto.SecretKey;

/** An AES key that can be erased: the JDK's SecretKeySpec cannot. */
public final class AesKey implements SecretKey {
    private static final long serialVersionUID = 1;

    private final transient byte[] bytes;
    private transient boolean isDestroyed;

    /**
     * Makes a key.
     *
     * @param bytes of it; taken over
     */
    public AesKey(byte[] bytes) {
        this.bytes = bytes;
    }

    @Override
    public String getAlgorithm() {
        return "AES";
    }

    @Override
    public String getFormat() {
        return "RAW";
    }

    /** Returns a copy, which the JDK's cipher erases. */
    @Override
    public byte[] getEncoded() {
        if (isDestroyed) {
            throw new IllegalStateException("the key has been erased");
        }
        return bytes.clone();
    }

    @Override
    public void destroy() {
        Arrays.fill(bytes, (byte) 0);
        isDestroyed = true;
    }

    @Override
    public boolean isDestroyed() {
        return isDestroyed;
    }

    private void writeObject(ObjectOutputStream out) throws NotSerializableException {
        throw new NotSerializableException("a key of a link leaves no process");
    }
}
