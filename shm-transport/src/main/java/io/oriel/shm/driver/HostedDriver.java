// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm.driver;

import io.aeron.CncFileDescriptor;
import io.oriel.api.NdException;
import io.oriel.engine.control.SystemFailure;
import io.oriel.shm.directory.ProcessHome;
import io.oriel.shm.directory.SocketNames;
import io.oriel.shm.media.EmbeddedDriver;
import io.oriel.shm.meeting.SocketListener;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/** A media driver of this process for others, with the socket at which they join it. */
final class HostedDriver implements AutoCloseable {
    private final EmbeddedDriver driver;
    private final DriverServer server;
    private final SocketListener listener;
    private final AtomicBoolean isClosed = new AtomicBoolean();

    private HostedDriver(EmbeddedDriver driver, DriverServer server, SocketListener listener) {
        this.driver = driver;
        this.server = server;
        this.listener = listener;
    }

    /**
     * Starts a driver and its socket. Blocks; on a worker, under the lock of the directory, after nobody was found to
     * listen.
     *
     * @param home    of this process
     * @param onDeath hears on the agent if the driver ends by itself
     * @return the driver
     * @throws NdException INSUFFICIENT_RESOURCES if there is no room
     */
    static HostedDriver start(ProcessHome home, Consumer<String> onDeath) {
        EmbeddedDriver driver = EmbeddedDriver.launch(
                home.process(),
                home.config().driver(),
                error -> DriverErrors.report(home, "the media driver", error),
                () -> home.loop().execute(() -> onDeath.accept("the media driver of this process has ended")));
        DriverServer server = new DriverServer(home.loop(), driver, DriverName.of(home.base(), driver.directory()));
        Path path = SocketNames.driver(home.base());
        try {
            Files.deleteIfExists(path);
            SocketListener listener = SocketListener.bind(
                    home.loop(), path, home.base().members().ofUser(), (channel, user) -> server.accept(channel));
            return new HostedDriver(driver, server, listener);
        } catch (IOException e) {
            driver.close();
            throw SystemFailure.exception("the media driver's socket " + path + " cannot be made", path, e);
        } catch (RuntimeException | Error e) {
            driver.close();
            throw e;
        }
    }

    /**
     * Tells whether nobody can join the driver any more, because its files or its socket were removed. May block.
     *
     * @return true if another one has to be started beside it
     */
    boolean isLost() {
        return listener.isLost()
                || Files.notExists(driver.directory().resolve(CncFileDescriptor.CNC_FILE), LinkOption.NOFOLLOW_LINKS);
    }

    /** Makes the directories again in which the driver makes its logs, for those who have joined. Blocks; on a worker. */
    void restore() {
        driver.restore();
    }

    @Override
    public void close() {
        if (isClosed.compareAndSet(false, true)) {
            listener.close();
            server.close();
            driver.close();
        }
    }
}
