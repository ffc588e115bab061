// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp.seal;

import io.oriel.api.NdException;
import io.oriel.api.NdStatus;
import java.lang.management.CompilationMXBean;
import java.lang.management.ManagementFactory;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.Provider;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.IdentityHashMap;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import javax.crypto.AEADBadTagException;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * Seals and opens a datagram of each length, and compares with what is known: JDK 24 to 25.0.1 have compiled code for some processors that
 * seals some lengths wrongly (JDK-8371864). Looks once while nothing is compiled, and once when the compilers have done with it.
 */
public final class SelfTest {
    /** What tags of all lengths up to these sum up to, by the bytes of the key: computed by another implementation, too. */
    private static final int[] STEPS = {1536, 9216, 65520};

    private static final String[] SUMS_128 = {
        "39a3769540791b4c422b6bd29e12b8b550e30b11406d45f654089f027c522580",
        "2dee01a08703c5b7311cb54adc88d7ba4dd84fd662e48757952129f47f806ad7",
        "9b4e5b23c0393000f186adf7214b1b55c7e47c478dc3002439134362880bb83f"
    };
    private static final String[] SUMS_256 = {
        "6bdf8ba8757862f402e35e51d18b0aa8dc8f09af7a00e7d1f4b40866b55ba3da",
        "2c68aef60efa49aaab81ac35313db4d51c172c085bdd7d781b82bf8bec4ca26f",
        "39d4eb9e20e151907978cd3f400e83e2cd2ef396993b7dd848eaf129d70eb097"
    };

    private static final int NONCE_LENGTH = 12;
    private static final int WARMING_LENGTH = 1536;
    private static final long MAX_WARMING_NS = 3_000_000_000L;
    private static final long QUIET_NS = 60_000_000;
    private static final byte[] HEADER = new byte[SealLayout.BODY_OFFSET];

    static {
        for (int index = 0; index < HEADER.length; index++) {
            HEADER[index] = (byte) index;
        }
    }

    // Guarded by the class: what this JVM does, it does for all.
    private static final IdentityHashMap<Provider, Integer> PASSED_LENGTHS = new IdentityHashMap<>();

    private final String provider;
    private final Supplier<Cipher> ciphers;
    private final int step;
    private final byte[] plain;
    private final byte[] longest;
    private final byte[] sealed;
    private final byte[] opened;

    /**
     * Plans a test.
     *
     * @param provider name of the ciphers' provider
     * @param ciphers  make the cipher that is looked at
     * @param length   of the longest datagram
     */
    SelfTest(String provider, Supplier<Cipher> ciphers, int length) {
        this.provider = provider;
        this.ciphers = ciphers;
        step = step(length);
        plain = new byte[STEPS[step]];
        for (int index = 0; index < plain.length; index++) {
            plain[index] = (byte) (index * 31 + (index >> 8));
        }
        longest = new byte[plain.length + SealLayout.TAG_LENGTH];
        sealed = new byte[longest.length];
        opened = new byte[plain.length];
    }

    private static int step(int length) {
        int step = 0;
        while (step < STEPS.length - 1 && STEPS[step] < length) {
            step++;
        }
        return step;
    }

    /**
     * Refuses to go on where a provider seals wrongly. Takes about a second, once in a JVM; with datagrams beyond 9,216 bytes several.
     *
     * @param aes    makes the ciphers
     * @param length of the longest datagram that will be sealed
     * @throws NdException NOT_SUPPORTED with the JDK's version and the remedy
     */
    public static synchronized void require(Aes aes, int length) {
        if (length > PASSED_LENGTHS.getOrDefault(aes.provider(), -1)) {
            new SelfTest(aes.provider().getName(), aes::newCipher, length).run();
            PASSED_LENGTHS.put(aes.provider(), length);
        }
    }

    /** Throws as {@link #require} does. */
    void run() {
        String wrong = findWrong();
        if (!wrong.isEmpty()) {
            throw new NdException(NdStatus.NOT_SUPPORTED, text(wrong));
        }
    }

    private String text(String wrong) {
        return "oriel.udp.security is SEALED, but AES-GCM of " + provider + " in this JDK, " + Runtime.version()
                + ", is wrong: " + wrong
                + ". JDK 24 to 25.0.1 are known for it (JDK-8371864); run JDK 17, 21, or 25.0.2 or newer,"
                + " or name another provider with the property oriel.udp.cipherProvider";
    }

    private String findWrong() {
        String wrong = look("");
        if (wrong.isEmpty()) {
            wrong = new SelfTest(provider, ciphers, Math.min(plain.length, WARMING_LENGTH)).warm();
        }
        if (wrong.isEmpty()) {
            wrong = look(" when compiled");
        }
        return wrong;
    }

