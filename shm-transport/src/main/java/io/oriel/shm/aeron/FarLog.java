// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm.aeron;

import io.aeron.logbuffer.FrameDescriptor;
import io.aeron.logbuffer.LogBufferDescriptor;
import io.oriel.shm.directory.LockFiles;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.function.LongConsumer;
import org.agrona.BitUtil;
import org.agrona.IoUtil;
import org.agrona.concurrent.UnsafeBuffer;

/** The log of a peer of another user, mapped by this process to be read, and never written. What it says of itself is not trusted. */
final class FarLog {
    private final MappedByteBuffer[] terms;
    private final UnsafeBuffer[] buffers = new UnsafeBuffer[LogBufferDescriptor.PARTITION_COUNT]; // of the terms
    private final int termLength;
    private final long position;
    private final LongConsumer shown;

    private FarLog(MappedByteBuffer[] terms, int termLength, long position, LongConsumer shown) {
        this.terms = terms;
        this.termLength = termLength;
        this.position = position;
        this.shown = shown;
    }

    /**
     * Checks and maps a log, and touches its pages, so that the first frame in each does not pay for them. Blocks.
     *
     * @param file     of the peer
     * @param uid      of the peer's user
     * @param longest  bytes of a term at most, as both ends have agreed
     * @param position at which the log begins, as the peer gave it
     * @param shown    gets how far the log was read
     * @return the log, to be unmapped
     * @throws IOException if it is not what it must be
     */
    static FarLog open(Path file, int uid, int longest, long position, LongConsumer shown) throws IOException {
        FileChannel channel = LockFiles.open(file, uid);
        try {
            int termLength = termLength(file, channel);
            requireTermLength(file, termLength, longest);
            requirePosition(file, position, termLength);
            FarLog log =
                    new FarLog(new MappedByteBuffer[LogBufferDescriptor.PARTITION_COUNT], termLength, position, shown);
            log.map(channel);
            return log;
        } finally {
            LockFiles.close(channel);
        }
    }

    /** Reads from the file how long its terms are: in a mapping it could be cut short meanwhile. */
    private static int termLength(Path file, FileChannel channel) throws IOException {
        long length = channel.size();
        long at = length - LogBufferDescriptor.LOG_META_DATA_LENGTH + LogBufferDescriptor.LOG_TERM_LENGTH_OFFSET;
        ByteBuffer found = ByteBuffer.allocate(Integer.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        if (at < 0 || channel.read(found, at) < Integer.BYTES) {
            throw new EOFException(file + " is no log: it has " + length + " bytes");
        }
        int termLength = found.getInt(0);
        if (!BitUtil.isPowerOfTwo(termLength)
                || termLength < LogBufferDescriptor.TERM_MIN_LENGTH
                || termLength > LogBufferDescriptor.TERM_MAX_LENGTH
                || length != LogBufferDescriptor.computeLogLength(termLength, LogBufferDescriptor.PAGE_MIN_SIZE)) {
            throw new IOException(
                    file + " is no log: it has " + length + " bytes, and says that its terms have " + termLength);
        }
        return termLength;
    }

    private static void requireTermLength(Path file, int termLength, int longest) throws IOException {
        if (termLength > longest) {
            throw new IOException(
                    file + " has terms of " + termLength + " bytes, but the two ends have agreed on at most " + longest
                            + ", the shorter of what each has in oriel.driver.termLength");
        }
    }

    private static void requirePosition(Path file, long position, int termLength) throws IOException {
        if (position < 0
                || position % FrameDescriptor.FRAME_ALIGNMENT != 0
                || position / termLength > Integer.MAX_VALUE) {
            throw new IOException(file + " cannot begin at " + position);
        }
    }

    private void map(FileChannel channel) throws IOException {
        try {
            for (int index = 0; index < terms.length; index++) {
                MappedByteBuffer term =
                        channel.map(FileChannel.MapMode.READ_ONLY, (long) index * termLength, termLength);
                terms[index] = term;
                buffers[index] = new UnsafeBuffer(term);
                term.load();
            }
        } catch (IOException | RuntimeException | Error e) {
            unmap();
            throw e;
        }
    }

    int termLength() {
        return termLength;
    }

    /** Returns the position at which it begins. */
    long position() {
        return position;
    }

    /** Returns the buffer of the first term that is read, or of a later one. It was made before: a reader allocates nothing. */
    UnsafeBuffer term(int count) {
        long first = position / termLength;
        return buffers[(int) ((first + count) % buffers.length)];
    }

    /** Shows how far it was read: what is before, the peer may use again. */
    void show(long read) {
        shown.accept(read);
    }

    /** Unmaps it; no thread looks there any more. May block; idempotent. By one worker at a time. */
    synchronized void unmap() {
        for (int index = 0; index < terms.length; index++) {
            IoUtil.unmap(terms[index]);
            terms[index] = null;
            buffers[index] = null;
        }
    }
}
