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
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
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
    // Those of before stay open: a path through one may be in use.
    private final Queue<HeldDirectory> former = new ConcurrentLinkedQueue<>();
    private volatile HeldDirectory held;
    private volatile Alive alive;
    private volatile boolean isEnding;

    /**
     * The file that is locked.
     *
     * @param channel  opened once: closing any other channel on the same file would drop the lock
     * @param identity of the file
     */
    private record Alive(FileChannel channel, @Nullable Object identity) {}

    /**
     * A directory that was made.
     *
     * @param held  open
     * @param alive locked
     */
    private record Made(HeldDirectory held, Alive alive) {}

    private ProcessDirectory(ProcessName name, Path path, Rights rights, Made made) {
        this.name = name;
        this.path = path;
        this.rights = rights;
        held = made.held();
        alive = made.alive();
        atExit = new ExitHook(this::end);
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

    /** It bears its name only when it is locked and has its rights. */
    private static Made make(Path path, Rights rights) {
        try {
            HeldDirectory held = HeldDirectory.createBeside(path);
            try {
                return new Made(held, fill(held, path, rights));
            } catch (IOException | RuntimeException | Error e) {
                FileTree.deleteOne(held.at(ALIVE));
                held.remove();
                held.close();
                throw e;
            }
        } catch (IOException e) {
            throw unmade(path, e);
        }
    }

    private static Alive fill(HeldDirectory held, Path path, Rights rights) throws IOException {
        Alive alive = lockedFile(held.at(ALIVE), rights);
        try {
            rights.setOnDirectory(held.self());
            held.moveTo(path);
            return alive;
        } catch (IOException | RuntimeException | Error e) {
            closeQuietly(alive);
            throw e;
        }
    }

    private static NdException unmade(Path path, IOException cause) {
        return SystemFailure.exception("the directory " + path + " cannot be made", path, cause);
    }

    /** The process ends: what is removed from now on is not made again. */
    void end() {
        isEnding = true;
        FileTree.deleteOnExit(held, path);
    }

    /**
     * Tells whether the directory was removed, or its file. May block.
     *
     * @return true if {@link #restore} is needed
     */
    boolean isLost() {
        return !isEnding && FileChecks.isLost(path.resolve(ALIVE), alive.identity());
    }

    /** Makes the directory, or the file in it, again after it was removed. Under the lock of the base directory. */
    void restore() {
        Alive before = alive;
        if (held.isAt(path)) {
            restoreFile();
        } else {
            Made made = Files.exists(path, LinkOption.NOFOLLOW_LINKS) ? adopt() : make(path, rights);
            former.add(held);
            held = made.held();
            alive = made.alive();
        }
        closeQuietly(before);
    }

    /** Aeron has made the directory meanwhile, for a log. What has a lock already is another process's. */
    private Made adopt() {
        try {
            HeldDirectory found = HeldDirectory.open(path);
            try {
                found.requireOwn();
                Alive locked = lockedFile(found.at(ALIVE), rights);
                rights.setOnDirectory(found.self());
                return new Made(found, locked);
            } catch (IOException | RuntimeException | Error e) {
                found.close();
                throw e;
            }
        } catch (IOException e) {
            throw unmade(path, e);
        }
    }

    private void restoreFile() {
        try {
            alive = lockedFile(held.at(ALIVE), rights);
        } catch (IOException e) {
            throw unmade(path, e);
        }
    }

    private static Alive lockedFile(Path file, Rights rights) throws IOException {
        FileChannel channel = FileChannel.open(
                file,
                Set.of(
                        StandardOpenOption.CREATE_NEW,
                        StandardOpenOption.READ,
                        StandardOpenOption.WRITE,
                        LinkOption.NOFOLLOW_LINKS),
                FileChecks.FILE_MODE);
        @Nullable Object identity = null;
        try {
            Files.setPosixFilePermissions(file, rights.ownersFile()); // nobody else replaces what is in the directory
            identity = FileChecks.identity(file);
            LockFiles.add(identity);
            if (channel.tryLock() == null) {
                throw new IOException("another process locked " + file);
            }
            return new Alive(channel, identity);
        } catch (IOException | RuntimeException | Error e) {
            LockFiles.remove(identity);
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
     * Returns a path for making a file in the directory. It leads there whatever the directory's own path leads to.
     *
     * @param file name
     * @return a path for calls of this process, until the directory is closed
     */
    public Path at(String file) {
        return held.at(file);
    }

    /**
     * Gives the directory of a media driver its rights. May block.
     *
     * @param directory of the driver, in this one
     * @throws IOException if that cannot be
     */
    public void setRightsOfDriver(Path directory) throws IOException {
        rights.setOnDriver(inside(directory));
    }

    /** Returns a path in this directory that leads there whatever the directory's own path leads to. */
    private Path inside(Path file) {
        return file.startsWith(path) ? held.at(path.relativize(file).toString()) : file;
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
            Path name = held.at(shown);
            Files.createLink(name, inside(log));
            // The driver may be another process's: it is looked at where nobody else can replace it.
            long unused = FileChecks.requireShownFile(name, FileChecks.ownUid());
            Files.setPosixFilePermissions(name, rights.ownersFile());
            return shown;
        } catch (IOException e) {
            hide(shown);
            throw SystemFailure.exception("the log " + log + " gets no name in " + path, path, e);
        }
    }

    /**
     * Takes back a name of a log. May block; idempotent.
     *
     * @param shown what {@link #show} returned
     */
    public void hide(String shown) {
        FileTree.deleteOne(held.at(shown));
    }

    /**
     * Removes the files of a media driver that this process ran.
     *
     * @param directory of the driver, in this one
     */
    public void removeDriver(Path directory) {
        if (directory.startsWith(path)) {
            FileTree.deleteDriver(inside(directory));
        }
    }

    /** Removes the directory with all files in it, and gives up the lock. Idempotent. */
    @Override
    public void close() {
        atExit.close();
        FileTree.deleteQuietly(held, path);
        closeQuietly(alive);
        held.close();
        former.forEach(HeldDirectory::close);
    }

    private static void closeQuietly(Alive alive) {
        LockFiles.remove(alive.identity());
        try {
            alive.channel().close();
        } catch (IOException e) {
            // Nothing is left to be done: the lock ends with the process.
        }
    }
}
