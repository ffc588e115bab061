// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.model;

import io.oriel.engine.model.Operation.Span;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A region of the model: its bytes, and what may be done with them. */
final class ModelMemory {
    /** What a range held. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Past(int from, byte[] bytes) {}

    private final byte[] bytes;
    private final boolean writable;
    private boolean registered = true;
    private int boundWindows;

    // What has changed since everything arrived last.
    private final List<Past> past = new ArrayList<>();
    private boolean open;
    private int changedFrom = Integer.MAX_VALUE;
    private int changedTo;

    ModelMemory(int length, boolean writable) {
        bytes = new byte[length];
        this.writable = writable;
    }

    byte[] bytes() {
        return bytes;
    }

    boolean isWritable() {
        return writable;
    }

    boolean isRegistered() {
        return registered;
    }

    void deregister() {
        registered = false;
    }

    boolean isBound() {
        return boundWindows > 0;
    }

    void bound(int change) {
        boundWindows += change;
    }

    boolean contains(long offset, long length) {
        return offset >= 0 && length >= 0 && length <= bytes.length && offset <= bytes.length - length;
    }

    /** Tells whether a request may read the span. */
    boolean isReadable(Span span) {
        return registered && contains(span.offset(), span.total());
    }

    /** Tells whether a request may fill the span. */
    boolean isFillable(Span span) {
        return writable && isReadable(span);
    }

    byte[] gather(Span span) {
        byte[] message = new byte[(int) span.total()];
        int done = 0;
        int end = (int) (span.offset() + span.total());
        for (int index = 0; index < span.entries(); index++) {
            int piece = (int) span.pieceLength(index);
            end -= piece;
            System.arraycopy(bytes, end, message, done, piece);
            done += piece;
        }
        return message;
    }

    void scatter(Span span, byte[] message) {
        int done = 0;
        int end = (int) (span.offset() + span.total());
        for (int index = 0; index < span.entries() && done < message.length; index++) {
            int piece = (int) span.pieceLength(index);
            end -= piece;
            int part = Math.min(piece, message.length - done);
            put(end, message, done, part);
            done += part;
        }
    }

    void put(int offset, byte[] source, int from, int length) {
        past.add(new Past(offset, copy(offset, length)));
        System.arraycopy(source, from, bytes, offset, length);
        changed(offset, offset + length);
    }

    /** Leaves open whether the bytes that have changed hold what they held. */
    void leaveOpen() {
        open = true;
    }

    boolean isOpen() {
        return open;
    }

    /** Tells whether bytes of the real memory are what they are here, or were since everything arrived last. */
    boolean isNowOrWas(int from, byte[] actual) {
        for (int index = 0; index < actual.length; index++) {
            if (actual[index] != bytes[from + index] && !was(from + index, actual[index])) {
                return false;
            }
        }
        return true;
    }

    private boolean was(int index, byte value) {
        for (Past each : past) {
            int at = index - each.from;
            if (at >= 0 && at < each.bytes.length && each.bytes[at] == value) {
                return true;
            }
        }
        return false;
    }

    /** Takes over what the real memory holds. */
    void adopt(int from, byte[] actual) {
        System.arraycopy(actual, 0, bytes, from, actual.length);
    }

    byte[] copy(int offset, int length) {
        return Arrays.copyOfRange(bytes, offset, offset + length);
    }

    int changedFrom() {
        return Math.min(changedFrom, changedTo);
    }

    int changedTo() {
        return changedTo;
    }

    private void changed(int from, int to) {
        if (from < to) {
            changedFrom = Math.min(changedFrom, from);
            changedTo = Math.max(changedTo, to);
        }
    }

    void looked() {
        changedFrom = Integer.MAX_VALUE;
        changedTo = 0;
        past.clear();
        open = false;
    }
}
