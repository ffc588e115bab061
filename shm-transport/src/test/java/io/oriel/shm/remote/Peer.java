// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm.remote;

import io.oriel.api.Provider;
import io.oriel.api.config.OrielConfig;
import io.oriel.engine.EngineProviderFactory;
import io.oriel.engine.control.SelectorLoop;
import io.oriel.testing.conformance.fixture.StoppedCopy;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.agrona.concurrent.UnsafeBuffer;

/** What the peer's process has: one provider at a time. */
final class Peer implements PeerControl {
    private final Runnable onOpen;
    private RecordingMedium medium;
    private SelectorLoop loop;
    private Provider provider;
    private Path directory;
    private StoppedCopy inside;

    Peer(Runnable onOpen) {
        this.onOpen = onOpen;
    }

    @Override
    public Provider open(OrielConfig config) {
        close();
        onOpen.run();
        directory = config.sharedMemory().directory();
        medium = new RecordingMedium();
        loop = SelectorLoop.start(Throwable::printStackTrace);
        provider = EngineProviderFactory.open(config, loop, medium);
        return provider;
    }

    @Override
    public void close() {
        if (provider != null) {
            provider.close();
            provider = null;
        }
        if (loop != null) {
            loop.close();
            loop = null;
        }
    }

    @Override
    public String fileOfLastRegion() {
        String processes = "p-" + ProcessHandle.current().pid() + "-*";
        String name = "r-%016x".formatted(medium.lastRegion().id());
        try (DirectoryStream<Path> directories = Files.newDirectoryStream(directory, processes)) {
            for (Path process : directories) {
                if (Files.exists(process.resolve(name))) {
                    return process.resolve(name).toString();
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        throw new IllegalStateException(name + " is in no " + processes + " of " + directory);
    }

    @Override
    public void stopInside(byte[] descriptor) {
        inside = new StoppedCopy(Objects.requireNonNull(medium.lastLink().memory()), new UnsafeBuffer(descriptor));
    }

    @Override
    public void goOn() {
        inside.end();
    }
}
