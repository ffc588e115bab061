// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.session;

import io.oriel.benchmarks.measure.BenchmarkException;
import io.oriel.benchmarks.process.ControlChannel;
import io.oriel.benchmarks.process.PrivateDirectory;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.Base64;

/** A file with the one key that both sides of a run have, in a directory of this process; deleted when it is closed or the process ends. */
final class DrawnKey implements AutoCloseable {
    private static final int LENGTH = 32;

    private final PrivateDirectory directory = new PrivateDirectory();
    private final Path file = directory.path().resolve("keys");

    private DrawnKey(String secret) {
        try {
            Files.createFile(file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
            Files.writeString(
                    file, "benchmark AES-256 " + secret + "\n", StandardCharsets.US_ASCII, StandardOpenOption.WRITE);
        } catch (IOException e) {
            directory.close();
            throw new BenchmarkException("the key file " + file + " cannot be written: " + e.getMessage(), e);
        }
    }

    /**
     * Draws a key with the other side, which does the same at the same time. Each says what it has drawn, and both take the greater one.
     *
     * @param channel to the other side, which nobody else hears
     */
    static DrawnKey with(ControlChannel channel) {
        byte[] drawn = new byte[LENGTH];
        new SecureRandom().nextBytes(drawn);
        String own = Base64.getEncoder().encodeToString(drawn);
        channel.send("key " + own);
        String other = channel.expect("key");
        return new DrawnKey(own.compareTo(other) > 0 ? own : other);
    }

    /** Returns where the key is. */
    Path file() {
        return file;
    }

    @Override
    public void close() {
        directory.close();
    }
}
