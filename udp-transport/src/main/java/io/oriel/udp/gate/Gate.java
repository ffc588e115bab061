// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp.gate;

import io.aeron.protocol.DataHeaderFlyweight;
import io.aeron.protocol.HeaderFlyweight;
import io.aeron.protocol.SetupFlyweight;
import io.oriel.udp.datagram.LinkOffer;
import io.oriel.udp.frame.FrameLayout;
import io.oriel.udp.frame.FrameSum;
import io.oriel.udp.seal.LinkKeys;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteOrder;
import org.agrona.BitUtil;
import org.agrona.collections.Int2ObjectHashMap;
import org.agrona.concurrent.NanoClock;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Decides which datagrams a private media driver gets to see: whole and undamaged ones, of streams that the other side of a
 * link has announced, from its address. By the domain's owner.
 *
 * <p>Aeron 1.51 puts into its logs whatever a datagram says that it holds. What is dropped here is lost to Aeron, which asks
 * for it again.
 */
public final class Gate {
    private static final int FRAME_ALIGNMENT = 32;
    private static final int UNFRAGMENTED = 0xC0;

    private final Int2ObjectHashMap<Source> sources = new Int2ObjectHashMap<>();
    private final FrameSum sum = new FrameSum();
    private final @Nullable SealedStreams seals;
    private long dropped;

    private record Source(
            InetAddress address,
            int initialTermId,
            int termLength,
            int mtuLength,
            @Nullable LinkSeal seal) {}

    /** Creates a gate that lets nothing in. */
    public Gate() {
        this(null);
    }

    /**
     * Creates a gate that lets nothing in.
     *
     * @param seals of all datagrams; null if they are not sealed
     */
    public Gate(@Nullable SealedStreams seals) {
        this.seals = seals;
    }

    /** Returns what seals datagrams; null if nothing does. */
    @Nullable
    SealedStreams seals() {
        return seals;
    }

    /**
     * Begins to open what is sealed for a link.
     *
     * @param keys     of the link; null if it is not sealed
     * @param peerData where the peer takes frames: what comes from elsewhere is not opened
     * @param clock    of the driver
     * @return what seals its streams; null if nothing does
     */
    public @Nullable LinkSeal begin(@Nullable LinkKeys keys, InetSocketAddress peerData, NanoClock clock) {
        if ((keys == null) != (seals == null)) {
            throw new IllegalStateException("a link is sealed where its adapter's are");
        }
        return keys == null || seals == null ? null : seals.begin(keys, peerData, clock);
    }

    /**
     * Opens nothing for a link any more.
     *
     * @param seal  of its streams; null if they are not sealed
     * @param clock of the driver
     */
    public void end(@Nullable LinkSeal seal, NanoClock clock) {
        if (seal != null && seals != null) {
            seals.end(seal, clock);
        }
    }

    /**
     * Erases the keys of links that ended a while ago.
     *
     * @param clock of the driver
     */
    public void eraseEnded(NanoClock clock) {
        if (seals != null) {
            seals.eraseEnded(clock);
        }
    }

    /** Erases the keys of all links: the driver has been closed. */
    public void erase() {
        if (seals != null) {
            seals.erase();
        }
    }

    /**
     * Lets a stream of this side's out, which is not sealed otherwise.
     *
     * @param sessionId of the stream, which the peer may have chosen
     * @param seal      of its link; null if it is not sealed
     * @return false if a stream of another link has the session: it keeps its seal
     */
    public boolean release(int sessionId, @Nullable LinkSeal seal) {
        return seal == null || seals == null || seals.addOwn(sessionId, seal);
    }

    /**
     * Lets a stream in, unless there is one of its session.
     *
     * @param address from which it comes
     * @param stream  as its sender has announced it
     * @param seal    of its link; null if it is not sealed
     * @return true if it is to be dismissed by the caller
     */
    public boolean admit(InetAddress address, LinkOffer.Stream stream, @Nullable LinkSeal seal) {
        Source source = new Source(address, stream.initialTermId(), stream.termLength(), stream.mtuLength(), seal);
        boolean isAdmitted = sources.putIfAbsent(stream.sessionId(), source) == null;
        if (isAdmitted && seal != null && seals != null) {
            seals.addPeer(stream.sessionId(), seal);
        }
        return isAdmitted;
    }

    /**
     * Lets a stream in no more.
     *
     * @param sessionId of a stream that was admitted
     */
    public void dismiss(int sessionId) {
        sources.remove(sessionId);
    }

    /**
     * Returns how many datagrams were dropped.
     *
     * @return ever-growing
     */
    public long dropped() {
        return dropped;
    }

    /** Notes a datagram that was dropped elsewhere. */
    void drop() {
        dropped++;
    }

    /** Tells whether a datagram of frames may be put into a log. */
    boolean admitsFrames(UnsafeBuffer buffer, int length, InetSocketAddress from) {
        boolean admitted = length >= DataHeaderFlyweight.HEADER_LENGTH && areFrames(buffer, length, from);
        if (!admitted) {
            dropped++;
        }
        return admitted;
    }

