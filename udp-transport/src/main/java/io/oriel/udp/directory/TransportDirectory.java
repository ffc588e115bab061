// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp.directory;

import io.oriel.api.NdException;
import io.oriel.engine.control.ExitHook;
import io.oriel.engine.control.SystemFailure;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The directory of one transport of this process, with a file that is locked until the process ends: the kernel frees the
 * lock however it ends.
 */
public final class TransportDirectory implements AutoCloseable {
    private static final String ALIVE = "alive";
    /** Shared memory's, too: each medium lists and removes what the other has left. */
    private static final Pattern NAME = Pattern.compile("p-([0-9]{1,10})-[0-9]{1,18}-([0-9a-z]{1,12})-[0-9a-f]{16}");

    private static final Pattern NAMESPACE = Pattern.compile("pid:\\[([0-9]{1,18})]");
    private static final int NAMESPACE_RADIX = 36;
    /** Where Aeron makes logs in the directory of a media driver. */
    private static final List<String> LOGS = List.of("publications", "images");

    private static final int START_TICKS_FIELD = 22;
    private static final int FIRST_FIELD_AFTER_NAME = 3;
    private static final int MAX_DEPTH = 4;

    private final Path base;
    private final Path path;
    private final Set<Path> drivers = ConcurrentHashMap.newKeySet();
    private final ExitHook atExit;

    // Opened once: closing any other channel on the same file would drop the lock. Guarded by this.
    private FileChannel alive;

    private TransportDirectory(Path base, Path path, FileChannel alive) {
        this.base = base;
        this.path = path;
        this.alive = alive;
        atExit = new ExitHook(() -> PrivateDirectory.deleteOnExit(path, MAX_DEPTH));
    }

    /**
     * Makes the directory, and removes those of dead processes. Blocks; on a worker.
     *
     * @param base Oriel's own directory
     * @return the directory, to be closed by the caller
     * @throws NdException INSUFFICIENT_RESOURCES if the base cannot be used, or has no room
     */
    public static TransportDirectory create(Path base) {
        PrivateDirectory.require(base);
        clearDead(base);
        Path path = base.resolve(RandomNumbers.next(
                "p-" + ProcessHandle.current().pid() + '-' + ownStartTicks() + '-' + ownNamespace() + '-'));
        return new TransportDirectory(base, path, make(base, path));
    }

    private static FileChannel make(Path base, Path path) {
        // Nobody takes it for a dead one's before it has its final name.
        Path unfinished = base.resolve(RandomNumbers.next("u-"));
        try {
            PrivateDirectory.create(unfinished);
            return named(lockedFile(unfinished.resolve(ALIVE)), unfinished, path);
        } catch (IOException e) {
            removeUnfinished(unfinished);
            throw SystemFailure.exception("the directory " + path + " cannot be made", path, e);
        }
    }

    /** Lists nothing: there may be no descriptor to list with. */
    private static void removeUnfinished(Path unfinished) {
        try {
            Files.deleteIfExists(unfinished.resolve(ALIVE));
            Files.deleteIfExists(unfinished);
        } catch (IOException e) {
            // not ours: it stays
        }
    }

    private static FileChannel named(FileChannel lock, Path unfinished, Path path) throws IOException {
        try {
            Files.move(unfinished, path);
            return lock;
        } catch (IOException e) {
            lock.close();
            throw e;
        }
    }

