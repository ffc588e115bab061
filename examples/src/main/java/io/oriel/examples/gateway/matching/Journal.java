// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.examples.gateway.matching;

import java.io.IOException;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.function.Consumer;
import org.agrona.concurrent.AtomicBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;

/**
 * What the engine has done, in order, in a mapped file: it outlives the process, and not the host.
 *
 * <p>An entry is there once its first word says so, which is written last. Whoever dies before has done nothing.
 *
 * <pre>
 *  0: kind, 0 if there is no entry   4: member
 *  8: session                                       16: order id
 * 24: target                                        32: price        36: quantity
 * </pre>
 *
 * <p><b>Threading:</b> one thread. <b>Memory:</b> appending allocates nothing, and calls nothing of the operating system.
 */
public final class Journal implements AutoCloseable {
    /** Bytes of an entry. */
    public static final int ENTRY_LENGTH = 40;

    private static final int MEMBER_OFFSET = 4;
    private static final int SESSION_OFFSET = 8;
    private static final int ORDER_OFFSET = 16;
    private static final int TARGET_OFFSET = 24;
    private static final int PRICE_OFFSET = 32;
    private static final int QUANTITY_OFFSET = 36;

    private final AtomicBuffer buffer;
    private final @Nullable FileChannel file; // keeps the lock
    private final Entry read = new Entry();
    private int end;

    private Journal(AtomicBuffer buffer, @Nullable FileChannel file) {
        this.buffer = buffer;
        this.file = file;
    }

    /**
     * Keeps the journal in a file, which is made if it is not there. No other process can open it meanwhile.
     *
     * @param path    of the file
     * @param entries for how many there is room, 1 to 50000000; those that are there count
     * @return the journal, to be closed by the caller
     * @throws IOException if the file cannot be opened, or another process has it
     */
    public static Journal open(Path path, int entries) throws IOException {
        long length = (long) entries * ENTRY_LENGTH;
        if (entries < 1 || length > Integer.MAX_VALUE) {
            throw new IllegalArgumentException("entries must be in 1..50000000, was " + entries);
        }
        FileChannel file =
                FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
        try {
            FileLock lock = file.tryLock();
            if (lock == null) {
                throw new IOException("another process has the journal " + path + " open");
            }
            return new Journal(new UnsafeBuffer(file.map(FileChannel.MapMode.READ_WRITE, 0, length)), file);
        } catch (Throwable e) {
            file.close();
            throw e;
        }
    }

    /**
     * Keeps the journal in memory, where whoever has the buffer finds it again.
     *
     * @param buffer of zeros, or of a former journal
     * @return the journal
     */
    public static Journal in(AtomicBuffer buffer) {
        return new Journal(buffer, null);
    }

    /**
     * Reads the entries that are there, which has to be done before anything is appended.
     *
     * @param reader is given each; valid during the call
     */
    public void replay(Consumer<Entry> reader) {
        // Pairs with #append: fields before kind.
        for (int kind; hasRoom() && (kind = buffer.getIntAcquire(end)) != 0; end += ENTRY_LENGTH) {
            read.set(
                    Entry.Kind.of(kind),
                    number(MEMBER_OFFSET),
                    buffer.getLong(end + SESSION_OFFSET, ByteOrder.LITTLE_ENDIAN));
            read.with(
                    buffer.getLong(end + ORDER_OFFSET, ByteOrder.LITTLE_ENDIAN),
                    buffer.getLong(end + TARGET_OFFSET, ByteOrder.LITTLE_ENDIAN),
                    number(PRICE_OFFSET),
                    number(QUANTITY_OFFSET));
            reader.accept(read);
        }
    }

    private int number(int offset) {
        return buffer.getInt(end + offset, ByteOrder.LITTLE_ENDIAN);
    }

    boolean hasRoom() {
        return end + ENTRY_LENGTH <= buffer.capacity();
    }

    /** Appends an entry, for which there must be room. */
    void append(Entry entry) {
        buffer.putInt(end + MEMBER_OFFSET, entry.member(), ByteOrder.LITTLE_ENDIAN);
        buffer.putLong(end + SESSION_OFFSET, entry.session(), ByteOrder.LITTLE_ENDIAN);
        buffer.putLong(end + ORDER_OFFSET, entry.orderId(), ByteOrder.LITTLE_ENDIAN);
        buffer.putLong(end + TARGET_OFFSET, entry.target(), ByteOrder.LITTLE_ENDIAN);
        buffer.putInt(end + PRICE_OFFSET, entry.price(), ByteOrder.LITTLE_ENDIAN);
        buffer.putInt(end + QUANTITY_OFFSET, entry.quantity(), ByteOrder.LITTLE_ENDIAN);
        // Pairs with #replay: fields before kind.
        buffer.putIntRelease(end, entry.kind().code());
        end += ENTRY_LENGTH;
    }

    @Override
    public void close() throws IOException {
        if (file != null) {
            file.close();
        }
    }
}
