// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.endpoint;

/** The peer's Reads that one endpoint has yet to answer, in order; as many as the connection's limit allows. */
final class InboundReads {
    private Entry[] entries = {};
    private int head;
    private int size;

    static final class Entry {
        int requestId;
        int windowId;
        long generation;
        long token;
        long offset;
        long length;
        long answered;
        long sequence;
    }

    void limit(int reads) {
        entries = new Entry[reads];
        for (int index = 0; index < reads; index++) {
            entries[index] = new Entry();
        }
        clear();
    }

    boolean isEmpty() {
        return size == 0;
    }

    boolean isFull() {
        return size == entries.length;
    }

    Entry add() {
        Entry entry = entries[(head + size) % entries.length];
        entry.answered = 0;
        size++;
        return entry;
    }

    Entry first() {
        return entries[head];
    }

    void remove() {
        head = (head + 1) % entries.length;
        size--;
    }

    void clear() {
        head = 0;
        size = 0;
    }
}
