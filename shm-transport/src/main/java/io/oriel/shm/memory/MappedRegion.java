// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm.memory;

import io.oriel.api.NdException;
import io.oriel.api.NdStatus;
import io.oriel.engine.control.FileSpace;
import io.oriel.engine.control.SystemFailure;
import io.oriel.engine.transport.LinkMemory;
import io.oriel.engine.transport.RegionMemory;
import io.oriel.shm.directory.LockFiles;
import io.oriel.shm.directory.PeerDirectory;
import io.oriel.shm.directory.ProcessDirectory;
import io.oriel.shm.directory.RandomNames;
import io.oriel.shm.directory.ZeroedFile;
import io.oriel.shm.rights.FileChecks;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.function.Consumer;
import org.agrona.IoUtil;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;

/** Memory of a region, in a file of its own that peers can map: those of the same user to write it, others to read it. */
public final class MappedRegion implements RegionMemory {
    private final Path path;
    private final long id;
    private final UnsafeBuffer buffer;
    private final Consumer<MappedRegion> onRelease;

    private MappedRegion(Path path, long id, UnsafeBuffer buffer, Consumer<MappedRegion> onRelease) {
        this.path = path;
        this.id = id;
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
        long id = newId();
        Path path = directory.path().resolve(nameOf(id));
        try {
            return new MappedRegion(
                    path,
                    id,
                    new UnsafeBuffer(ZeroedFile.create(
                            directory, nameOf(id), length, directory.rights().region())),
                    onRelease);
        } catch (IOException e) {
            throw SystemFailure.exception(
                    "a region of " + length + " bytes cannot be made in " + directory.path(), path, e);
        }
    }

    /**
     * Maps a part of a region of a peer. Of a peer of the same user the pages that are needed at once are touched, so that the first
     * access does not pay for them; another user does not decide how much memory is touched here. May block.
     *
     * @param directory  of the peer's process
     * @param id         as the peer told it
     * @param isWritable true to write it
     * @param part       of the region
     * @return its bytes; null if the peer has no such region any more, or the kernel would not let it be written
     * @throws NdException INSUFFICIENT_RESOURCES if it cannot be mapped, or is not what it must be
     */
    static @Nullable UnsafeBuffer map(PeerDirectory directory, long id, boolean isWritable, LinkMemory.Part part) {
        if (isWritable && !directory.isWritable()) {
            return null;
        }
        Path path = directory.path().resolve(nameOf(id));
        Set<OpenOption> options = isWritable
                ? Set.of(StandardOpenOption.READ, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS)
                : Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS);
        try {
            long length = FileChecks.requireFile(path, directory.uid());
            if (length > Integer.MAX_VALUE) {
                throw new IOException("it has " + length + " bytes");
            }
            LinkMemory.Part within = part.within(length);
            FileChannel channel = LockFiles.open(path, options, directory.uid());
            try {
                FileChannel.MapMode mode = isWritable ? FileChannel.MapMode.READ_WRITE : FileChannel.MapMode.READ_ONLY;
                MappedByteBuffer bytes = channel.map(mode, within.start(), within.length());
                return directory.isWritable() ? loaded(bytes, within, path) : new UnsafeBuffer(bytes);
            } finally {
                LockFiles.close(channel);
            }
        } catch (NoSuchFileException e) {
            return null;
        } catch (IOException e) {
            if (Files.notExists(path, LinkOption.NOFOLLOW_LINKS)) {
                return null; // it was shorter because it was deregistered meanwhile
            }
            throw SystemFailure.exception("the peer's region " + path + " cannot be mapped", null, e);
        }
    }

    /** Touches the pages that are needed, unless the region is deregistered meanwhile: then they are no longer the region's. */
    private static @Nullable UnsafeBuffer loaded(MappedByteBuffer bytes, LinkMemory.Part part, Path path) {
        boolean isThere;
        try {
            load(bytes, (int) (part.neededStart() - part.start()), (int) (part.neededEnd() - part.neededStart()));
            isThere = Files.exists(path, LinkOption.NOFOLLOW_LINKS);
        } catch (InternalError e) { // a page was taken away under the touch
            isThere = false;
        }
        if (isThere) {
            return new UnsafeBuffer(bytes);
        }
        IoUtil.unmap(bytes); // the touched pages would take space
        return null;
    }

    private static void load(MappedByteBuffer bytes, int offset, int length) {
        if (length > 0) {
            bytes.slice(offset, length).load();
        }
    }

    private static long newId() {
        long id;
        do {
            id = RandomNames.nextLong();
        } while (id == UNMAPPED);
        return id;
    }

    private static String nameOf(long id) {
        return "r-%016x".formatted(id);
    }

    @Override
    public UnsafeBuffer buffer() {
        return buffer;
    }

    @Override
    public long id() {
        return id;
    }

    @Override
    public void unmap() {
        ByteBuffer bytes = buffer.byteBuffer();
        if (bytes == null) {
            return; // it was unmapped before
        }
        try {
            new HeapTwin(buffer.capacity()).replace(buffer);
        } catch (OutOfMemoryError e) {
            return; // the collector unmaps it
        }
        IoUtil.unmap(bytes);
    }

    @Override
    public void releaseSpace() {
        try {
            FileSpace.remove(path);
        } catch (IOException e) {
            // There is no descriptor to open it with: its space is released when nobody maps it.
        }
        release();
    }

    @Override
    public void release() {
        try {
            Files.deleteIfExists(path);
        } catch (IOException e) {
            // It goes with the process' directory.
        }
        onRelease.accept(this);
    }
}
