// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.endpoint;

import io.oriel.api.OpFlags;
import io.oriel.engine.memory.Window;
import io.oriel.engine.testing.Memory;
import java.util.HashMap;
import java.util.Map;

/** A window with what each of its bindings was to grant, noted apart from the engine. */
final class GrantedWindow {
    final Window window;
    private final Map<Long, Grant> grants = new HashMap<>();
    private long lastGeneration;

    /** One binding. */
    private record Grant(Memory memory, long start, long length, int rights) {}

    GrantedWindow(Window window) {
        this.window = window;
    }

    long lastGeneration() {
        return lastGeneration;
    }

    /** Notes a binding; the generation is as the descriptor told it. */
    void granted(long generation, Memory memory, long start, long length, int rights) {
        grants.put(generation, new Grant(memory, start, length, rights));
        lastGeneration = generation;
    }

    /** Tells whether a target names the present binding, and that grants the range. */
    boolean allows(HostilePeer.Target target, ConnectionEnd endpoint, int right, long offset, long length) {
        Grant grant = grants.get(target.generation());
        return grant != null
                && names(target, endpoint)
                && (grant.rights & right) != 0
                && offset >= 0
                && length >= 0
                && offset <= grant.length
                && length <= grant.length - offset;
    }

    /** Tells whether a target names the present binding, and that grants an atomic. */
    boolean allowsAtomic(HostilePeer.Target target, ConnectionEnd endpoint, long offset) {
        Grant grant = grants.get(target.generation());
        return grant != null
                && allows(target, endpoint, OpFlags.ALLOW_ATOMIC, offset, Long.BYTES)
                && grant.memory.region().isAligned(grant.start + offset);
    }

    /** Tells whether a target names the present binding. */
    boolean names(HostilePeer.Target target, ConnectionEnd endpoint) {
        return target.windowId() == window.id()
                && target.token() == window.tokenOf(target.generation())
                && window.isBinding(endpoint.exchange().windows(), target.generation(), target.token());
    }

    /** Lets a range of the present binding change without notice. */
    void accept(HostilePeer.Target target, long offset, int length) {
        Grant grant = grants.get(target.generation());
        if (grant != null) {
            grant.memory.accept((int) (grant.start + offset), length);
        }
    }

    /** Returns what a range of a binding holds. */
    byte[] content(HostilePeer.Target target, long offset, int length) {
        byte[] bytes = new byte[length];
        Grant grant = grants.get(target.generation());
        if (grant != null) {
            grant.memory.region().memory().getBytes((int) (grant.start + offset), bytes);
        }
        return bytes;
    }

    static int rights(int bits) {
        return ((bits & 1) != 0 ? OpFlags.ALLOW_READ : 0)
                | ((bits & 2) != 0 ? OpFlags.ALLOW_WRITE : 0)
                | ((bits & 4) != 0 ? OpFlags.ALLOW_ATOMIC : 0);
    }
}
