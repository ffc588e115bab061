// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp;

import io.oriel.api.config.OrielConfig;
import io.oriel.api.config.UdpSecurityConfig;
import io.oriel.testing.resource.Directories;
import io.oriel.udp.keys.Identities;
import io.oriel.udp.keys.KeyFile;
import io.oriel.udp.keys.KeyRing;
import io.oriel.udp.keys.PresharedKey;
import io.oriel.udp.keys.SealCipher;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;

/** A key file for a test, or two that begin with the same key. */
final class TestKeys implements AutoCloseable {
    /** After so many datagrams a key changes, where it is to change often. */
    static final int OFTEN = 256;

    private final Path directory = Directories.make("oriel-keys");

    /** Makes a file with a key. */
    KeyRing make(String name, PresharedKey... keys) {
        try {
            KeyRing ring = new KeyRing(List.of(keys));
            KeyFile.create(file(name), ring);
            return ring;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Makes a file that seals with AES-128 where another file seals with AES-256. */
    void makeWithOtherCipher(String name, String other) {
        try {
            Files.writeString(file(name), Files.readString(file(other)).replace("AES-256", "AES-128"));
            Files.setPosixFilePermissions(file(name), PosixFilePermissions.fromString("rw-------"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    void replace(String name, KeyRing ring) {
        try {
            KeyFile.replace(file(name), ring);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    void remove(String name) {
        try {
            Files.delete(file(name));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Puts nonsense into a file. */
    void spoil(String name) {
        try {
            Files.writeString(file(name), "nonsense\n");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Lets everybody read a file. */
    void expose(String name) {
        try {
            Files.setPosixFilePermissions(file(name), PosixFilePermissions.fromString("rw-r--r--"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static PresharedKey draw(String id) {
        return PresharedKey.draw(id, SealCipher.AES_256);
    }

    private Path file(String name) {
        return directory.resolve(name);
    }

    OrielConfig seal(OrielConfig config, String name) {
        return config.withUdp(config.udp().withSecurity(UdpSecurityConfig.sealed(file(name))));
    }

    OrielConfig sealBy(OrielConfig config, String name, String provider) {
        UdpSecurityConfig security = UdpSecurityConfig.sealed(file(name)).withCipherProvider(provider);
        return config.withUdp(config.udp().withSecurity(security));
    }

    OrielConfig seal(OrielConfig config, String name, int rekeyDatagrams, Duration rekeyInterval) {
        UdpSecurityConfig security = UdpSecurityConfig.sealed(file(name)).withRekey(rekeyDatagrams, rekeyInterval);
        return config.withUdp(config.udp().withSecurity(security));
    }

    /** Makes or replaces a file with an identity. */
    void identify(String name, Identities identities) {
        try {
            if (Files.exists(file(name))) {
                identities.replace(file(name));
            } else {
                identities.create(file(name));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    OrielConfig seal(OrielConfig config, String name, String identity) {
        UdpSecurityConfig security = UdpSecurityConfig.sealed(file(name)).withIdentityFile(file(identity));
        return config.withUdp(config.udp().withSecurity(security));
    }

    @Override
    public void close() {
        Directories.delete(directory);
    }
}
