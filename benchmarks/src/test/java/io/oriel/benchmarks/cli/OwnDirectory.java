// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.cli;

import java.nio.file.Path;
import org.agrona.IoUtil;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Gives the tests of a class, and the processes that they start, a directory and so a media driver of their own. */
final class OwnDirectory implements BeforeAllCallback, AfterAllCallback {
    private static final String PROPERTY = "oriel.sharedMemory.directory";

    @Override
    public void beforeAll(ExtensionContext context) {
        System.setProperty(PROPERTY, path().toString());
    }

    @Override
    public void afterAll(ExtensionContext context) {
        System.clearProperty(PROPERTY);
        IoUtil.delete(path().toFile(), true);
    }

    static Path path() {
        return Path.of("/dev/shm", "oriel-test-" + ProcessHandle.current().pid());
    }
}
