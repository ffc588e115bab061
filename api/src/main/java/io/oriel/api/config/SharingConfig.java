// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.api.config;

import java.util.Set;
import java.util.regex.Pattern;

/**
 * With whom the medium of one host is shared, and how far they may reach.
 *
 * @param group  of users whose processes meet, by its name; this process' user must be in it. Empty: those of one user
 * @param users  of the group whose processes are met, by their names; empty: all. This process' own user always is
 * @param access how far peers may reach into this process' memory
 * @param scope  in which addresses have their meaning: processes of several network namespaces that are given the same one
 *     and the same directory, such as two containers, meet at one address. At most {@value #MAX_SCOPE_LENGTH} letters,
 *     digits, {@code _} and {@code .}; empty: the network namespace
 */
public record SharingConfig(String group, Set<String> users, MemoryAccess access, String scope) {
    /** Longest scope in characters: the names of sockets are limited. */
    public static final int MAX_SCOPE_LENGTH = 16;

    private static final Pattern SCOPE = Pattern.compile("[A-Za-z0-9_.]{0," + MAX_SCOPE_LENGTH + "}");

    /**
     * Checks the scope, and that users are of a group.
     *
     * @param group  as above
     * @param users  as above
     * @param access as above
     * @param scope  as above
     * @throws IllegalArgumentException if the scope has other characters or too many, or there are users but no group
     */
    public SharingConfig {
        users = Set.copyOf(users);
        if (!SCOPE.matcher(scope).matches()) {
            throw new IllegalArgumentException("scope must have at most " + MAX_SCOPE_LENGTH
                    + " letters, digits, underscores and dots, was '" + scope + "'");
        }
        if (group.isEmpty() && !users.isEmpty()) {
            throw new IllegalArgumentException(
                    "users must be empty without a group, were " + users + "; name their group, too");
        }
    }

    /**
     * Returns the default: processes of the same user and the same network namespace, which map each other's memory.
     *
     * @return the configuration
     */
    public static SharingConfig defaults() {
        return new SharingConfig("", Set.of(), MemoryAccess.MAPPED, "");
    }

    /**
     * Returns this configuration for another group.
     *
     * @param value the new value
     * @return a changed copy
     */
    public SharingConfig withGroup(String value) {
        return new SharingConfig(value, users, access, scope);
    }

    /**
     * Returns this configuration for other users of the group.
     *
     * @param value the new value
     * @return a changed copy
     */
    public SharingConfig withUsers(Set<String> value) {
        return new SharingConfig(group, value, access, scope);
    }

    /**
     * Returns this configuration with peers that may reach as far as given.
     *
     * @param value the new value
     * @return a changed copy
     */
    public SharingConfig withAccess(MemoryAccess value) {
        return new SharingConfig(group, users, value, scope);
    }

    /**
     * Returns this configuration with another scope.
     *
     * @param value the new value
     * @return a changed copy
     */
    public SharingConfig withScope(String value) {
        return new SharingConfig(group, users, access, value);
    }
}
