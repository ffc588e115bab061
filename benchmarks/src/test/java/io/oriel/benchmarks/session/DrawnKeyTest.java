// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.benchmarks.process.ControlChannel;
import io.oriel.benchmarks.process.PipeChannel;
import io.oriel.udp.keys.KeyFile;
import java.io.IOException;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class DrawnKeyTest {
    @Test
    void isTheSameOnBothSidesAndOfThisUserAloneAndIsDeletedAtTheEnd() throws IOException {
        Path ownFile;
        Path otherFile;
        PipedOutputStream toOther = new PipedOutputStream();
        PipedOutputStream toOwn = new PipedOutputStream();
        try (ControlChannel own = new PipeChannel(new PipedInputStream(toOwn), toOther, () -> {});
                ControlChannel other = new PipeChannel(new PipedInputStream(toOther), toOwn, () -> {})) {
            CompletableFuture<DrawnKey> drawnThere = CompletableFuture.supplyAsync(() -> DrawnKey.with(other));
            try (DrawnKey here = DrawnKey.with(own);
                    DrawnKey there = drawnThere.join()) {
                ownFile = here.file();
                otherFile = there.file();

                assertThat(ownFile).isNotEqualTo(otherFile).hasSameTextualContentAs(otherFile);
                assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(ownFile)))
                        .isEqualTo("rw-------");
                assertThat(KeyFile.read(ownFile).keys())
                        .singleElement()
                        .hasToString(KeyFile.read(otherFile).first().toString());
            }
        }

        assertThat(ownFile).doesNotExist();
        assertThat(otherFile.getParent()).doesNotExist();
    }
}
