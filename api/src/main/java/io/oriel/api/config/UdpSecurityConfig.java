// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.api.config;

import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How adapters protect what they say to other hosts. Both sides of a connection must be set alike.
 *
 * @param mode           what protects datagrams
 * @param keyFile        with the keys that the hosts have in common, made by {@code bin/oriel key}: an absolute path to a file of this user
 *     with mode 0600; null with {@link UdpSecurity#NONE} alone. It is read when a provider is opened and, when it has changed, within a
 *     second
 * @param identityFile   with who this side is and whom it has to do with, made by {@code bin/oriel identity}: as {@code keyFile}; null where who
 *     has the key is welcome
 * @param cipherProvider name of the security provider whose AES-GCM seals, such as {@code SunJCE}, which is the JDK's own
 * @param rekeyDatagrams after how many datagrams a key is changed that seals them, 16 to 4,194,304
 * @param rekeyInterval  after which time, 100 milliseconds to 1 hour
 */
public record UdpSecurityConfig(
        UdpSecurity mode,
        @Nullable Path keyFile,
        @Nullable Path identityFile,
        String cipherProvider,
        int rekeyDatagrams,
        Duration rekeyInterval) {
    private static final String DEFAULT_CIPHER_PROVIDER = "SunJCE";
    private static final int MIN_REKEY_DATAGRAMS = 16;
    private static final int MAX_REKEY_DATAGRAMS = 1 << 22;
    private static final Duration MIN_REKEY_INTERVAL = Duration.ofMillis(100);
    private static final Duration MAX_REKEY_INTERVAL = Duration.ofHours(1);
    private static final Duration DEFAULT_REKEY_INTERVAL = Duration.ofMinutes(2);

    /**
     * Checks the values.
     *
     * @param mode           as above
     * @param keyFile        as above
     * @param identityFile   as above
     * @param cipherProvider as above
     * @param rekeyDatagrams as above
     * @param rekeyInterval  as above
     * @throws IllegalArgumentException if one is out of its range
     */
    public UdpSecurityConfig {
        if (mode == UdpSecurity.SEALED && keyFile == null) {
            throw new IllegalArgumentException(
                    "keyFile must be an absolute path with SEALED, was none; make a file with"
                            + " bin/oriel key FILE, and name it with the property oriel.udp.keyFile");
        }
        if (keyFile != null && !keyFile.isAbsolute()) {
            throw new IllegalArgumentException("keyFile must be an absolute path, was " + keyFile);
        }
        if (keyFile != null && mode == UdpSecurity.NONE) {
            throw new IllegalArgumentException("keyFile must be none with NONE, was " + keyFile
                    + "; set the property oriel.udp.security to SEALED to use it");
        }
        if (identityFile != null && (!identityFile.isAbsolute() || mode == UdpSecurity.NONE)) {
            throw new IllegalArgumentException(
                    "identityFile must be an absolute path, and none with NONE, was " + identityFile + " with " + mode);
        }
        if (cipherProvider.isBlank()) {
            throw new IllegalArgumentException("cipherProvider must be the name of a security provider, was blank");
        }
        Ranges.require("rekeyDatagrams", rekeyDatagrams, MIN_REKEY_DATAGRAMS, MAX_REKEY_DATAGRAMS);
        Ranges.require("rekeyInterval", rekeyInterval, MIN_REKEY_INTERVAL, MAX_REKEY_INTERVAL);
    }

    /**
     * Returns the default: nothing protects.
     *
     * @return the configuration
     */
    public static UdpSecurityConfig none() {
        return withDefaults(UdpSecurity.NONE, null);
    }

    /**
     * Returns a configuration that seals.
     *
     * @param keyFile an absolute path
     * @return the configuration, with keys changed after 4,194,304 datagrams or two minutes
     */
    public static UdpSecurityConfig sealed(Path keyFile) {
        return withDefaults(UdpSecurity.SEALED, keyFile);
    }

    private static UdpSecurityConfig withDefaults(UdpSecurity mode, @Nullable Path keyFile) {
        return new UdpSecurityConfig(
                mode, keyFile, null, DEFAULT_CIPHER_PROVIDER, MAX_REKEY_DATAGRAMS, DEFAULT_REKEY_INTERVAL);
    }

    /**
     * Returns this configuration with other times at which keys are changed.
     *
     * @param datagrams the new value
     * @param interval  the new value
     * @return a changed copy
     */
    public UdpSecurityConfig withRekey(int datagrams, Duration interval) {
        return new UdpSecurityConfig(mode, keyFile, identityFile, cipherProvider, datagrams, interval);
    }

    /**
     * Returns this configuration with identities.
     *
     * @param value the new value; null for none
     * @return a changed copy
     */
    public UdpSecurityConfig withIdentityFile(@Nullable Path value) {
        return new UdpSecurityConfig(mode, keyFile, value, cipherProvider, rekeyDatagrams, rekeyInterval);
    }

    /**
     * Returns this configuration with another security provider.
     *
     * @param value the new value
     * @return a changed copy
     */
    public UdpSecurityConfig withCipherProvider(String value) {
        return new UdpSecurityConfig(mode, keyFile, identityFile, value, rekeyDatagrams, rekeyInterval);
    }

    /**
     * Tells whether datagrams are sealed.
     *
     * @return true with {@link UdpSecurity#SEALED}
     */
    public boolean isSealed() {
        return mode == UdpSecurity.SEALED;
    }
}
