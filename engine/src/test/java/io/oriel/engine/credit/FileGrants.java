// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.credit;

import io.oriel.engine.testing.FileMemory;
import io.oriel.engine.transport.RegionMemory;
import java.nio.file.Path;
import java.util.Objects;
import org.agrona.concurrent.UnsafeBuffer;

/** Grants in a file, which both ends map for themselves. */
final class FileGrants implements AutoCloseable {
    private final Path directory;
    final UnsafeBuffer buffer;
    final FileMemory peerMemory;
    final OwnGrants own;

    FileGrants() {
        this(GrantsLayout.LENGTH);
    }

    /** With a file that may be too short. */
    FileGrants(int length) {
        directory = FileMemory.createFiles(length);
        peerMemory = FileMemory.ofPeer(directory);
        buffer = FileMemory.ofOwner(directory).newMapping(true);
        own = new OwnGrants(new RegionMemory() {
            @Override
            public UnsafeBuffer buffer() {
                return buffer;
            }

            @Override
            public long id() {
                return FileMemory.REGION_ID;
            }

            @Override
            public void release() {
                // The file goes with the test.
            }
        });
    }

    PeerGrants openPeer() {
        return Objects.requireNonNull(PeerGrants.open(peerMemory, FileMemory.REGION_ID));
    }

    @Override
    public void close() {
        FileMemory.deleteFiles(directory);
    }
}
