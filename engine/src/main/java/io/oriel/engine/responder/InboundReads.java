// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.responder;

/** The peer's Reads and atomics that one endpoint has yet to answer, in order. By the domain's owner. */
final class InboundReads {
    private Entry[] entries = {};
    private int head;
    private int size;

    /** A Read as its frame asked for it, or an atomic that was carried out. Made once, reused. */
    static final class Entry {
        /** The peer's name for it. */
        int requestId;

        /** The window, as the peer names it. */
        int windowId;

        /** Of the window. */
        long generation;

        /** Of the window. */
        long token;

        /** Bytes from the window's start. */
        long offset;

        /** Bytes asked for. */
        long length;

        /** Bytes that have been sent. */
        long answered;

        /** The link's sequence of its frame. */
        long sequence;

        /** An atomic: nothing is left but to tell the former bytes. */
        boolean isAtomic;

        /** Of an atomic. */
        long former;

        private Entry() {}
    }

    /** Creates a ring that holds none until {@link #limit}. */
    InboundReads() {}

    /**
     * Empties the ring and sets how many Reads it holds.
     *
     * @param reads as many as the connection's limit allows
     */
    void limit(int reads) {
        entries = new Entry[reads];
        for (int index = 0; index < reads; index++) {
            entries[index] = new Entry();
        }
        clear();
    }

    /** Tells whether every Read has been answered. */
    boolean isEmpty() {
        return size == 0;
    }

    /** Tells whether the peer has as many Reads in progress as it may. */
    boolean isFull() {
        return size == entries.length;
    }

    /** Returns the entry of a new Read, to be filled in; {@link #isFull} said that there is one. */
    Entry add() {
        Entry entry = entries[(head + size) % entries.length];
        entry.answered = 0;
        entry.isAtomic = false;
        size++;
        return entry;
    }

    /** Returns the oldest Read; {@link #isEmpty} said that there is one. */
    Entry first() {
        return entries[head];
    }

    /** Removes the oldest Read. */
    void remove() {
        head = (head + 1) % entries.length;
        size--;
    }

    /** Removes all. */
    void clear() {
        head = 0;
        size = 0;
    }
}