    private static FileChannel lockedFile(Path file) throws IOException {
        FileChannel channel = FileChannel.open(
                file,
                Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS),
                PrivateDirectory.FILE_MODE);
        try {
            Files.setPosixFilePermissions(file, PrivateDirectory.FILE_PERMISSIONS);
            if (channel.tryLock() == null) {
                throw new IOException("another process locked " + file);
            }
            return channel;
        } catch (IOException e) {
            channel.close();
            throw e;
        }
    }

    private static void clearDead(Path base) {
        String own = String.valueOf(ProcessHandle.current().pid());
        String namespace = ownNamespace();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(base)) {
            for (Path entry : entries) {
                Matcher name = NAME.matcher(entry.getFileName().toString());
                // Opening a file of this process' own would drop its lock.
                if (name.matches()
                        && !(own.equals(name.group(1)) && namespace.equals(name.group(2)))
                        && PrivateDirectory.isPrivate(entry)
                        && isDead(entry)) {
                    PrivateDirectory.deleteQuietly(entry, MAX_DEPTH);
                }
            }
        } catch (IOException e) {
            // what cannot be listed is left for the next one
        }
    }

    private static boolean isDead(Path directory) {
        Set<StandardOpenOption> write = Set.of(StandardOpenOption.WRITE);
        try (FileChannel channel = FileChannel.open(directory.resolve(ALIVE), write)) {
            return channel.tryLock() != null;
        } catch (IOException | OverlappingFileLockException e) {
            return false; // unreadable or busy says nothing
        }
    }

    /**
     * Makes the directory again if it was removed, as by a login manager or a cleaner, with the directories of its media drivers.
     * The drivers continue with the files that they have mapped, and make later ones there. Blocks; on a worker.
     *
     * @return false if it is there
     * @throws NdException INSUFFICIENT_RESOURCES if it cannot be made
     */
    public synchronized boolean restore() {
        if (!alive.isOpen() || !Files.notExists(path.resolve(ALIVE), LinkOption.NOFOLLOW_LINKS)) {
            return false;
        }
        try {
            PrivateDirectory.restore(base);
            PrivateDirectory.deleteQuietly(path, MAX_DEPTH); // of which only the file was removed
            FileChannel former = alive;
            alive = make(base, path);
            former.close();
            for (Path driver : drivers) {
                PrivateDirectory.create(driver);
                for (String logs : LOGS) {
                    PrivateDirectory.create(driver.resolve(logs));
                }
            }
            return true;
        } catch (IOException e) {
            throw SystemFailure.exception("the directory " + path + " cannot be made again", path, e);
        }
    }

    /**
     * Returns the warning that follows {@link #restore}.
     *
     * @return cause and remedy
     */
    public String removal() {
        return "the directory " + base
                + " was removed while this process used it, as a login manager does that removes what its"
                + " users left (RemoveIPC=yes of systemd-logind), or a cleaner of temporary files; it was made again, and links"
                + " continue. Set RemoveIPC=no, exclude the directory from the cleaner, or choose another with the property"
                + " oriel.sharedMemory.directory";
    }

    /** Returns a path at which nothing is. */
    public Path newDriver() {
        Path driver = path.resolve(RandomNumbers.next("d-"));
        drivers.add(driver);
        return driver;
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
     * Removes what is left of a media driver.
     *
     * @param driver of {@link #newDriver}
     */
    public void remove(Path driver) {
        if (driver.startsWith(path)) {
            drivers.remove(driver);
            PrivateDirectory.deleteQuietly(driver, MAX_DEPTH);
        }
    }

    /** Removes the directory, and gives up the lock. Idempotent. */
    @Override
    public synchronized void close() {
        atExit.close();
        PrivateDirectory.deleteQuietly(path, MAX_DEPTH);
        try {
            alive.close();
        } catch (IOException e) {
            // the lock ends with the process
        }
    }

    /** Returns the number of the PID namespace, for a number of a process means another one elsewhere; 0 if the kernel has but one. */
    private static String ownNamespace() {
        try {
            Matcher link = NAMESPACE.matcher(
                    Files.readSymbolicLink(Path.of("/proc/self/ns/pid")).toString());
            return link.matches() ? Long.toString(Long.parseLong(link.group(1)), NAMESPACE_RADIX) : "0";
        } catch (IOException e) {
            return "0";
        }
    }

    private static String ownStartTicks() {
        try {
            String stat = Files.readString(Path.of("/proc/self/stat"));
            // The command's name, in brackets, may hold anything.
            String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", START_TICKS_FIELD);
            return fields[START_TICKS_FIELD - FIRST_FIELD_AFTER_NAME];
        } catch (IOException e) {
            throw SystemFailure.exception(
                    "/proc/self/stat cannot be read, and Oriel needs Linux with /proc mounted", null, e);
        }
    }
}
