// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp.keys;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The keys that an adapter knows: it dials with the first one, and answers to each. */
public final class KeyRing {
    /** The most keys. */
    public static final int MAX_KEYS = 64;

    private final List<PresharedKey> keys;

    /**
     * Puts keys together.
     *
     * @param keys at least one, at most 64, each with an id of its own
     * @throws IllegalArgumentException if they are not
     */
    public KeyRing(List<PresharedKey> keys) {
        if (keys.isEmpty() || keys.size() > MAX_KEYS) {
            throw new IllegalArgumentException("there must be 1 to " + MAX_KEYS + " keys, were " + keys.size());
        }
        Set<String> ids = new HashSet<>();
        for (PresharedKey each : keys) {
            if (!ids.add(each.id())) {
                throw new IllegalArgumentException("two keys have the id '" + each.id() + "'");
            }
        }
        this.keys = List.copyOf(keys);
    }

    /** Returns the key to dial with. */
    public PresharedKey first() {
        return keys.get(0);
    }

    /** Returns all keys, the first one first. */
    public List<PresharedKey> keys() {
        return keys;
    }

    /**
     * Finds a key.
     *
     * @param id any
     * @return the key; null if there is none
     */
    public @Nullable PresharedKey find(String id) {
        for (PresharedKey each : keys) {
            if (each.id().equals(id)) {
                return each;
            }
        }
        return null;
    }

    /**
     * Tells whether the ring has just this key.
     *
     * @param key of another ring
     * @return false if it has none of that name, or another
     */
    public boolean has(PresharedKey key) {
        PresharedKey own = find(key.id());
        return own != null && own.isSame(key);
    }

    /**
     * Returns a ring with one key more.
     *
     * @param added behind all others
     * @return another one
     */
    public KeyRing with(PresharedKey added) {
        List<PresharedKey> more = new ArrayList<>(keys);
        more.add(added);
        return new KeyRing(more);
    }

    /**
     * Returns a ring that dials with another key.
     *
     * @param id of a key of this one
     * @return another one
     * @throws IllegalArgumentException if there is none of this id
     */
    public KeyRing dialling(String id) {
        List<PresharedKey> order = new ArrayList<>(keys);
        PresharedKey chosen = require(id);
        order.remove(chosen);
        order.add(0, chosen);
        return new KeyRing(order);
    }

    /**
     * Returns a ring without a key.
     *
     * @param id of a key of this one, not the only one
     * @return another one
     * @throws IllegalArgumentException if there is none of this id, or no other
     */
    public KeyRing without(String id) {
        List<PresharedKey> fewer = new ArrayList<>(keys);
        fewer.remove(require(id));
        return new KeyRing(fewer);
    }

    private PresharedKey require(String id) {
        PresharedKey found = find(id);
        if (found == null) {
            throw new IllegalArgumentException(
                    "there is no key with the id " + Quoted.of(id) + "; those that there are, are "
                            + keys.stream().map(PresharedKey::id).toList());
        }
        return found;
    }
}
