// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm.directory;

import io.oriel.shm.rights.FileChecks;
import io.oriel.shm.rights.Rights;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;

/**
 * A directory that this process holds open. Paths through it lead into this directory, even if another user renames the directory
 * or puts a link in its place.
 */
public final class HeldDirectory implements AutoCloseable {
    /** What the name of a directory begins with until it has its own name. */
    static final String PREFIX = "t-";

    private static final Path DESCRIPTORS = Path.of("/proc/self/fd");
    private static final Path POSITIONS = Path.of("/proc/self/fdinfo");
    private static final int OWNERS = 0700;
    private static final int MODE_MASK = 07777;

    private final Path path;
    private final FileChannel channel;
    private final Path descriptor;
    private final Object identity;

    private HeldDirectory(Path path, FileChannel channel) throws IOException {
        this.path = path;
        this.channel = channel;
        descriptor = DESCRIPTORS.resolve(numberOf(channel));
        identity = identity(Files.readAttributes(self(), BasicFileAttributes.class));
        if (!isAt(path)) {
            throw new IOException(path + " was replaced while it was opened");
        }
    }

    /**
     * Opens a directory, which is no link. Blocks.
     *
     * @param path of the directory
     * @return the directory, to be closed by the caller
     * @throws IOException if it is no directory, or not readable
     */
    static HeldDirectory open(Path path) throws IOException {
        // A pipe would hold up whoever opened it, but has no entry for itself. A link is found by its identity.
        FileChannel channel = FileChannel.open(path.resolve("."), StandardOpenOption.READ);
        try {
            return new HeldDirectory(path, channel);
        } catch (IOException | RuntimeException | Error e) {
            channel.close();
            throw e;
        }
    }

    /**
     * Makes a directory of a random name that only this user can enter, whatever the umask is. Blocks.
     *
     * @param sibling a path in the same directory
     * @return the directory, to be closed and removed by the caller
     * @throws IOException if it cannot be made
     */
    public static HeldDirectory createBeside(Path sibling) throws IOException {
        return createBeside(sibling, PREFIX);
    }

    static HeldDirectory createBeside(Path sibling, String prefix) throws IOException {
        Path path = sibling.resolveSibling(RandomNames.next(prefix));
        Files.createDirectory(path, FileChecks.DIRECTORY_MODE);
        try {
            HeldDirectory made = open(path);
            try {
                made.requireUntouched();
                return made;
            } catch (IOException | RuntimeException | Error e) {
                made.close();
                throw e;
            }
        } catch (IOException | RuntimeException | Error e) {
            FileTree.deleteOne(path);
            throw e;
        }
    }

    /** Only an empty directory of this user can be the one that was just made. */
    private void requireUntouched() throws IOException {
        int uid = (Integer) Files.getAttribute(descriptor, "unix:uid");
        if (uid != FileChecks.ownUid() || !isEmpty()) {
            throw new IOException(path + " was replaced by another directory");
        }
        int mode = MODE_MASK & (Integer) Files.getAttribute(descriptor, "unix:mode");
        if ((mode & OWNERS) != OWNERS) { // the umask took rights of the owner
            Rights.setMode(descriptor, mode | OWNERS);
        }
    }

    private boolean isEmpty() throws IOException {
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(self())) {
            return !entries.iterator().hasNext();
        }
    }

    /**
     * Checks that the directory is this user's.
     *
     * @throws IOException if it is another user's
     */
    void requireOwn() throws IOException {
        FileChecks.requireOwnDirectory(self());
    }

    /** Returns the directory's own entry, which no link replaces. */
    public Path self() {
        return descriptor.resolve(".");
    }

    /**
     * Returns the path of a file in the directory.
     *
     * @param name of the file
     * @return a path for calls of this process
     */
    public Path at(String name) {
        return descriptor.resolve(name);
    }

    /** Tells whether a path leads to this directory. May block. */
    boolean isAt(Path place) {
        return !FileChecks.isLost(place, identity);
    }

    /**
     * Gives the directory, which this process has made, another name. May block.
     *
     * @param place new path, at which nothing but an empty directory may be
     * @throws IOException if it cannot be renamed, or was replaced before
     */
    void moveTo(Path place) throws IOException {
        FileTree.rename(path, place);
        if (!isAt(place)) {
            throw new IOException(path + " was replaced by another file");
        }
    }

    /** Removes the directory if it is empty and still has the name with which it was made. May block. */
    public void remove() {
        FileTree.deleteOne(path);
    }

    /** Paths through it must not be used any more. Idempotent. */
    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException e) {
            // The descriptor is gone all the same.
        }
    }

    private static Object identity(BasicFileAttributes attributes) throws IOException {
        Object key = attributes.fileKey();
        if (key == null) {
            throw new IOException("the file system does not identify a file");
        }
        return key;
    }

    /**
     * Finds the number of a descriptor, which the JDK does not show. Other descriptors may lead to the same directory, and other
     * threads may close them: so this one is marked with a position that it alone has, and once more, lest another had it by chance.
     */
    private static String numberOf(FileChannel channel) throws IOException {
        while (true) {
            channel.position(nextMark());
            String number = numberAt(channel.position());
            channel.position(nextMark());
            if (isAt(POSITIONS.resolve(number), channel.position())) {
                return number;
            }
        }
    }

    /** Returns a position that every file system takes. */
    private static long nextMark() {
        return RandomNames.nextLong() & Integer.MAX_VALUE;
    }

    private static String numberAt(long position) throws IOException {
        try (DirectoryStream<Path> open = Files.newDirectoryStream(POSITIONS)) {
            for (Path each : open) {
                if (isAt(each, position)) {
                    return each.getFileName().toString();
                }
            }
        }
        throw new IOException("Oriel needs Linux with /proc mounted: " + POSITIONS
                + " does not show the position of an open directory");
    }

    private static boolean isAt(Path info, long position) throws IOException {
        try {
            return Files.readString(info).startsWith("pos:\t" + position + "\n");
        } catch (NoSuchFileException e) {
            return false; // closed meanwhile
        } catch (FileSystemException e) {
            throw e; // no descriptor is left to look with
        } catch (IOException e) {
            return false; // closed after it was opened
        }
    }
}
