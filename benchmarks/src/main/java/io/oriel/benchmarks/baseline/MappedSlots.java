// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.baseline;

import io.oriel.benchmarks.measure.BenchmarkException;
import io.oriel.benchmarks.process.ControlChannel;
import io.oriel.benchmarks.process.PrivateDirectory;
import java.io.File;
import java.nio.file.Path;
import org.agrona.BitUtil;
import org.agrona.CloseHelper;
import org.agrona.DirectBuffer;
import org.agrona.IoUtil;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;

/**
 * A file that both processes have mapped: an acknowledgement, then slots of a payload with a flag directly behind it.
 *
 * <pre>
 *  0                 128                                     128 + stride
 * +-----------------+-----------------+--------------+-- - -+----------
 * | acknowledgement | payload, slot 0 | flag, slot 0 |      | slot 1 ...
 * +-----------------+-----------------+--------------+-- - -+----------
 * </pre>
 */
final class MappedSlots implements AutoCloseable {
    private static final int ALIGNMENT = 2 * BitUtil.CACHE_LINE_LENGTH;
    private static final int ACKNOWLEDGEMENT_OFFSET = 0;

    private final @Nullable PrivateDirectory directory;
    private final UnsafeBuffer memory;
    private final int count;
    private final int size;
    private final int flagOffset;
    private final int stride;

    private MappedSlots(@Nullable PrivateDirectory directory, UnsafeBuffer memory, int count, int size) {
        this.directory = directory;
        this.memory = memory;
        this.count = count;
        this.size = size;
        flagOffset = BitUtil.align(size, Long.BYTES);
        stride = stride(size);
    }

    /** Creates the file and tells the other side where it is. */
    static MappedSlots create(int count, int size, ControlChannel channel) {
        long length = ALIGNMENT + (long) count * stride(size);
        if (length > Integer.MAX_VALUE) {
            throw new BenchmarkException("the mapped file would need " + length + " bytes and can have "
                    + Integer.MAX_VALUE + "; choose a smaller --size, --outstanding or --endpoints");
        }
        PrivateDirectory directory = new PrivateDirectory();
        try {
            File file = directory.path().resolve("slots").toFile();
            // Written full of zeros, so that no page is missing later.
            UnsafeBuffer memory = new UnsafeBuffer(IoUtil.mapNewFile(file, length, true));
            channel.send("mapped " + file);
            return new MappedSlots(directory, memory, count, size);
        } catch (RuntimeException e) {
            CloseHelper.quietClose(directory);
            throw e;
        }
    }

    /** Maps the file that the other side has created. */
    static MappedSlots open(int count, int size, ControlChannel channel) {
        File file = Path.of(channel.expect("mapped")).toFile();
        return new MappedSlots(null, new UnsafeBuffer(IoUtil.mapExistingFile(file, "slots")), count, size);
    }

    int count() {
        return count;
    }

    int offset(int slot) {
        return ALIGNMENT + slot * stride;
    }

    UnsafeBuffer memory() {
        return memory;
    }

    /** Copies a payload into a slot, then sets its flag. */
    void put(int slot, DirectBuffer source, int from, long sequence) {
        int offset = offset(slot);
        memory.putBytes(offset, source, from, size);
        memory.putLongRelease(offset + flagOffset, sequence); // Pairs with #has: payload before flag.
    }

    /** Tells whether the payload of a sequence is in a slot. */
    boolean has(int slot, long sequence) {
        return memory.getLongAcquire(offset(slot) + flagOffset) == sequence; // Pairs with #put.
    }

    /** Says that all payloads up to a sequence have been taken. */
    void acknowledge(long sequence) {
        memory.putLongRelease(ACKNOWLEDGEMENT_OFFSET, sequence); // Pairs with #acknowledged: reads before reuse.
    }

    long acknowledged() {
        return memory.getLongAcquire(ACKNOWLEDGEMENT_OFFSET); // Pairs with #acknowledge.
    }

    @Override
    public void close() {
        CloseHelper.quietClose(directory);
    }

    private static int stride(int size) {
        return BitUtil.align(BitUtil.align(size, Long.BYTES) + Long.BYTES, ALIGNMENT);
    }
}
