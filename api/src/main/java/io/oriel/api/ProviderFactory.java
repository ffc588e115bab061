// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.api;

import io.oriel.api.config.OrielConfig;

/** Makes providers; found by {@link java.util.ServiceLoader}. For engines, not for users. */
public interface ProviderFactory {
    /**
     * Opens a provider.
     *
     * @param config how
     * @return the provider
     * @throws NdException INSUFFICIENT_RESOURCES if the directory of the medium cannot be used
     */
    Provider open(OrielConfig config);
}
