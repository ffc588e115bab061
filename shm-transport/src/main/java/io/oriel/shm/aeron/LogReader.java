// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm.aeron;

import io.aeron.Image;
import io.aeron.logbuffer.ControlledFragmentHandler;
import io.aeron.logbuffer.ControlledFragmentHandler.Action;
import io.aeron.logbuffer.FrameDescriptor;
import io.aeron.logbuffer.LogBufferDescriptor;
import io.aeron.protocol.DataHeaderFlyweight;
import io.oriel.engine.protocol.FrameWord;
import io.oriel.engine.protocol.NextStreamDecoder;
import io.oriel.engine.transport.FrameHandler;
import java.util.Arrays;
import org.agrona.BitUtil;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Reads the frames of the peer's log where they lie: the image is asked once for the buffer of each term, and is told now and
 * then how far they were read; or the peer is, where it is another user's. By the domain's owner.
 */
public final class LogReader {
    /** Is beside the first frame of a log, which tells the reader where the log is before anything has to be read. */
    public static final long WORD_OF_BEGINNING = FrameWord.of(NextStreamDecoder.TEMPLATE_ID, 0, 1, 0);

    /** Is beside the last frame of a log: the peer goes on in another one. */
    public static final long WORD_OF_END = FrameWord.of(NextStreamDecoder.TEMPLATE_ID, 0, 0, 0);

    private static final UnsafeBuffer NO_TERM = new UnsafeBuffer(new byte[0]);
    private static final int MAX_UNTOLD = 4096;
    private static final int TOLD_PER_TERM = 16;
    // Beyond the frames of a poll, of such as nobody gets: padding at the end of a term, and marks. A peer that wrote
    // nothing else would keep the reader in the poll for ever.
    private static final int MAX_SKIPPED = 64;

    private final ControlledFragmentHandler finder = (buffer, offset, length, header) -> find(header.buffer(), offset);
    private PeersLog log;
    // One of the two is there.
    private @Nullable Image image;
    private @Nullable FarLog far;
    private final UnsafeBuffer[] terms = new UnsafeBuffer[LogBufferDescriptor.PARTITION_COUNT]; // from the first one on
    private UnsafeBuffer term = NO_TERM;
    private int termIndex;
    private long termPosition;
    private int offset; // of the next frame
    private int told; // up to where the peer may use the term again
    private int maxUntold;
    private boolean isOver;
    private boolean isBroken;

    /**
     * Creates a reader.
     *
     * @param log of the peer, which nobody else reads
     */
    public LogReader(PeersLog log) {
        this.log = log;
        readOn(log);
    }

    /**
     * Goes on in another log, from its beginning.
     *
     * @param next of the peer
     */
    public void readOn(PeersLog next) {
        log = next;
        image = next.image();
        far = next.far();
        forgetTerms();
        maxUntold = Math.min(MAX_UNTOLD, next.termLength() / TOLD_PER_TERM);
        isOver = false;
        if (far != null) {
            begin(far);
        }
    }

    private void forgetTerms() {
        Arrays.fill(terms, NO_TERM);
        term = NO_TERM;
        termIndex = 0;
        offset = 0;
        told = 0;
    }

    private void begin(FarLog from) {
        for (int count = 0; count < terms.length; count++) {
            terms[count] = from.term(count);
        }
        term = terms[0];
        offset = (int) (from.position() & (from.termLength() - 1));
        told = offset;
        termPosition = from.position() - offset;
        from.show(from.position()); // before the peer hears that the former log was left: it may be a log further then
    }

    /**
     * Looks no more at a log that this process has mapped by itself, and that is about to be unmapped, nor at one after it: nothing
     * more comes.
     */
    public void letGo() {
        if (far != null) {
            far = null;
            isOver = false;
            forgetTerms();
        }
    }

    /** Returns the log that is read. */
    public PeersLog log() {
        return log;
    }

    /** Tells whether nothing more is read of the log. */
    public boolean hasStopped() {
        return isOver || isBroken;
    }

    /** Tells whether the log was read to its end: the peer goes on in another one. */
    public boolean isOver() {
        return isOver;
    }

