// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm.remote;

import io.oriel.api.OpFlags;
import io.oriel.api.Provider;
import io.oriel.api.RemoteWindow;
import io.oriel.api.config.OrielConfig;
import io.oriel.engine.EngineProvider;
import io.oriel.engine.control.SelectorLoop;
import io.oriel.engine.direct.DirectAccess;
import io.oriel.engine.direct.DirectLink;
import io.oriel.engine.direct.DirectTarget;
import io.oriel.engine.direct.Guards;
import io.oriel.engine.initiator.PeerWindow;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;

/** What the peer's process has: one provider at a time. */
final class Peer implements PeerControl {
    private static final Guards ANY_ENDPOINT = new Guards() {
        @Override
        public boolean isFor(long granted, long user) {
            return true;
        }
    };

    private final Runnable onOpen;
    private RecordingMedium medium;
    private SelectorLoop loop;
    private Provider provider;
    private Path directory;
    private DirectAccess inside;

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
        provider = new EngineProvider(config, loop, medium);
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
    public void stopInside(RemoteWindow window) {
        // One link leads to the owner; the copy that is not ended goes by an access of the same memory.
        DirectTarget target = new DirectTarget();
        target.copyFrom(((PeerWindow) window).direct());
        DirectAccess access =
                new DirectLink(Objects.requireNonNull(medium.lastLink().memory()), ANY_ENDPOINT).access();
        if (!access.enter(target, 0, OpFlags.ALLOW_WRITE, 0, 1)) {
            throw new IllegalStateException("the window does not let the peer in");
        }
        inside = access;
    }

    @Override
    public void goOn() {
        inside.leave();
    }
}
