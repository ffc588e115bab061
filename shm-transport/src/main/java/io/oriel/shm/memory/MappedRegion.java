// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm.memory;

import io.oriel.api.NdException;
import io.oriel.api.NdStatus;
import io.oriel.engine.transport.RegionMemory;
import io.oriel.shm.directory.ProcessDirectory;
import io.oriel.shm.directory.RandomNames;
import io.oriel.shm.directory.ZeroedFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.agrona.concurrent.UnsafeBuffer;

/** Memory of a region, in a file of its own that processes of the same user can map. */
public final class MappedRegion implements RegionMemory {
    private final Path path;
    private final UnsafeBuffer buffer;
    private final Consumer<MappedRegion> onRelease;

    private MappedRegion(Path path, UnsafeBuffer buffer, Consumer<MappedRegion> onRelease) {
        this.path = path;
        this.buffer = buffer;
        this.onRelease = onRelease;
    }

    /**
     * Makes a region's file, full of zeros. May block.
     *
     * @param directory of this process
     * @param length    bytes, at least 1
     * @param onRelease hears, each time, of {@link #release}
     * @return the memory
     * @throws NdException INSUFFICIENT_RESOURCES if there is no room, or the length cannot be mapped
     */
    public static MappedRegion create(ProcessDirectory directory, long length, Consumer<MappedRegion> onRelease) {
        if (length < 1) {
            throw new IllegalArgumentException("length must be at least 1, was " + length);
        }
        if (length > Integer.MAX_VALUE) {
            throw new NdException(
                    NdStatus.INSUFFICIENT_RESOURCES,
                    "a region of " + length + " bytes cannot be mapped; at most " + Integer.MAX_VALUE
                            + " bytes can: use several regions");
        }
        Path path = directory.path().resolve(RandomNames.next("r-"));
        try {
            return new MappedRegion(path, new UnsafeBuffer(ZeroedFile.create(path, length)), onRelease);
        } catch (IOException e) {
            throw new NdException(
                    NdStatus.INSUFFICIENT_RESOURCES,
                    "no room for a region of " + length + " bytes in " + directory.path() + ", where "
                            + freeBytes(directory.path()) + " bytes are free (" + e.getMessage()
                            + "); free memory there, or choose another directory with the property"
                            + " oriel.sharedMemory.directory",
                    e);
        }
    }

    private static String freeBytes(Path directory) {
        try {
            return Long.toString(Files.getFileStore(directory).getUsableSpace());
        } catch (IOException e) {
            return "an unknown number of";
        }
    }

    @Override
    public UnsafeBuffer buffer() {
        return buffer;
    }

    @Override
    public void release() {
        try {
            Files.deleteIfExists(path);
        } catch (IOException e) {
            // It goes with the process' directory.
            assert e != null;
        }
        onRelease.accept(this);
    }
}
