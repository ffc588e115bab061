// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm.process;

import io.oriel.api.NetworkDirect;
import io.oriel.api.Provider;
import io.oriel.api.config.DriverConfig;
import io.oriel.api.config.DriverMode;
import io.oriel.api.config.OrielConfig;
import io.oriel.api.config.SharedMemoryConfig;
import io.oriel.engine.EngineProviderFactory;
import io.oriel.engine.control.SelectorLoop;
import io.oriel.shm.ShmTestBed;
import io.oriel.testing.process.ChildProcess;
import io.oriel.testing.resource.Directories;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** What a test of processes uses: a fresh directory, children and providers, all gone when it ends. */
final class Stage implements BeforeEachCallback, AfterEachCallback {
    private static final Path MEMORY = Path.of("/dev/shm");

    private final List<ChildProcess> children = new ArrayList<>();
    private final Deque<AutoCloseable> resources = new ArrayDeque<>();
    private Path directory = MEMORY;
    private @Nullable ChildProcess driverHost;

    @Override
    public void beforeEach(ExtensionContext context) throws IOException {
        directory = Directories.make("op");
    }

    @Override
    public void afterEach(ExtensionContext context) throws Exception {
        if (context.getExecutionException().isPresent()) {
            System.err.println("== " + context.getDisplayName() + " failed; in the directory: " + entries());
            for (ChildProcess child : children) {
                System.err.println("== standard error of child " + child.pid() + ":\n" + child.errors());
            }
        }
        children.forEach(ChildProcess::close);
        children.clear();
        driverHost = null;
        while (!resources.isEmpty()) {
            resources.pop().close();
        }
        Directories.delete(directory);
    }

    Path directory() {
        return directory;
    }

    /** Starts a child; a process that runs the driver, too, if none does that should. */
    ChildProcess newChild(KillScene.Host host) {
        if (host == KillScene.Host.EACH) {
            return newChild();
        }
        if (driverHost == null) {
            driverHost = newDriverHost();
        }
        return newExternalChild();
    }

    /** Starts a process that runs the driver for others. */
    ChildProcess newDriverHost() {
        ChildProcess host = newChild();
        host.order("host-driver", "hosting");
        return host;
    }

    /** Starts a child that uses the driver of another process. */
    ChildProcess newExternalChild() {
        return add(ShmChild.startExternal(directory));
    }

    ChildProcess newChild() {
        return newChildIn(directory);
    }

    /** Starts a {@link ServiceChild}. */
    ChildProcess newService(KillScene.Host host) {
        List<String> options = new ArrayList<>(List.of("-Doriel.sharedMemory.directory=" + directory));
        if (host != KillScene.Host.EACH) {
            options.add("-Doriel.driver.mode=EXTERNAL");
            if (driverHost == null) {
                driverHost = newDriverHost();
            }
        }
        return add(ChildProcess.start(ServiceChild.class, options));
    }

    ChildProcess newChildIn(Path other) {
        return add(ShmChild.start(other));
    }

    /** Takes a child as if it had been started here. */
    ChildProcess add(ChildProcess child) {
        children.add(child);
        return child;
    }

    OrielConfig config() {
        return configIn(directory);
    }

    /** Lets every request be executed by the peer's responder. */
    static OrielConfig byResponder(OrielConfig config) {
        return config.withSharedMemory(config.sharedMemory().withDirectAccess(false));
    }

    OrielConfig config(KillScene.Host host) {
        return host == KillScene.Host.EACH ? config() : externalConfig();
    }

    OrielConfig externalConfig() {
        return config().withDriver(DriverConfig.defaults().withMode(DriverMode.EXTERNAL));
    }

    static OrielConfig configIn(Path other) {
        return OrielConfig.defaults()
                .withSharedMemory(SharedMemoryConfig.defaults().withDirectory(other));
    }

    Provider newProvider() {
        return newProvider(config());
    }

    Provider newProvider(OrielConfig config) {
        Provider provider = NetworkDirect.open(config);
        resources.push(provider);
        return provider;
    }

    /** Opens a provider that meets its peers as if they were another user's. */
    Provider newProviderAfar() {
        SelectorLoop agent = closing(SelectorLoop.start(error -> error.printStackTrace(System.err)));
        return closing(EngineProviderFactory.open(config(), agent, ShmTestBed.afar()));
    }

    /** Has something closed when the test ends, after what came later. */
    <T extends AutoCloseable> T closing(T resource) {
        resources.push(resource);
        return resource;
    }

    /** Lists the names in the directory. */
    List<String> entries() {
        try (Stream<Path> entries = Files.list(directory)) {
            return entries.map(entry -> entry.getFileName().toString()).sorted().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Lists what a process has left: its directories, and sockets on which nobody listens. */
    List<String> remainsOf(ChildProcess dead) {
        return entries().stream()
                .filter(name -> name.startsWith("p-" + dead.pid() + "-") || isStaleSocket(name))
                .toList();
    }

    private boolean isStaleSocket(String name) {
        if (!name.endsWith(".sock") && !name.startsWith("s-")) {
            return false;
        }
        try (SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX)) {
            return !channel.connect(UnixDomainSocketAddress.of(directory.resolve(name)));
        } catch (IOException e) {
            return true;
        }
    }
}