    private String look(String when) {
        String wrong = look(16, SUMS_128);
        if (wrong.isEmpty()) {
            wrong = look(32, SUMS_256);
        }
        return wrong.isEmpty() ? "" : wrong + when;
    }

    private String look(int keyLength, String[] sums) {
        try {
            Cipher cipher = ciphers.get();
            SecretKeySpec key = key(keyLength);
            int end = apply(cipher, Cipher.ENCRYPT_MODE, key, plain, plain.length, longest);
            MessageDigest sum = MessageDigest.getInstance("SHA-256");
            sum.update(longest, 0, end - SealLayout.TAG_LENGTH);
            for (int length = 0; length <= plain.length; length++) {
                if (!isRight(cipher, key, length, sum)) {
                    return "datagrams of " + length + " bytes with keys of " + keyLength * Byte.SIZE + " bits";
                }
            }
            if (opensForged(cipher, key)) {
                return "forged datagrams with keys of " + keyLength * Byte.SIZE + " bits, which it opens";
            }
            boolean isKnown = HexFormat.of().formatHex(sum.digest()).equals(sums[step]);
            return isKnown
                    ? ""
                    : "some datagram of up to " + plain.length + " bytes with keys of " + keyLength * Byte.SIZE
                            + " bits";
        } catch (GeneralSecurityException e) {
            return "keys of " + keyLength * Byte.SIZE + " bits, " + e;
        }
    }

    /** What is sealed begins as the longest one does; its tag is summed; it can be opened. */
    private boolean isRight(Cipher cipher, SecretKeySpec key, int length, MessageDigest sum)
            throws GeneralSecurityException {
        int end = apply(cipher, Cipher.ENCRYPT_MODE, key, plain, length, sealed);
        if (end != length + SealLayout.TAG_LENGTH || Arrays.mismatch(sealed, 0, length, longest, 0, length) >= 0) {
            return false;
        }
        sum.update(sealed, length, SealLayout.TAG_LENGTH);
        int back = apply(cipher, Cipher.DECRYPT_MODE, key, sealed, end, opened);
        return back == length && Arrays.mismatch(opened, 0, length, plain, 0, length) < 0;
    }

    private boolean opensForged(Cipher cipher, SecretKeySpec key) throws GeneralSecurityException {
        int end = apply(cipher, Cipher.ENCRYPT_MODE, key, plain, plain.length, sealed);
        sealed[end - 1] ^= 1;
        try {
            return apply(cipher, Cipher.DECRYPT_MODE, key, sealed, end, opened) >= 0;
        } catch (AEADBadTagException e) {
            return false;
        }
    }

    private static SecretKeySpec key(int length) {
        byte[] key = new byte[length];
        Arrays.fill(key, (byte) 0x5A);
        return new SecretKeySpec(key, "AES");
    }

    private static int apply(Cipher cipher, int mode, SecretKeySpec key, byte[] from, int length, byte[] to)
            throws GeneralSecurityException {
        if (mode == Cipher.ENCRYPT_MODE) { // the cipher refuses a nonce that it has sealed with just before
            cipher.init(mode, key, nonce(1));
        }
        cipher.init(mode, key, nonce(0));
        cipher.updateAAD(HEADER);
        return cipher.doFinal(from, 0, length, to, 0);
    }

    private static GCMParameterSpec nonce(int first) {
        byte[] nonce = new byte[NONCE_LENGTH];
        nonce[0] = (byte) first;
        return new GCMParameterSpec(SealLayout.TAG_LENGTH * Byte.SIZE, nonce);
    }

    /** Looks until the compilers have nothing to do for a moment, or there is none to wait for, or something is wrong. */
    private String warm() {
        LongSupplier compilationTime = compilationTime();
        long beginNs = System.nanoTime();
        long quietNs = beginNs;
        long spent = -1;
        while (System.nanoTime() - beginNs < MAX_WARMING_NS && System.nanoTime() - quietNs < QUIET_NS) {
            String wrong = look(" when compiled");
            if (!wrong.isEmpty()) {
                return wrong;
            }
            long now = compilationTime.getAsLong();
            if (now != spent) {
                spent = now;
                quietNs = System.nanoTime();
            }
        }
        return "";
    }

    /** Which always grows where nobody knows it: a run-time image may be without its module. */
    private static LongSupplier compilationTime() {
        if (ModuleLayer.boot().findModule("java.management").isEmpty()) {
            return System::nanoTime;
        }
        @Nullable CompilationMXBean compilers = ManagementFactory.getCompilationMXBean();
        return compilers == null || !compilers.isCompilationTimeMonitoringSupported()
                ? () -> 0
                : compilers::getTotalCompilationTime;
    }
}
