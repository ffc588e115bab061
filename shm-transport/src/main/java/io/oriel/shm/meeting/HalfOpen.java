// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm.meeting;

import io.oriel.shm.rights.Members;
import java.nio.file.attribute.UserPrincipal;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Connections that are not of a link yet. Each user has a limit, so that silent connections of one user keep no other user out.
 * Threading: control agent.
 *
 * @param <T> a connection
 */
public final class HalfOpen<T> {
    /** Connections of all users: more could not become links. */
    public static final int MAX = LinkIds.MAX_LINKS;
    /** Connections of one user who is not the user of this process. */
    public static final int MAX_OF_ANOTHER_USER = MAX / 4;

    private final Members members;
    private final Predicate<T> isSilent;
    private final Map<T, UserPrincipal> users = new LinkedHashMap<>(); // the oldest connection first

    /**
     * Creates a set of none.
     *
     * @param members  tells this process's user
     * @param isSilent whether nothing has come on a connection, so that it can be closed for another one
     */
    public HalfOpen(Members members, Predicate<T> isSilent) {
        this.members = members;
        this.isSilent = isSilent;
    }

    /**
     * Adds a connection.
     *
     * @param connection new
     * @param user       at its other end
     * @return the connection that has to be closed: the oldest silent one of the user who has too many, or the new one; null if there
     *     is room
     */
    public @Nullable T add(T connection, UserPrincipal user) {
        users.put(connection, user);
        if (!members.isSelf(user) && count(user) > MAX_OF_ANOTHER_USER) {
            return oldestSilent(user, connection);
        }
        return users.size() > MAX ? oldestSilent(userOfMost(), connection) : null;
    }

    private long count(UserPrincipal user) {
        return users.values().stream().filter(user::equals).count();
    }

    private UserPrincipal userOfMost() {
        Map<UserPrincipal, Integer> counts = new HashMap<>();
        users.values().forEach(user -> counts.merge(user, 1, Integer::sum));
        return counts.entrySet().stream()
                .max(Map.Entry.comparingByValue())
                .orElseThrow()
                .getKey();
    }

    private T oldestSilent(UserPrincipal user, T otherwise) {
        for (Map.Entry<T, UserPrincipal> each : users.entrySet()) {
            if (each.getValue().equals(user) && isSilent.test(each.getKey())) {
                return each.getKey();
            }
        }
        return otherwise;
    }

    /**
     * Removes a connection that has ended, or is of a link now. Idempotent.
     *
     * @param connection any
     */
    public void remove(T connection) {
        users.remove(connection);
    }

    /**
     * Tells whether a connection is half open.
     *
     * @param connection any
     * @return true from {@link #add} to {@link #remove}
     */
    public boolean contains(T connection) {
        return users.containsKey(connection);
    }

    /** Returns all connections, the oldest first. */
    public List<T> all() {
        return List.copyOf(users.keySet());
    }
}
