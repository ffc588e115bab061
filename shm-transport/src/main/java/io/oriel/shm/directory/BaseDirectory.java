// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm.directory;

import io.oriel.api.NdException;
import io.oriel.api.NdStatus;
import io.oriel.api.config.SharingConfig;
import io.oriel.engine.control.SystemFailure;
import io.oriel.shm.rights.FileChecks;
import io.oriel.shm.rights.Members;
import io.oriel.shm.rights.Rights;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.GroupPrincipal;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Oriel's own directory on this host: made if it is missing, and checked to be of this user, or group, and nobody else's. */
public final class BaseDirectory {
    private final Path path;
    private final Members members;
    private final DirectoryLock lock;

    private BaseDirectory(Path path, Members members) {
        this.path = path;
        this.members = members;
        lock = new DirectoryLock(path, members.rights());
    }

    /**
     * Makes the directory of one user if it is missing, and checks it.
     *
     * @param path where it is, absolute
     * @return the directory
     * @throws NdException as below
     */
    public static BaseDirectory open(Path path) {
        return open(path, SharingConfig.defaults());
    }

    /**
     * Makes the directory if it is missing, and checks it.
     *
     * @param path    where it is, absolute
     * @param sharing whose it is
     * @return the directory
     * @throws NdException INSUFFICIENT_RESOURCES, with the path, what was found, what is needed and the remedy
     */
    public static BaseDirectory open(Path path, SharingConfig sharing) {
        try {
            Members members = Members.of(sharing);
            create(path, members.rights());
            check(path, members.rights());
            return new BaseDirectory(path, members);
        } catch (IOException e) {
            throw unusable(path, e);
        }
    }

    private static NdException unusable(Path path, IOException cause) {
        return SystemFailure.exception("the directory " + path + " for shared memory cannot be used", path, cause);
    }

    /** It bears its name only when it has its rights: else another process would take it for one that is wrong. */
    private static void create(Path path, Rights rights) throws IOException {
        if (Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
            return; // check() looks at what it is
        }
        HeldDirectory unfinished = HeldDirectory.createBeside(path.toAbsolutePath(), "oriel-new-");
        try {
            rights.setOnBase(unfinished.self());
            unfinished.moveTo(path);
        } catch (IOException e) {
            unfinished.remove();
            if (!Files.exists(path, LinkOption.NOFOLLOW_LINKS)) { // else another process made it meanwhile
                throw e;
            }
        } finally {
            unfinished.close();
        }
    }

    /**
     * Makes the directory again after it was removed. Aeron may have made it meanwhile, with the mode of its own directories. May
     * block.
     *
     * @throws NdException as {@link #open}
     */
    void restore() {
        try {
            create(path, members.rights());
            setRights();
            check(path, members.rights());
        } catch (IOException e) {
            throw unusable(path, e);
        }
    }

    private void setRights() throws IOException {
        try (HeldDirectory held = HeldDirectory.open(path)) {
            FileChecks.Found found = FileChecks.Found.at(held.self());
            if (found.isMadeBy(FileChecks.ownUid())) {
                members.rights().setOnBase(held.self());
            }
        }
    }

    private static void check(Path path, Rights rights) throws IOException {
        FileChecks.Found found = FileChecks.Found.at(path);
        if (found.isLink()) {
            throw wrong(path, "it is a symbolic link", "remove the link, or");
        }
        if (!found.isDirectory()) {
            throw wrong(path, "it is not a directory", "remove it, or");
        }
        GroupPrincipal group = rights.group();
        if (group == null ? found.uid() != FileChecks.ownUid() : !group.equals(found.group())) {
            throw wrong(path, "it belongs to " + otherThanNeeded(found, group), "have its owner remove it, or");
        }
        if (!rights.isBaseMode(found.permissions())) {
            String needed = String.format("%04o", rights.baseMode());
            throw wrong(
                    path,
                    "its mode is " + String.format("%04o", found.permissions()) + ", but must be " + needed
                            + (group == null
                                    ? ", so that no other user can read messages"
                                    : ", so that members cannot replace each other's files"),
                    "run: chmod " + needed + " " + path + ", or");
        }
    }

    private static String otherThanNeeded(FileChecks.Found found, @Nullable GroupPrincipal group) throws IOException {
        return group == null
                ? "user id " + found.uid() + ", but must belong to this process' user id " + FileChecks.ownUid()
                : "group " + found.group().getName() + ", but must belong to group " + group.getName();
    }

    private static NdException wrong(Path path, String found, String remedy) {
        return new NdException(
                NdStatus.INSUFFICIENT_RESOURCES,
                "the directory " + path + " for shared memory cannot be used: " + found + "; " + remedy
                        + " choose another with the property oriel.sharedMemory.directory");
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
     * Returns whose processes are met in it.
     *
     * @return the members
     */
    public Members members() {
        return members;
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
