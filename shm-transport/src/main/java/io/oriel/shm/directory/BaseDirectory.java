// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm.directory;

import io.oriel.api.NdException;
import io.oriel.api.NdStatus;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.UserPrincipal;
import java.util.function.Supplier;

/** Oriel's own directory on this host: made if it is missing, and checked to be nobody else's. */
public final class BaseDirectory {
    private static final int REQUIRED_PERMISSIONS = 0700;

    private final Path path;
    private final UserPrincipal owner;
    private final DirectoryLock lock;

    private BaseDirectory(Path path, UserPrincipal owner) {
        this.path = path;
        this.owner = owner;
        lock = new DirectoryLock(path);
    }

    /**
     * Makes the directory if it is missing, and checks it.
     *
     * @param path where it is, absolute
     * @return the directory
     * @throws NdException INSUFFICIENT_RESOURCES, with the path, what was found, what is needed and the remedy
     */
    public static BaseDirectory open(Path path) {
        try {
            create(path);
            check(path);
            return new BaseDirectory(path, Files.getOwner(path));
        } catch (NoSuchFileException e) {
            throw unusable(path, "its parent " + path.getParent() + " does not exist", "mount a tmpfs there, or", e);
        } catch (AccessDeniedException e) {
            throw unusable(
                    path,
                    "user " + System.getProperty("user.name") + " may not make it",
                    "make it with mode 0700" + " for this user, or",
                    e);
        } catch (IOException e) {
            throw unusable(path, "it cannot be made or read: " + e, "make room there, or", e);
        }
    }

    private static void create(Path path) throws IOException {
        try {
            Files.createDirectory(path, FileChecks.DIRECTORY_MODE);
            // The umask may have taken rights that the owner needs.
            Files.setPosixFilePermissions(path, FileChecks.DIRECTORY_PERMISSIONS);
        } catch (FileAlreadyExistsException e) {
            // Another process made it, now or long ago; check() looks at what it is.
        }
    }

    private static void check(Path path) throws IOException {
        FileChecks.Found found = FileChecks.Found.at(path);
        if (found.isLink()) {
            throw wrong(path, "it is a symbolic link", "remove the link, or");
        }
        if (!found.isDirectory()) {
            throw wrong(path, "it is not a directory", "remove it, or");
        }
        if (found.uid() != FileChecks.ownUid()) {
            throw wrong(
                    path,
                    "it belongs to user id " + found.uid() + ", but must belong to this process' user id "
                            + FileChecks.ownUid(),
                    "have its owner remove it, or");
        }
        if (found.permissions() != REQUIRED_PERMISSIONS) {
            throw wrong(
                    path,
                    "its mode is " + String.format("%04o", found.permissions()) + ", but must be 0700, so that no other"
                            + " user can read messages",
                    "run: chmod 0700 " + path + ", or");
        }
    }

    private static NdException wrong(Path path, String found, String remedy) {
        return new NdException(NdStatus.INSUFFICIENT_RESOURCES, sentence(path, found, remedy));
    }

    private static NdException unusable(Path path, String found, String remedy, IOException cause) {
        return new NdException(NdStatus.INSUFFICIENT_RESOURCES, sentence(path, found, remedy), cause);
    }

    private static String sentence(Path path, String found, String remedy) {
        return "the directory " + path + " for shared memory cannot be used: " + found + "; " + remedy
                + " choose another with the property oriel.sharedMemory.directory";
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
     * Returns the user whom the directory belongs to, which is the process'.
     *
     * @return the user
     */
    public UserPrincipal owner() {
        return owner;
    }

    /**
     * Runs a task while no other process or thread runs one on this directory.
     *
     * @param task short; on a worker
     * @param <T>  type of its result
     * @return its result
     * @throws NdException DEVICE_NOT_READY if another process holds the lock and does not give it back
     */
    public <T> T locked(Supplier<T> task) {
        return lock.hold(task);
    }
}
