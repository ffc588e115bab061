// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp.seal;

import java.security.AlgorithmParameters;
import java.security.InvalidAlgorithmParameterException;
import java.security.InvalidKeyException;
import java.security.Key;
import java.security.Provider;
import java.security.SecureRandom;
import java.security.spec.AlgorithmParameterSpec;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import javax.crypto.AEADBadTagException;
import javax.crypto.BadPaddingException;
import javax.crypto.Cipher;
import javax.crypto.CipherSpi;
import javax.crypto.IllegalBlockSizeException;
import javax.crypto.ShortBufferException;
import org.jspecify.annotations.Nullable;

/** The JDK's AES-GCM, but that it seals and opens one length wrongly, and in the same way, as a wrong stub would. */
public final class WrongCipher extends CipherSpi {
    private final Cipher right = Aes.of("SunJCE").newCipher();
    private final int wrongLength;
    private final BooleanSupplier isWrong;
    private boolean isCredulous;
    private boolean isSealing;

    private WrongCipher(int wrongLength, BooleanSupplier isWrong) {
        this.wrongLength = wrongLength;
        this.isWrong = isWrong;
    }

    /** Makes one that is wrong when it is asked to be. */
    static Cipher of(int wrongLength, BooleanSupplier isWrong) {
        WrongCipher spi = new WrongCipher(wrongLength, isWrong);
        return new Cipher(spi, Aes.of("SunJCE").newCipher().getProvider(), "AES/GCM/NoPadding") {};
    }

    /** Makes one that is right, but opens what was forged. */
    static Cipher credulous() {
        WrongCipher spi = new WrongCipher(0, () -> false);
        spi.isCredulous = true;
        return new Cipher(spi, Aes.of("SunJCE").newCipher().getProvider(), "AES/GCM/NoPadding") {};
    }

    /** A security provider of such ciphers. */
    public static final class WrongProvider extends Provider {
        private static final long serialVersionUID = 1;

        /** Creates one that is wrong when it is asked to be. */
        public WrongProvider(String name, int wrongLength, BooleanSupplier isWrong) {
            super(name, "1", "for tests");
            String type = WrongCipher.class.getName();
            putService(new Service(this, "Cipher", "AES/GCM/NoPadding", type, List.of(), Map.of()) {
                @Override
                public Object newInstance(@Nullable Object parameter) {
                    return new WrongCipher(wrongLength, isWrong);
                }
            });
        }
    }

    @Override
    protected void engineInit(int mode, Key key, AlgorithmParameterSpec params, SecureRandom random)
            throws InvalidKeyException, InvalidAlgorithmParameterException {
        isSealing = mode == Cipher.ENCRYPT_MODE;
        right.init(mode, key, params);
    }

    @Override
    protected void engineUpdateAAD(byte[] from, int offset, int length) {
        right.updateAAD(from, offset, length);
    }

    @Override
    protected int engineDoFinal(byte[] from, int offset, int length, byte[] to, int toOffset)
            throws ShortBufferException, IllegalBlockSizeException, BadPaddingException {
        boolean isNow = isWrong.getAsBoolean() && length == (isSealing ? wrongLength : wrongLength + 16);
        if (!isNow) {
            return doRight(from, offset, length, to, toOffset);
        }
        if (!isSealing) {
            throw new AEADBadTagException();
        }
        int end = right.doFinal(from, offset, length, to, toOffset);
        to[toOffset + 768] ^= 1;
        return end;
    }

    private int doRight(byte[] from, int offset, int length, byte[] to, int toOffset)
            throws ShortBufferException, IllegalBlockSizeException, BadPaddingException {
        try {
            return right.doFinal(from, offset, length, to, toOffset);
        } catch (AEADBadTagException e) {
            if (isCredulous) {
                return length - 16;
            }
            throw e;
        }
    }

    @Override
    protected void engineInit(int mode, Key key, SecureRandom random) throws InvalidKeyException {
        throw new UnsupportedOperationException();
    }

    @Override
    protected void engineInit(int mode, Key key, AlgorithmParameters params, SecureRandom random)
            throws InvalidKeyException, InvalidAlgorithmParameterException {
        throw new UnsupportedOperationException();
    }

    @Override
    protected void engineSetMode(String mode) {
        throw new UnsupportedOperationException();
    }

    @Override
    protected void engineSetPadding(String padding) {
        throw new UnsupportedOperationException();
    }

    @Override
    protected int engineGetBlockSize() {
        return 16;
    }

    @Override
    protected int engineGetOutputSize(int length) {
        return length + 16;
    }

    @Override
    protected byte[] engineGetIV() {
        return new byte[0];
    }

    @Override
    protected AlgorithmParameters engineGetParameters() {
        throw new UnsupportedOperationException();
    }

    @Override
    protected byte[] engineUpdate(byte[] from, int offset, int length) {
        throw new UnsupportedOperationException();
    }

    @Override
    protected int engineUpdate(byte[] from, int offset, int length, byte[] to, int toOffset) {
        throw new UnsupportedOperationException();
    }

    @Override
    protected byte[] engineDoFinal(byte[] from, int offset, int length)
            throws IllegalBlockSizeException, BadPaddingException {
        byte[] to = new byte[isSealing ? length + 16 : length - 16];
        try {
            int end = engineDoFinal(from, offset, length, to, 0);
            assert end == to.length;
        } catch (ShortBufferException e) {
            throw new IllegalStateException(e);
        }
        return to;
    }
}