    /** Tells whether the log holds nonsense. It is the peer's to write: its lengths are not to be trusted. */
    public boolean isBroken() {
        return isBroken;
    }

    /**
     * Hands over what has come; what the handler throws is thrown, and its frame is read.
     *
     * @param frames takes them
     * @param limit  frames at most
     * @return how many
     */
    public int poll(FrameHandler frames, int limit) {
        int count = 0;
        int skipped = 0;
        int length;
        while (count < limit && (length = nextLength()) > 0) {
            if (take(frames, length) > 0) {
                count++;
            } else if (++skipped - count > MAX_SKIPPED) {
                breakOff();
            }
        }
        int untold = offset - told;
        if (count == 0 ? untold > 0 : untold >= maxUntold) {
            tell();
        }
        return count;
    }

    /** Returns the length of the next frame, with its header; 0 or less if it has not come. */
    private int nextLength() {
        Image joined = image;
        if (joined != null && joined.isClosed()) { // its buffers go some time later
            return 0;
        }
        return offset < term.capacity() ? FrameDescriptor.frameLengthVolatile(term, offset) : lengthInNextTerm();
    }

    private int lengthInNextTerm() {
        if (hasStopped()) {
            return 0;
        }
        if (offset > 0) {
            beginTerm();
        }
        return term.capacity() == 0 ? lengthInUnknownTerm() : FrameDescriptor.frameLengthVolatile(term, offset);
    }

    private void beginTerm() {
        tell();
        termPosition += offset;
        termIndex = termIndex + 1 == terms.length ? 0 : termIndex + 1;
        term = terms[termIndex];
        offset = 0;
        told = 0;
    }

    private int lengthInUnknownTerm() {
        Image joined = image;
        if (joined == null) {
            return 0; // it was let go
        }
        int unused = joined.controlledPoll(finder, 1);
        if (term.capacity() == 0) {
            return 0;
        }
        terms[termIndex] = term;
        told = offset;
        termPosition = joined.position() - offset;
        return FrameDescriptor.frameLengthVolatile(term, offset);
    }

    /** Leaves the frame in the log. */
    private Action find(DirectBuffer buffer, int payload) {
        term = (UnsafeBuffer) buffer;
        offset = payload - DataHeaderFlyweight.HEADER_LENGTH;
        return Action.ABORT;
    }

    private int take(FrameHandler frames, int length) {
        UnsafeBuffer in = term;
        int at = offset;
        int capacity = in.capacity();
        if (length < DataHeaderFlyweight.HEADER_LENGTH || length > capacity - at) {
            breakOff();
            return 0;
        }
        offset = at + BitUtil.align(length, FrameDescriptor.FRAME_ALIGNMENT);
        if (FrameDescriptor.isPaddingFrame(in, at)) {
            return 0;
        }
        long word = in.getLong(at + DataHeaderFlyweight.RESERVED_VALUE_OFFSET);
        if (FrameWord.type(word) == NextStreamDecoder.TEMPLATE_ID) {
            takeMark(word);
            return 0;
        }
        frames.onFrame(word, in, at + DataHeaderFlyweight.HEADER_LENGTH, length - DataHeaderFlyweight.HEADER_LENGTH);
        return 1;
    }

    private void takeMark(long word) {
        if (word != WORD_OF_BEGINNING) {
            stop();
            isOver = word == WORD_OF_END;
            isBroken = !isOver;
        }
    }

    private void breakOff() {
        stop();
        isBroken = true;
    }

    /** Nothing more is read. */
    private void stop() {
        tell();
        term = NO_TERM;
        offset = 0;
        told = 0;
    }

    private void tell() {
        long read = termPosition + offset;
        if (image != null) {
            tell(image, read);
        } else if (far != null) {
            far.show(read);
        }
        told = offset;
    }

    private void tell(Image to, long read) {
        try {
            to.position(read); // Pairs with PublisherLimit#advance: what is before is read no more.
        } catch (IllegalArgumentException e) { // the position that was told last is nonsense: somebody else wrote there
            isBroken = true;
        }
    }
}
