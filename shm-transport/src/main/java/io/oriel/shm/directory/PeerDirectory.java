// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm.directory;

import io.oriel.shm.rights.FileChecks;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.UserPrincipal;

/**
 * The directory of a peer's process, which is of the user whom the kernel has named when the two met. So are the files in it.
 *
 * @param process    the peer's
 * @param path       of the directory
 * @param user       the peer's
 * @param uid        of the user
 * @param isWritable whether the kernel lets this process write the peer's files: they are of one user
 * @param isConfirmed whether the kernel has confirmed the process id: the process is visible here, and the user's
 * @param life       whether the process lives; to be closed by whoever opened the directory
 */
public record PeerDirectory(
        ProcessName process,
        Path path,
        UserPrincipal user,
        int uid,
        boolean isWritable,
        boolean isConfirmed,
        PeerLife life) {
    /**
     * Checks whose a directory is, and that its process lives. May block.
     *
     * @param base    where it is
     * @param process the peer's, as it gave it
     * @param user    the peer's, as the kernel gave it
     * @return the directory, whose life the caller closes
     * @throws IOException if it is somebody else's, or the peer has not named its own process
     */
    public static PeerDirectory open(BaseDirectory base, ProcessName process, UserPrincipal user) throws IOException {
        Path path = base.path().resolve(process.toString());
        int uid = base.members().rights().requireMembersDirectory(path);
        UserPrincipal owner = Files.getOwner(path, LinkOption.NOFOLLOW_LINKS);
        if (!owner.equals(user)) {
            throw new IOException(path + " must be of user " + user.getName() + ", is of " + owner.getName());
        }
        boolean isOwn = base.members().isSelf(user);
        if (process.isOfThisProcess()) {
            if (!isOwn) {
                throw new IOException(
                        "the peer is of user " + user.getName() + ", and names itself as this process, of user "
                                + base.members().self().getName());
            }
            return new PeerDirectory(process, path, user, uid, true, true, PeerLife.ofThisProcess());
        }
        boolean isConfirmed = process.isConfirmed(uid);
        PeerLife life = PeerLife.open(path.resolve(ProcessDirectory.ALIVE), uid);
        return new PeerDirectory(process, path, user, uid, isOwn, isConfirmed, life);
    }

    /**
     * Returns the process's id as this process may use it.
     *
     * @return 0 if the id means nothing here, or the kernel has not confirmed it
     */
    public long pid() {
        return isConfirmed ? process.pid() : 0;
    }

    /**
     * Returns the directory as if it were another user's.
     *
     * @return a changed copy
     */
    public PeerDirectory ofAnother() {
        return new PeerDirectory(process, path, user, uid, false, isConfirmed, life);
    }

    /**
     * Finds a log in the directory, and checks that it is an ordinary file of the peer's user. May block.
     *
     * @param name of the log, as the peer gave it
     * @return its path
     * @throws IOException if it is anything else
     */
    public Path log(String name) throws IOException {
        if (!name.matches(ProcessDirectory.LOG_PREFIX + RandomNames.DIGITS)) {
            throw new IOException("'" + name + "' is not the name of a log");
        }
        Path log = path.resolve(name);
        long unused = FileChecks.requireShownFile(log, uid);
        return log;
    }

    /**
     * Finds a file in the directory, and checks that it is an ordinary one of the peer's user. May block.
     *
     * @param name   of the file
     * @param length bytes that it must have
     * @return its path
     * @throws IOException if it is anything else
     */
    public Path file(String name, long length) throws IOException {
        Path file = path.resolve(name);
        FileChecks.requireFile(file, uid, length);
        return file;
    }
}
