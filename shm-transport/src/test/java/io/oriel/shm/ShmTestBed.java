// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm;

import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.api.config.OrielConfig;
import io.oriel.api.config.SharedMemoryConfig;
import io.oriel.engine.control.ControlLoop;
import io.oriel.engine.control.SelectorLoop;
import io.oriel.engine.transport.Link;
import io.oriel.engine.transport.Transport;
import io.oriel.engine.transport.TransportFactory;
import io.oriel.shm.directory.ProcessHome;
import io.oriel.shm.directory.RandomNames;
import io.oriel.testing.resource.Directories;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.UserPrincipal;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/** Transports in a fresh directory of their own, each with an agent of its own as in a process of its own. */
public final class ShmTestBed implements AutoCloseable {
    /** Peers of the same user are met as those of another. */
    static final ProcessHome.Trial AFAR = new ProcessHome.Trial(termLength -> 0, true);

    private final Path directory;
    private final OrielConfig config;
    private final BlockingQueue<Throwable> errors = new LinkedBlockingQueue<>();
    private final Map<Transport, SelectorLoop> loops = new HashMap<>();
    private final Deque<Transport> transports = new ArrayDeque<>();

    public ShmTestBed() {
        this(UnaryOperator.identity());
    }

    public ShmTestBed(UnaryOperator<OrielConfig> change) {
        this(freshDirectory(), change);
    }

    public ShmTestBed(Path directory, UnaryOperator<OrielConfig> change) {
        this.directory = directory;
        config = change.apply(OrielConfig.defaults()
                .withSharedMemory(SharedMemoryConfig.defaults().withDirectory(directory)));
    }

    /** Returns a path at which nothing is, short enough for sockets. */
    public static Path freshDirectory() {
        return Path.of("/dev/shm", RandomNames.next("ot-"));
    }

    /** Returns whom this process runs as. */
    public static UserPrincipal self() {
        try {
            return Files.getOwner(Path.of("/proc/self"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the id that the peer of a link has given itself. */
    public static long peerAdapterId(Link link) {
        return ((ShmLink) link).peer().adapterId();
    }

    public OrielConfig config() {
        return config;
    }

    public Path directory() {
        return directory;
    }

    public BlockingQueue<Throwable> errors() {
        return errors;
    }

    public Transport open() {
        return open(config);
    }

    public Transport open(OrielConfig other) {
        return open(other, loop -> loop);
    }

    /** Returns what opens transports that meet their peers as if they were another user's. */
    public static TransportFactory afar() {
        return factory(AFAR);
    }

    /** Returns what opens transports as a test wants them. */
    static TransportFactory factory(ProcessHome.Trial trial) {
        return new TransportFactory() {
            @Override
            public String medium() {
                return "shm";
            }

            @Override
            public Transport open(OrielConfig opened, ControlLoop loop) {
                return ShmTransport.open(opened, loop, trial);
            }
        };
    }

    /** Opens a transport that meets its peers as if they were another user's. */
    public Transport openAfar() {
        return openTried(config, AFAR);
    }

    /** Opens a transport as a test wants it. */
    Transport openTried(OrielConfig other, ProcessHome.Trial trial) {
        SelectorLoop loop = SelectorLoop.start(errors::add);
        try {
            return opened(ShmTransport.open(other, loop, trial), loop);
        } catch (RuntimeException e) {
            loop.close();
            throw e;
        }
    }

    private Transport opened(Transport transport, SelectorLoop loop) {
        loops.put(transport, loop);
        transports.push(transport);
        return transport;
    }

    /** Opens a transport that sees its agent through something else. */
    public Transport open(OrielConfig other, Function<ControlLoop, ControlLoop> view) {
        SelectorLoop loop = SelectorLoop.start(errors::add);
        try {
            return opened(new ShmTransportFactory().open(other, view.apply(loop)), loop);
        } catch (RuntimeException e) {
            loop.close();
            throw e;
        }
    }

    public TestPort openPort() {
        return openPort(open());
    }

    public TestPort openPort(Transport transport) {
        return new TestPort(loop(transport), transport);
    }

    private SelectorLoop loop(Transport transport) {
        return Objects.requireNonNull(loops.get(transport));
    }

    public void close(Transport transport) {
        transport.close();
        transports.remove(transport);
        loop(transport).close();
    }

    /** Lists everything below the directory, as paths relative to it. */
    public List<String> files() {
        return filesBelow(directory);
    }

    /** Lists everything below a directory; what vanishes meanwhile may be missing. */
    public static List<String> filesBelow(Path directory) {
        List<String> names = new ArrayList<>();
        try {
            Files.walkFileTree(directory, new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult preVisitDirectory(Path path, BasicFileAttributes attributes) {
                    return visitFile(path, attributes);
                }

                @Override
                public FileVisitResult visitFile(Path path, BasicFileAttributes attributes) {
                    if (!path.equals(directory)) {
                        names.add(directory.relativize(path).toString());
                    }
                    return FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult visitFileFailed(Path path, IOException failure) {
                    return FileVisitResult.CONTINUE;
                }
            });
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        names.sort(null);
        return names;
    }

    /** Closes what is open, the last opened first, and removes the directory. */
    @Override
    public void close() {
        while (!transports.isEmpty()) {
            close(transports.element());
        }
        Directories.delete(directory);
        assertThat(errors).isEmpty();
    }
}
