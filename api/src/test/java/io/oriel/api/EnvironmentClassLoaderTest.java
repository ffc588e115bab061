// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.oriel.api.config.OrielConfig;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where an implementation of a service is looked for. The class loader of the API knows none. */
class EnvironmentClassLoaderTest {
    private final @Nullable ClassLoader own = Thread.currentThread().getContextClassLoader();

    @TempDir
    Path services;

    /** An implementation. */
    public static final class Factory implements ProviderFactory {
        @Override
        public Provider open(OrielConfig config) {
            throw new UnsupportedOperationException("the engine of a test");
        }
    }

    @AfterEach
    void restoreContext() {
        Thread.currentThread().setContextClassLoader(own);
    }

    /** Returns a loader that knows an implementation, by a parent that has its class. */
    private URLClassLoader loader(ClassLoader parent, URL... further) throws IOException {
        Path file = services.resolve("META-INF/services/" + ProviderFactory.class.getName());
        Files.createDirectories(file.resolveSibling("."));
        Files.writeString(file, Factory.class.getName());
        URL[] urls = new URL[further.length + 1];
        System.arraycopy(further, 0, urls, 1, further.length);
        urls[0] = services.toUri().toURL();
        return new URLClassLoader(urls, parent);
    }

    private static URL placeOf(Class<?> member) {
        return member.getProtectionDomain().getCodeSource().getLocation();
    }

    @Test
    void theContextClassLoaderIsSearchedToo() throws IOException {
        try (URLClassLoader context = loader(Factory.class.getClassLoader())) {
            Thread.currentThread().setContextClassLoader(context);

            assertThat(Services.find(ProviderFactory.class)).hasOnlyElementsOfType(Factory.class);
        }
    }

    @Test
    void anotherCopyIsIgnored() throws IOException {
        try (URLClassLoader context =
                loader(ClassLoader.getPlatformClassLoader(), placeOf(ProviderFactory.class), placeOf(Factory.class))) {
            Thread.currentThread().setContextClassLoader(context);

            assertThat(Services.find(ProviderFactory.class)).isEmpty();
            assertThatThrownBy(() -> NetworkDirect.open(OrielConfig.defaults()))
                    .hasMessageContaining("no engine")
                    .hasMessageContaining(String.valueOf(ProviderFactory.class.getClassLoader()))
                    .hasMessageContaining(context + ", which does not know this copy of Oriel");
        }
    }

    @Test
    void aThreadNeedsNoContextClassLoader() {
        Thread.currentThread().setContextClassLoader(null);

        assertThat(Services.find(ProviderFactory.class)).isEmpty();
        assertThat(Services.describeSearch(ProviderFactory.class)).contains("no context class loader");
    }

    @Test
    void oneClassLoaderIsNamedOnce() {
        Thread.currentThread().setContextClassLoader(ProviderFactory.class.getClassLoader());

        assertThat(Services.describeSearch(ProviderFactory.class)).contains("also the thread's context class loader");
    }
}
