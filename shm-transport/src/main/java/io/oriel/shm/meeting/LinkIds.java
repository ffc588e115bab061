// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm.meeting;

import io.oriel.shm.directory.RandomNames;
import io.oriel.shm.rights.Members;
import java.nio.file.attribute.UserPrincipal;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The names of one adapter's links, those included that are being made or given back. A name is random and of one link for
 * ever, so that what a peer says late of a former link is taken for no other. Other users have limits for the links that they ask
 * for, so that none keeps the others or the adapter's own user out. Used by the agent alone.
 */
public final class LinkIds {
    /** Links that an adapter can have at a time. */
    public static final int MAX_LINKS = 256;
    /** Links for which one user can ask who is not the user of this process. */
    public static final int MAX_OF_ANOTHER_USER = MAX_LINKS / 4;
    /** Links for which all users can ask who are not the user of this process. */
    public static final int MAX_OF_OTHER_USERS = MAX_LINKS * 3 / 4;
    /** No link. */
    public static final long NONE = 0;

    private final Members members;
    private final Map<Long, Optional<UserPrincipal>> inUse = new HashMap<>(); // with the other user who asked for it

    /**
     * Creates a set of none.
     *
     * @param members tells this process's user
     */
    public LinkIds(Members members) {
        this.members = members;
    }

    /**
     * Names a new link that this process asks for.
     *
     * @return its id, to be given back; {@link #NONE} if there are as many links as there can be
     */
    public long claim() {
        return claim(Optional.empty());
    }

    /**
     * Names a new link for which a peer asks.
     *
     * @param user of the peer, as the kernel says
     * @return its id, to be given back; {@link #NONE} if there is no room, see {@link #shortage}
     */
    public long claim(UserPrincipal user) {
        return hasRoom(user) ? claim(members.isSelf(user) ? Optional.empty() : Optional.of(user)) : NONE;
    }

    private boolean hasRoom(UserPrincipal user) {
        return members.isSelf(user) || (ofOne(user) < MAX_OF_ANOTHER_USER && ofOthers() < MAX_OF_OTHER_USERS);
    }

    private long ofOne(UserPrincipal user) {
        Optional<UserPrincipal> asked = Optional.of(user);
        return inUse.values().stream().filter(asked::equals).count();
    }

    private long ofOthers() {
        return inUse.values().stream().filter(Optional::isPresent).count();
    }

    private long claim(Optional<UserPrincipal> user) {
        if (inUse.size() >= MAX_LINKS) {
            return NONE;
        }
        long id = RandomNames.nextLong();
        while (id == NONE || inUse.putIfAbsent(id, user) != null) {
            id = RandomNames.nextLong();
        }
        return id;
    }

    /**
     * Says why a link for which a peer asked has no name.
     *
     * @param user of the peer
     * @return the rest of a sentence that begins with the adapter
     */
    public String shortage(UserPrincipal user) {
        if (inUse.size() >= MAX_LINKS || members.isSelf(user)) {
            return "has as many links as it can have, " + MAX_LINKS;
        }
        return ofOne(user) < MAX_OF_ANOTHER_USER
                ? "has as many links of other users as it can have, " + MAX_OF_OTHER_USERS
                : "has as many links of user " + user.getName() + " as it can have of another user, "
                        + MAX_OF_ANOTHER_USER;
    }

    /**
     * Tells whether a link has a name.
     *
     * @param id anything
     * @return true from {@link #claim} to {@link #release}
     */
    public boolean contains(long id) {
        return inUse.containsKey(id);
    }

    /**
     * Gives back what a link used.
     *
     * @param id what {@link #claim} returned
     */
    public void release(long id) {
        inUse.remove(id);
    }
}
