// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.oriel.api.config.OrielConfig;
import java.io.IOException;
import java.net.URL;
import java.util.Enumeration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class NetworkDirectTest {
    private final ClassLoader own = Thread.currentThread().getContextClassLoader();

    @AfterEach
    void restoreClassLoader() {
        Thread.currentThread().setContextClassLoader(own);
    }

    @Test
    void saysThatNoEngineIsThere() {
        assertThatThrownBy(() -> NetworkDirect.open(OrielConfig.defaults()))
                .isInstanceOfSatisfying(
                        NdException.class, e -> assertThat(e.status()).isEqualTo(NdStatus.NOT_SUPPORTED));
    }

    @Test
    void saysThatTheEngineCannotBeLookedForWithoutDescriptors() {
        Thread.currentThread().setContextClassLoader(new ClassLoader(own) {
            @Override
            protected Enumeration<URL> findResources(String name) throws IOException {
                throw new IOException("Too many open files");
            }
        });

        assertThatThrownBy(() -> NetworkDirect.open(OrielConfig.defaults()))
                .hasMessageContaining("Too many open files")
                .isInstanceOfSatisfying(
                        NdException.class, e -> assertThat(e.status()).isEqualTo(NdStatus.INSUFFICIENT_RESOURCES));
    }
}
