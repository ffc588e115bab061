// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.testing;

import io.oriel.engine.direct.DirectLayout;
import io.oriel.engine.transport.LinkMemory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;

/**
 * One end's view of a link's memory: three files, which each end maps for itself, also in the same process. The owner of
 * the one region is the first end.
 */
public final class FileMemory implements LinkMemory {
    /** The name of the region. */
    public static final long REGION_ID = 0x1234_5678_9ABCL;

    /** All of a region. */
    public static final Part WHOLE = Part.whole(0, 0);

    private static final String OWNER = "owner";
    private static final String PEER = "peer";
    private static final String REGION = "region";

    private final Path directory;
    private final UnsafeBuffer own;
    private final UnsafeBuffer peer;
    private int mappings;
    private @Nullable Part lastMapped;
    private boolean isWritable = true;
    private volatile boolean isPeerGone;

    private FileMemory(Path directory, String written, String watched) {
        this.directory = directory;
        own = map(directory.resolve(written), true);
        peer = map(directory.resolve(watched), false);
    }

    /** Makes the files, full of zeros, in a new directory in memory. */
    public static Path createFiles(int regionLength) {
        try {
            Path directory = Files.createTempDirectory(Path.of("/dev/shm"), "oriel-direct");
            Files.write(directory.resolve(OWNER), new byte[DirectLayout.LENGTH]);
            Files.write(directory.resolve(PEER), new byte[DirectLayout.LENGTH]);
            Files.write(directory.resolve(REGION), new byte[regionLength]);
            return directory;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Maps the files as the owner of the region sees them. */
    public static FileMemory ofOwner(Path directory) {
        return new FileMemory(directory, OWNER, PEER);
    }

    /** Maps the files as its peer sees them. */
    public static FileMemory ofPeer(Path directory) {
        return new FileMemory(directory, PEER, OWNER);
    }

    /** Removes the files; what is mapped stays. */
    public static void deleteFiles(Path directory) {
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Maps the region once more. */
    public UnsafeBuffer newMapping(boolean isWritable) {
        return map(directory.resolve(REGION), isWritable);
    }

    @Override
    public UnsafeBuffer own() {
        return own;
    }

    @Override
    public UnsafeBuffer peer() {
        return peer;
    }

    /** Lets the region be read alone, as another user's is. */
    public void refuseWrites() {
        isWritable = false;
    }

    @Override
    public boolean isWritable() {
        return isWritable;
    }

    @Override
    public @Nullable UnsafeBuffer mapRegion(long regionId, boolean isWanted, Part part) {
        mappings++;
        lastMapped = part;
        return regionId == REGION_ID && (isWritable || !isWanted)
                ? map(directory.resolve(REGION), isWanted, part)
                : null;
    }

    /** Returns what was to be mapped last. */
    public @Nullable Part lastMapped() {
        return lastMapped;
    }

    /** Returns how often a region was to be mapped. */
    public int mappings() {
        return mappings;
    }

    @Override
    public boolean isPeerGone() {
        return isPeerGone;
    }

    /** From now on the peer touches nothing. */
    public void peerGone() {
        isPeerGone = true;
    }

    private static UnsafeBuffer map(Path file, boolean isWritable) {
        return map(file, isWritable, WHOLE);
    }

    private static UnsafeBuffer map(Path file, boolean isWritable, Part part) {
        List<StandardOpenOption> options = isWritable
                ? List.of(StandardOpenOption.READ, StandardOpenOption.WRITE)
                : List.of(StandardOpenOption.READ);
        FileChannel.MapMode mode = isWritable ? FileChannel.MapMode.READ_WRITE : FileChannel.MapMode.READ_ONLY;
        try (FileChannel channel = FileChannel.open(file, options.toArray(StandardOpenOption[]::new))) {
            Part within = part.within(channel.size());
            return new UnsafeBuffer(channel.map(mode, within.start(), within.length()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
