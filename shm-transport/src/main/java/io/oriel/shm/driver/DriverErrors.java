// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm.driver;

import io.oriel.shm.directory.ProcessHome;
import java.util.concurrent.RejectedExecutionException;

/** Where failures of media drivers and their clients go: to the agent's error handler, which is the provider's. */
final class DriverErrors {
    private DriverErrors() {}

    static void report(ProcessHome home, String who, Throwable error) {
        if (home.shortages().note(who, error)) {
            return;
        }
        try {
            home.loop().execute(() -> {
                throw new IllegalStateException(who + " reports: " + error, error);
            });
        } catch (RejectedExecutionException e) {
            // The provider is closed: nobody listens any more.
        }
    }
}
