// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.model.nd;

import io.oriel.testing.model.operation.Operation.Span;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A region of the model: its bytes, and what may be done with them. */
public final class ModelMemory {
    /** What a range held before somebody changed it. */
    private static final class Past {
        final int from;
        final byte[] bytes;
        final @Nullable Object author;

        /** It may not have been changed. */
        boolean open;

        Past(int from, byte[] bytes, @Nullable Object author) {
            this.from = from;
            this.bytes = bytes;
            this.author = author;
        }

        boolean covers(int index) {
            return index >= from && index < from + bytes.length;
        }
    }

    private final byte[] bytes;
    private final boolean writable;
    private boolean registered = true;
    private int boundWindows;

    // What has changed since everything arrived last.
    private final List<Past> past = new ArrayList<>();
    private boolean open;
    private int changedFrom = Integer.MAX_VALUE;
    private int changedTo;

    public ModelMemory(int length, boolean writable) {
        bytes = new byte[length];
        this.writable = writable;
    }

    public byte[] bytes() {
        return bytes;
    }

    public boolean isWritable() {
        return writable;
    }

    public boolean isRegistered() {
        return registered;
    }

    public void deregister() {
        registered = false;
    }

    public boolean isBound() {
        return boundWindows > 0;
    }

    public void bound(int change) {
        boundWindows += change;
    }

    public boolean contains(long offset, long length) {
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

    public byte[] gather(Span span) {
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

    public void scatter(Span span, byte[] message) {
        scatter(span, message, null);
    }

    void scatter(Span span, byte[] message, @Nullable Object author) {
        int done = 0;
        int end = (int) (span.offset() + span.total());
        for (int index = 0; index < span.entries() && done < message.length; index++) {
            int piece = (int) span.pieceLength(index);
            end -= piece;
            int part = Math.min(piece, message.length - done);
            put(end, message, done, part, author);
            done += part;
        }
    }

    public void put(int offset, byte[] source, int from, int length) {
        put(offset, source, from, length, null);
    }

    /** Changes bytes; what the author has changed may be left open later. */
    void put(int offset, byte[] source, int from, int length, @Nullable Object author) {
        past.add(new Past(offset, copy(offset, length), author));
        System.arraycopy(source, from, bytes, offset, length);
        changed(offset, offset + length);
    }

    long getLong(int offset) {
        return ByteBuffer.wrap(bytes).order(ByteOrder.nativeOrder()).getLong(offset);
    }

    void putLong(int offset, long value, Object author) {
        byte[] changed = ByteBuffer.allocate(Long.BYTES)
                .order(ByteOrder.nativeOrder())
                .putLong(value)
                .array();
        put(offset, changed, 0, Long.BYTES, author);
    }

    /** Leaves open whether the bytes that have changed hold what they held. */
    public void leaveOpen() {
        past.forEach(each -> each.open = true);
        open = true;
    }

    /** Leaves open whether what an author has changed holds what it held. */
    void leaveOpen(Object author) {
        for (Past each : past) {
            if (each.author == author) {
                each.open = true;
                open = true;
            }
        }
    }

    public boolean isOpen() {
        return open;
    }

    /** Tells whether bytes of the real memory are what they are here, or what they may have stayed. */
    public boolean mayBe(int from, byte[] actual) {
        return isOneOf(from, actual, false);
    }

    /** Tells whether bytes of the real memory are what they are here, or were since everything arrived last. */
    public boolean isNowOrWas(int from, byte[] actual) {
        return isOneOf(from, actual, true);
    }

    private boolean isOneOf(int from, byte[] actual, boolean ever) {
        for (int index = 0; index < actual.length; index++) {
            if (actual[index] != bytes[from + index] && !was(from + index, actual[index], ever)) {
                return false;
            }
        }
        return true;
    }

    /** Goes back through what a byte has held, until somebody has changed it for certain. */
    private boolean was(int index, byte value, boolean ever) {
        for (int last = past.size() - 1; last >= 0; last--) {
            Past each = past.get(last);
            if (each.covers(index)) {
                if (!ever && !each.open) {
                    return false;
                }
                if (each.bytes[index - each.from] == value) {
                    return true;
                }
            }
        }
        return false;
    }

    /** Takes over what the real memory holds. */
    public void adopt(int from, byte[] actual) {
        System.arraycopy(actual, 0, bytes, from, actual.length);
    }

    public byte[] copy(int offset, int length) {
        return Arrays.copyOfRange(bytes, offset, offset + length);
    }

    public int changedFrom() {
        return Math.min(changedFrom, changedTo);
    }

    public int changedTo() {
        return changedTo;
    }

    private void changed(int from, int to) {
        if (from < to) {
            changedFrom = Math.min(changedFrom, from);
            changedTo = Math.max(changedTo, to);
        }
    }

    public void looked() {
        changedFrom = Integer.MAX_VALUE;
        changedTo = 0;
        past.clear();
        open = false;
    }
}
