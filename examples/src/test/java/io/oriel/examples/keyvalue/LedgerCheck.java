// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.examples.keyvalue;

import static java.util.Objects.requireNonNull;

import io.oriel.api.NdStatus;
import io.oriel.service.table.LookupStatus;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Compares what a client was told with what the store may have held, which is known because each key has one client that puts it, in
 * sequence: what was put last, what may have been put, and nothing if the store has died since.
 *
 * <p>Times are those of {@link System#nanoTime}, which on Linux is one clock for all processes.
 */
final class LedgerCheck {
    private static final String LOOKUP = "LOOKUP";
    private static final Set<NdStatus> NOT_DONE = EnumSet.of(NdStatus.CONNECTION_INVALID, NdStatus.NO_MORE_ENTRIES);
    private static final Set<NdStatus> MAYBE_DONE = EnumSet.of(NdStatus.CONNECTION_ABORTED, NdStatus.IO_TIMEOUT);
    private static final Set<NdStatus> NOT_OPENED = EnumSet.of(NdStatus.CONNECTION_REFUSED, NdStatus.CANCELED);

    private final String client;
    private final List<Death> deaths;
    private final List<String> violations;
    private final Map<Long, Key> keys = new HashMap<>();
    private final Map<NdStatus, Long> requests = new EnumMap<>(NdStatus.class);
    private final Map<LookupStatus, Long> lookups = new EnumMap<>(LookupStatus.class);
    private final Map<String, Long> cutOff = new TreeMap<>();
    private @Nullable Begin begin; // of what is under way
    private int deathsBefore;
    private boolean isDeathNoticed;
    private boolean isEvicted;

    /** A death of the store: it lived until the beginning, and the next one began after the end. */
    record Death(long beginNs, long endNs) {}

    private record Begin(String what, long key, long value, long timeNs) {}

    /** What a key may have. */
    private static final class Key {
        private final Set<Long> values = new HashSet<>(Set.of(StoreLink.ABSENT));
        private final Set<Long> late = new HashSet<>(); // which the store may put still
        private final Set<Long> left = new HashSet<>(); // by a dead store, to be read until its death is noticed

        void put(long value) {
            values.clear();
            values.addAll(late);
            values.add(value);
        }

        void maybePut(long value) {
            values.add(value);
            late.add(value);
        }

        void mayBeAbsent() {
            values.add(StoreLink.ABSENT);
        }

        void die() {
            left.addAll(values);
            values.clear();
            late.clear();
            mayBeAbsent();
        }
    }

    LedgerCheck(int client, List<Death> deaths, List<String> violations) {
        this.client = "client " + client;
        this.deaths = deaths;
        this.violations = violations;
    }

    /** Returns how many requests ended how. */
    Map<NdStatus, Long> requests() {
        return requests;
    }

    /** Returns how many lookups ended how. */
    Map<LookupStatus, Long> lookups() {
        return lookups;
    }

    /** Returns how many of what were under way when the client died. */
    Map<String, Long> cutOff() {
        return cutOff;
    }

    private void violated(String rule, Object what) {
        violations.add(client + ": " + rule + ": " + what);
    }

    /** Begins another life of the client. */
    void begin() {
        isEvicted = false;
        begin = null;
    }

    void line(String line) {
        String[] words = line.split(" ", -1);
        Begin begun = begin;
        if (words[0].equals("begin") && begun == null) {
            begin = new Begin(words[1], Long.parseLong(words[2]), Long.parseLong(words[3]), Long.parseLong(words[4]));
        } else if (words[0].equals("end") && begun != null) {
            begin = null;
            end(begun, words[1], Long.parseLong(words[2]), Long.parseLong(words[3]));
        } else {
            violated("unexpected after " + begun, line);
        }
    }

    /** Ends this life of the client. */
    void end(boolean wasKilled) {
        Begin begun = begin;
        if (begun == null) {
            return;
        }
        if (!wasKilled) {
            violated("has neither answer nor status", begun);
            return;
        }
        count(cutOff, begun.what);
        if (begun.what.equals(Order.PUT.name())) {
            bury(begun.timeNs);
            key(begun.key).maybePut(begun.value);
        }
    }

    private Key key(long number) {
        return requireNonNull(keys.computeIfAbsent(number, absent -> new Key()));
    }

    private void end(Begin begun, String status, long value, long timeNs) {
        bury(begun.timeNs);
        boolean isDying = deathsBefore < deaths.size() && deaths.get(deathsBefore).beginNs < timeNs;
        if (begun.what.equals(LOOKUP)) {
            lookup(begun, LookupStatus.valueOf(status), value, isDying);
        } else {
            request(begun, NdStatus.valueOf(status), value, isDying);
        }
    }

    /** Lets the deaths count that were over by then. */
    private void bury(long timeNs) {
        while (deathsBefore < deaths.size() && deaths.get(deathsBefore).endNs < timeNs) {
            keys.values().forEach(Key::die);
            deathsBefore++;
            isDeathNoticed = false;
        }
    }

    private void request(Begin begun, NdStatus status, long value, boolean isDying) {
        count(requests, status);
        Key key = key(begun.key);
        if (status == NdStatus.SUCCESS) {
            noticeDeath();
            switch (Order.valueOf(begun.what)) {
                case PUT -> {
                    key.put(begun.value);
                    if (isDying) {
                        key.mayBeAbsent();
                    }
                }
                case GET -> found(begun, key.values, value, isDying);
                case TABLE -> isEvicted = false;
                case EVICT -> isEvicted = true;
                case OVER -> violated("unexpected", begun);
            }
        } else if (MAYBE_DONE.contains(status)) {
            if (begun.what.equals(Order.PUT.name())) {
                key.maybePut(begun.value);
            }
        } else if (!NOT_DONE.contains(status)
                && !(begun.what.equals(Order.TABLE.name()) && NOT_OPENED.contains(status))) {
            violated("ended with an unexpected status", begun + " " + status);
        }
    }

    /** Who was answered by a store has no way any more to one that was dead before. */
    private void noticeDeath() {
        if (!isDeathNoticed) {
            isDeathNoticed = true;
            keys.values().forEach(key -> key.left.clear());
        }
    }

    private void lookup(Begin begun, LookupStatus status, long value, boolean isDying) {
        count(lookups, status);
        if (status == LookupStatus.FOUND || status == LookupStatus.ABSENT) {
            Key key = key(begun.key);
            if (!key.left.contains(value)) {
                found(begun, key.values, value, isDying);
            }
            if (isEvicted) {
                violated("was looked up in a table that was taken back", begun);
            }
        }
    }

    private void found(Begin begun, Set<Long> values, long value, boolean isDying) {
        if (!values.contains(value) && !(isDying && value == StoreLink.ABSENT)) {
            violated("was answered " + value + ", and can only have been one of " + values, begun);
        }
    }

    private static <K> void count(Map<K, Long> counts, K what) {
        var unused = counts.merge(what, 1L, Long::sum);
    }
}
