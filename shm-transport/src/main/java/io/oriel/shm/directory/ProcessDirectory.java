// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm.directory;

import io.oriel.api.NdException;
import io.oriel.engine.control.ExitHook;
import io.oriel.engine.control.SystemFailure;
import io.oriel.shm.rights.FileChecks;
import io.oriel.shm.rights.Rights;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The directory of one transport of this process, with a file that is locked until the process ends: the kernel frees
 * the lock however it ends.
 */
public final class ProcessDirectory implements AutoCloseable {
    static final String ALIVE = "alive";
    /** What the name of a log begins with. */
    static final String LOG_PREFIX = "g-";

    private final ProcessName name;
    private final Path path;
    private final Rights rights;
    private final ExitHook atExit;
    private volatile Alive alive;

    /**
     * The file that is locked.
     *
     * @param channel  opened once: closing any other channel on the same file would drop the lock
     * @param identity of the file
     */
    private record Alive(FileChannel channel, @Nullable Object identity) {}

    private ProcessDirectory(ProcessName name, Path path, Rights rights, Alive alive) {
        this.name = name;
        this.path = path;
        this.rights = rights;
        this.alive = alive;
        atExit = new ExitHook(() -> FileTree.deleteOnExit(path));
    }

    /**
     * Makes the directory. Under the lock of the base directory, else it may be taken for a dead process'.
     *
     * @param base where
     * @return the directory, to be closed by the caller
     * @throws NdException INSUFFICIENT_RESOURCES if there is no room
     */
    public static ProcessDirectory create(BaseDirectory base) {
        ProcessName name = ProcessName.create();
        Path path = base.path().resolve(name.toString());
        Rights rights = base.members().rights();
        return new ProcessDirectory(name, path, rights, make(path, rights));
    }

    private static Alive make(Path path, Rights rights) {
        try {
            makeDirectory(path);
            Alive alive = lockedFile(path.resolve(ALIVE), rights);
            rights.setOnDirectory(path); // last: nobody looks at a lock that is not held yet
            return alive;
        } catch (IOException e) {
            FileTree.deleteQuietly(path);
            throw SystemFailure.exception("the directory " + path + " cannot be made", path, e);
        }
    }

    private static void makeDirectory(Path path) throws IOException {
        try {
            Files.createDirectory(path, FileChecks.DIRECTORY_MODE);
        } catch (FileAlreadyExistsException e) {
            FileChecks.requireOwnDirectory(path); // of which only the file was removed
        }
        Files.setPosixFilePermissions(path, FileChecks.DIRECTORY); // the umask may have taken rights of the owner
    }

    /**
     * Tells whether the directory was removed, or its file. May block.
     *
     * @return true if {@link #restore} is needed
     */
    boolean isLost() {
        return FileChecks.isLost(path.resolve(ALIVE), alive.identity());
    }

    /** Makes the directory again after it was removed. Under the lock of the base directory. */
    void restore() {
        Alive former = alive;
        alive = make(path, rights);
        closeQuietly(former);
    }

    private static Alive lockedFile(Path file, Rights rights) throws IOException {
        FileChannel channel = FileChannel.open(
                file,
                Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS),
                FileChecks.FILE_MODE);
        try {
            Files.setPosixFilePermissions(file, rights.ownersFile());
            if (channel.tryLock() == null) {
                throw new IOException("another process locked " + file);
            }
            return new Alive(channel, FileChecks.identity(file));
        } catch (IOException e) {
            channel.close();
            throw e;
        }
    }

    /**
     * Returns the directory's name.
     *
     * @return names this process and transport
     */
    public ProcessName name() {
        return name;
    }

    /**
     * Returns where the directory is.
     *
     * @return an absolute path
     */
    public Path path() {
        return path;
    }

    /**
     * Returns the rights of what lies in the directory.
     *
     * @return those of the base directory
     */
    public Rights rights() {
        return rights;
    }

    /**
     * Gives a log, which its driver has made where only its user comes, a second name in this directory, by which a peer maps it to
     * read it. May block.
     *
     * @param log of this user
     * @return the name, to be taken back
     * @throws NdException INSUFFICIENT_RESOURCES if there is no room for it
     */
    public String show(Path log) {
        String shown = RandomNames.next(LOG_PREFIX);
        try {
            Files.setPosixFilePermissions(log, rights.ownersFile());
            Files.createLink(path.resolve(shown), log);
            return shown;
        } catch (IOException e) {
            throw SystemFailure.exception("the log " + log + " gets no name in " + path, path, e);
        }
    }

    /**
     * Takes back a name of a log. May block; idempotent.
     *
     * @param shown what {@link #show} returned
     */
    public void hide(String shown) {
        FileTree.deleteOne(path.resolve(shown));
    }

    /**
     * Removes the files of a media driver that this process ran.
     *
     * @param directory of the driver, in this one
     */
    public void removeDriver(Path directory) {
        if (directory.startsWith(path)) {
            FileTree.deleteDriver(directory);
        }
    }

    /** Removes the directory with all files in it, and gives up the lock. Idempotent. */
    @Override
    public void close() {
        atExit.close();
        FileTree.deleteQuietly(path);
        closeQuietly(alive);
    }

    private static void closeQuietly(Alive alive) {
        try {
            alive.channel().close();
        } catch (IOException e) {
            // Nothing is left to be done: the lock ends with the process.
        }
    }
}
