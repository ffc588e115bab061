// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp.keys;

import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.testing.process.ChildJvm;
import io.oriel.testing.process.JvmCommand;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Several processes change a key file at the same time. */
@Timeout(60)
class KeyFileProcessesIT {
    private static final int KEYS = 20;
    private static final long PATIENCE_SECONDS = 40;

    @TempDir
    private Path directory;

    @Test
    void loseNoKey() {
        Path file = directory.resolve("keys");
        try (ChildJvm one = start(file, "one-");
                ChildJvm two = start(file, "two-")) {
            KeyFileMain.main(new String[] {file.toString(), "own-", Integer.toString(KEYS)});
            assertThat(one.awaitSuccess(PATIENCE_SECONDS)).isEmpty();
            assertThat(two.awaitSuccess(PATIENCE_SECONDS)).isEmpty();
        }

        assertThat(KeyFile.read(file).keys()).hasSize(3 * KEYS);
    }

    private static ChildJvm start(Path file, String prefix) {
        return JvmCommand.of(KeyFileMain.class, file.toString(), prefix, Integer.toString(KEYS))
                .start();
    }
}