    /** Tells whether a datagram may make a log. */
    boolean admitsSetup(SetupFlyweight setup, int length, InetSocketAddress from) {
        boolean admitted = length >= SetupFlyweight.HEADER_LENGTH && isSetup(setup, from);
        if (!admitted) {
            dropped++;
        }
        return admitted;
    }

    private boolean isSetup(SetupFlyweight setup, InetSocketAddress from) {
        Source source = sources.get(setup.sessionId());
        return source != null
                && source.address.equals(from.getAddress())
                && isOpenedOf(source)
                && setup.streamId() == FrameLayout.STREAM_ID
                && setup.initialTermId() == source.initialTermId
                && isTerm(setup.activeTermId(), source)
                && setup.termLength() == source.termLength
                && setup.mtuLength() >= LinkOffer.Stream.MIN_MTU_LENGTH
                && setup.mtuLength() <= source.mtuLength
                && isOffset(setup.termOffset(), source);
    }

    /** A peer is not to speak for another, though it has a link of its own. */
    private boolean isOpenedOf(Source source) {
        return seals == null || seals.isOpened(source.seal);
    }

    private static boolean isOffset(int termOffset, Source source) {
        return termOffset >= 0 && termOffset <= source.termLength && termOffset % FRAME_ALIGNMENT == 0;
    }

    private static boolean isTerm(int termId, Source source) {
        return termId - source.initialTermId >= 0; // as Aeron counts terms, which may overflow
    }

    private boolean areFrames(UnsafeBuffer buffer, int length, InetSocketAddress from) {
        int session = getInt(buffer, DataHeaderFlyweight.SESSION_ID_FIELD_OFFSET);
        int termOffset = getInt(buffer, DataHeaderFlyweight.TERM_OFFSET_FIELD_OFFSET);
        int termId = getInt(buffer, DataHeaderFlyweight.TERM_ID_FIELD_OFFSET);
        Source source = sources.get(session);
        if (source == null
                || !source.address.equals(from.getAddress())
                || !isOpenedOf(source)
                || getInt(buffer, DataHeaderFlyweight.STREAM_ID_FIELD_OFFSET) != FrameLayout.STREAM_ID
                || !isTerm(termId, source)
                || !isOffset(termOffset, source)) {
            return false;
        }
        if (getInt(buffer, HeaderFlyweight.FRAME_LENGTH_FIELD_OFFSET) == 0) { // says that the sender is there
            return length == DataHeaderFlyweight.HEADER_LENGTH && isUnfragmented(buffer, 0); // not that a stream ends
        }
        if (length % FRAME_ALIGNMENT != 0 || length > source.mtuLength || length > source.termLength - termOffset) {
            return false;
        }
        int offset = 0;
        while (offset < length) {
            boolean belongs = getInt(buffer, offset + DataHeaderFlyweight.SESSION_ID_FIELD_OFFSET) == session
                    && getInt(buffer, offset + DataHeaderFlyweight.STREAM_ID_FIELD_OFFSET) == FrameLayout.STREAM_ID
                    && getInt(buffer, offset + DataHeaderFlyweight.TERM_ID_FIELD_OFFSET) == termId
                    && getInt(buffer, offset + DataHeaderFlyweight.TERM_OFFSET_FIELD_OFFSET) == termOffset + offset
                    && buffer.getByte(offset + HeaderFlyweight.VERSION_FIELD_OFFSET) == 0;
            int taken = belongs ? frameAt(buffer, offset, length, source.termLength - termOffset) : 0;
            if (taken == 0) {
                return false;
            }
            offset += taken;
        }
        return true;
    }

    /** Returns how many bytes of the datagram a frame takes; 0 if it is none, or damaged. */
    private int frameAt(UnsafeBuffer buffer, int offset, int length, int leftInTerm) {
        int left = length - offset;
        int frameLength = getInt(buffer, offset + HeaderFlyweight.FRAME_LENGTH_FIELD_OFFSET);
        int type = buffer.getShort(offset + HeaderFlyweight.TYPE_FIELD_OFFSET, ByteOrder.LITTLE_ENDIAN) & 0xFFFF;
        if (type == HeaderFlyweight.HDR_TYPE_PAD) { // goes without its bytes, and reaches to the end of the term
            boolean isPadding = left == DataHeaderFlyweight.HEADER_LENGTH
                    && frameLength >= DataHeaderFlyweight.HEADER_LENGTH
                    && frameLength == leftInTerm - offset;
            return isPadding ? left : 0;
        }
        boolean isFrame = type == HeaderFlyweight.HDR_TYPE_DATA
                && frameLength >= FrameLayout.PAYLOAD_OFFSET
                && frameLength <= left
                && isUnfragmented(buffer, offset)
                && getInt(buffer, offset + FrameLayout.CRC_OFFSET) == sum.of(buffer, offset, frameLength);
        return isFrame ? BitUtil.align(frameLength, FRAME_ALIGNMENT) : 0;
    }

    private static boolean isUnfragmented(UnsafeBuffer buffer, int offset) {
        return (buffer.getByte(offset + HeaderFlyweight.FLAGS_FIELD_OFFSET) & 0xFF) == UNFRAGMENTED;
    }

    private static int getInt(UnsafeBuffer buffer, int offset) {
        return buffer.getInt(offset, ByteOrder.LITTLE_ENDIAN);
    }
}
