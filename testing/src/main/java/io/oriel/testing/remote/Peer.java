// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.remote;

import io.oriel.api.Provider;
import io.oriel.api.config.OrielConfig;
import io.oriel.testing.conformance.fixture.StoppedCopy;
import java.nio.file.Path;
import java.util.Objects;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;

/** What the peer's process has: one provider at a time. */
final class Peer implements PeerControl {
    private @Nullable PeerMedium medium;
    private @Nullable OpenMedium open;
    private @Nullable StoppedCopy inside;

    @Override
    public Provider open(String name, OrielConfig config, Path memory) {
        close();
        PeerMedium own = new PeerMedium(OpenMedium.find(name), memory);
        OpenMedium opened = OpenMedium.open(own, config, Throwable::printStackTrace);
        medium = own;
        open = opened;
        return opened.provider();
    }

    @Override
    public void close() {
        OpenMedium opened = open;
        if (opened != null) {
            opened.close();
            open = null;
        }
    }

    @Override
    public void stopInside(byte[] descriptor) {
        inside = new StoppedCopy(Objects.requireNonNull(medium).lastLinkMemory(), new UnsafeBuffer(descriptor));
    }

    @Override
    public void goOn() {
        Objects.requireNonNull(inside).end();
    }
}
