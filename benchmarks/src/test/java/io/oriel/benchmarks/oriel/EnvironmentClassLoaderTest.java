// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.oriel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.oriel.api.ProviderFactory;
import io.oriel.api.config.Medium;
import io.oriel.testing.resource.Directories;
import java.io.File;
import java.lang.reflect.InvocationTargetException;
import java.net.InetSocketAddress;
import java.net.MalformedURLException;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ForkJoinPool;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.agrona.DirectBuffer;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * An application that a class loader of its own has loaded, from an executable jar or in a plugin host. The context class loader
 * of the thread that opens Oriel is another one.
 */
@Timeout(60)
class EnvironmentClassLoaderTest {
    private static final ClassLoader PLATFORM = ClassLoader.getPlatformClassLoader();

    private final Path directory = Directories.make("oc");
    private final @Nullable ClassLoader own = Thread.currentThread().getContextClassLoader();
    private final Deque<AutoCloseable> opened = new ArrayDeque<>();

    /** Where a thread comes from, and which context class loader it has. */
    enum Origin {
        /** That of the host, which has another copy of Oriel. */
        HOST,
        /** One that does not know Oriel. */
        JDK,
        NONE;

        @Nullable
        ClassLoader context() {
            return switch (this) {
                case HOST -> LoadedApplication.class.getClassLoader();
                case JDK -> PLATFORM;
                case NONE -> null;
            };
        }
    }

    @AfterEach
    void close() throws Exception {
        Thread.currentThread().setContextClassLoader(own);
        while (!opened.isEmpty()) {
            opened.pop().close();
        }
        Directories.delete(directory);
    }

    /** Loads a part of the class path once more. */
    private ClassLoader load(ClassLoader parent, Predicate<Path> part) {
        URL[] urls = Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator, -1))
                .map(Path::of)
                .filter(part)
                .map(EnvironmentClassLoaderTest::url)
                .toArray(URL[]::new);
        URLClassLoader loader = new URLClassLoader("application", urls, parent);
        opened.push(loader);
        return loader;
    }

    private static URL url(Path path) {
        try {
            return path.toUri().toURL();
        } catch (MalformedURLException e) {
            throw new IllegalArgumentException(e);
        }
    }

    private static Path placeOf(Class<?> member) {
        try {
            return Path.of(
                    member.getProtectionDomain().getCodeSource().getLocation().toURI());
        } catch (URISyntaxException e) {
            throw new IllegalArgumentException(e);
        }
    }

    private Object open(ClassLoader loader, Medium medium) throws Throwable {
        try {
            Object application = loader.loadClass(LoadedApplication.class.getName())
                    .getConstructor(String.class, String.class)
                    .newInstance(medium.name(), directory.resolve("d").toString());
            opened.push((AutoCloseable) application);
            return application;
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    @SuppressWarnings("unchecked")
    private static void exchange(Object server, Object client) {
        InetSocketAddress address = ((Supplier<InetSocketAddress>) server).get();
        // The common pool may have one thread, which is the client's.
        CompletableFuture<Void> served =
                CompletableFuture.runAsync((Runnable) server, task -> new Thread(task, "server").start());
        ((Consumer<InetSocketAddress>) client).accept(address);
        served.join();
    }

    @ParameterizedTest
    @EnumSource(Origin.class)
    void theEngineOfTheApplicationIsUsedWhateverTheContextClassLoaderIs(Origin origin) throws Throwable {
        ClassLoader loader = load(PLATFORM, path -> true);
        Thread.currentThread().setContextClassLoader(origin.context());

        Object server = open(loader, Medium.AUTO);
        Object client = open(loader, Medium.AUTO);

        assertThat(server).isNotInstanceOf(LoadedApplication.class);
        exchange(server, client);
        assertThat(server).hasToString("oriel");
    }

    @ParameterizedTest
    @EnumSource(Medium.class)
    void aThreadOfTheCommonPoolFindsEachMedium(Medium medium) {
        ClassLoader loader = load(PLATFORM, path -> true);

        ForkJoinPool.commonPool()
                .submit(() -> {
                    try {
                        exchange(open(loader, medium), open(loader, medium));
                    } catch (Throwable e) {
                        throw new IllegalStateException(e);
                    }
                })
                .join();
    }

    @ParameterizedTest
    @EnumSource(Medium.class)
    void twoApplicationsWithCopiesOfTheirOwnReachEachOther(Medium medium) throws Throwable {
        exchange(open(load(PLATFORM, path -> true), medium), open(load(PLATFORM, path -> true), medium));
    }

    /** Of a host that shares nothing of Oriel but its API. */
    @Test
    void anEngineOfTheContextClassLoaderIsFoundByTheApiOfTheHost() throws Throwable {
        Predicate<Path> isHosts = path -> path.equals(placeOf(ProviderFactory.class))
                || path.equals(placeOf(DirectBuffer.class))
                || path.equals(placeOf(NullMarked.class));
        ClassLoader plugin = load(load(PLATFORM, isHosts), isHosts.negate());
        Thread.currentThread().setContextClassLoader(plugin);

        exchange(open(plugin, Medium.AUTO), open(plugin, Medium.AUTO));
    }

    @Test
    void bothClassLoadersAreNamedWhenThereIsNoEngine() {
        Path engine = placeOf(io.oriel.engine.EngineProviderFactory.class);
        ClassLoader loader = load(PLATFORM, path -> !path.equals(engine));
        Thread.currentThread().setContextClassLoader(PLATFORM);

        assertThatThrownBy(() -> open(loader, Medium.AUTO))
                .hasMessageContaining("add io.oriel:oriel-engine")
                .hasMessageContaining("ProviderFactory (application, " + loader + ")")
                .hasMessageContaining("context class loader (platform, " + PLATFORM + ", which does not know");
    }

    @Test
    void bothClassLoadersAreNamedWhenThereIsNoTransport() {
        Path udp = placeOf(io.oriel.udp.UdpTransportFactory.class);
        ClassLoader loader = load(PLATFORM, path -> !path.equals(udp));
        Thread.currentThread().setContextClassLoader(null);

        assertThatThrownBy(() -> open(loader, Medium.UDP))
                .hasMessageContaining("add io.oriel:oriel-udp-transport")
                .hasMessageContaining("TransportFactory (application, " + loader + ")")
                .hasMessageContaining("no context class loader");
    }
}
