// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm;

import io.aeron.ExclusivePublication;
import io.aeron.Publication;
import io.aeron.logbuffer.BufferClaim;
import io.oriel.api.Connector;
import io.oriel.engine.counter.CounterSet;
import io.oriel.engine.protocol.LinkByeDecoder;
import io.oriel.engine.protocol.LinkControlDecoder;
import io.oriel.engine.transport.FrameHandler;
import io.oriel.engine.transport.Link;
import io.oriel.engine.transport.LinkHandler;
import io.oriel.engine.transport.LinkMemory;
import io.oriel.shm.aeron.FarReader;
import io.oriel.shm.aeron.LinkStreams;
import io.oriel.shm.aeron.LogReader;
import io.oriel.shm.aeron.OwnLog;
import io.oriel.shm.meeting.LinkWriter;
import io.oriel.shm.meeting.Message;
import io.oriel.shm.meeting.MessageHandler;
import io.oriel.shm.meeting.MessageSocket;
import io.oriel.shm.memory.LinkWords;
import io.oriel.shm.memory.ShmLinkMemory;
import io.oriel.shm.peer.LinkPeer;
import io.oriel.shm.peer.PeerWatch;
import io.oriel.shm.wake.Bell;
import java.util.Objects;
import java.util.Optional;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.jspecify.annotations.Nullable;

/**
 * One end of a link in shared memory: frames in two Aeron logs, words in two files, control messages on a socket.
 *
 * <p>Used by the domain's owner (frames, words) and by the agent (everything else); the two share no mutable field.
 */
final class ShmLink implements Link, MessageHandler {
    private static final int FIRST_PAYLOAD = 32; // a cache line with its header, so that frames of a line lie in one

    private final ShmPort port;
    private final LinkPeer peer;
    private final long id;
    private final boolean isDialler;
    private final MessageSocket socket;
    private final LinkStreams streams;
    private final LinkWords words;
    private final @Nullable ShmLinkMemory memory;
    private final Bell bell;
    private final LogChange change;
    private final PeerWatch watch;

    /**
     * What carries a link.
     *
     * @param linkId  by which this end knows the link
     * @param streams the logs
     * @param words   acknowledgements and credits
     * @param memory  for direct access; null if one of the sides does not want it
     */
    record Media(
            long linkId,
            LinkStreams streams,
            LinkWords words,
            @Nullable ShmLinkMemory memory) {}

    // Used by the domain's owner alone.
    private final BufferClaim claim = new BufferClaim();
    private OwnLog log;
    private ExclusivePublication publication; // of the log
    private final LogReader reader;
    private long halfPosition;
    private boolean isHalfUsed;
    private boolean isLogBroken;
    private boolean isPolled;
    private long wokenArming;

    // Written by the domain's owner, read by the agent.
    private volatile boolean isLetGo;

    // Used by the agent alone.
    private @Nullable LinkHandler handler;
    private boolean isPeerGone;
    private boolean isClosed;

    ShmLink(ShmPort port, LinkPeer peer, MessageSocket socket, Media media, boolean isDialler) {
        this.port = port;
        this.peer = peer;
        this.isDialler = isDialler;
        this.socket = socket;
        id = media.linkId();
        streams = media.streams();
        words = media.words();
        memory = media.memory();
        reader = new LogReader(streams.peers());
        log = streams.own();
        publication = log.publication();
        halfPosition = publication.maxPossiblePosition() / 2;
        beginLog();
        change = new LogChange(port, socket, streams, this::advanceLimit);
        watch = new PeerWatch(port.home(), peer.directory(), memory);
        bell = new Bell(
                port.home().loop(),
                port.work()::run,
                words.peer().wakeSocket(),
                peer.directory().user(),
                peer.linkId());
    }

    /** Without it the peer's empty polls take longer until the first frame: so it is not tried again. */
    private void beginLog() {
        if (publication.tryClaim(FIRST_PAYLOAD, claim) > 0) {
            claim.reservedValue(LogReader.WORD_OF_BEGINNING).commit();
        }
    }

    @Override
    public int maxPayloadLength() {
        return publication.maxPayloadLength();
    }

    @Override
    public boolean tryClaim(int length) {
        if (isHalfUsed && !goesOn()) {
            return false; // as without room, until the next log is there
        }
        long position = publication.tryClaim(length, claim);
        isHalfUsed |= position >= halfPosition;
        return position > 0 || tryClaimAgain(position, length);
    }

    private boolean goesOn() {
        OwnLog next = change.goOn(log, claim);
        if (next == null) {
            return change.stay(publication);
        }
        log = next;
        publication = next.publication();
        halfPosition = publication.maxPossiblePosition() / 2;
        isHalfUsed = false;
        return true;
    }

    private boolean tryClaimAgain(long position, int length) {
        if (position == Publication.MAX_POSITION_EXCEEDED) {
            breakLog();
        }
        long next = position;
        if (next == Publication.BACK_PRESSURED && advanceLimit()) {
            next = publication.tryClaim(length, claim);
        }
        if (next == Publication.ADMIN_ACTION) {
            next = publication.tryClaim(length, claim);
        }
        return next > 0;
    }

    /** False if there is no more room; if the driver has a thread, and can only be kicked; or if the peer shows nonsense. */
    private boolean advanceLimit() {
        FarReader far = log.reader();
        if (far != null && !far.follow(publication.position())) {
            breakLog();
            return false;
        }
        return log.advanceLimit();
    }

    /** A log can be used no more: it holds nonsense, or it has carried all that its positions can count. */
    private void breakLog() {
        if (!isLogBroken) {
            port.home().loop().execute(this::fail);
            isLogBroken = true; // unless there was no room for a task: then the next call tries again
        }
    }

    @Override
    public MutableDirectBuffer claimedBuffer() {
        return claim.buffer();
    }

    @Override
    public int claimedOffset() {
        return claim.offset();
    }

    @Override
    public void commit(long word) {
        claim.reservedValue(word).commit();
    }

    @Override
    public int poll(FrameHandler frames, int limit) {
        if (!isPolled) {
            isPolled = true;
            if (port.showWords()) {
                announce(); // the peer may wait for credit that it has just been shown
            }
        }
        int polled = reader.poll(frames, limit);
        return polled == 0 && reader.hasStopped() ? readOn(frames, limit) : polled;
    }

    private int readOn(FrameHandler frames, int limit) {
        if (!reader.isBroken() && change.readOn(reader)) {
            return reader.poll(frames, limit);
        }
        breakLog(); // or who ends a log has not waited until the next one could be read
        return 0;
    }

    private void fail() {
        if (!isPeerGone && !isClosed) {
            socket.close();
            watch.beginIfInside();
            die();
        }
    }

    @Override
    public void publishAcknowledgement(long word) {
        words.publishAcknowledgement(word);
    }

    @Override
    public long acknowledgement() {
        return words.acknowledgement();
    }

    @Override
    public long credit(int peerEndpointId) {
        return words.credit(peerEndpointId);
    }

    @Override
    public @Nullable LinkMemory memory() {
        return memory;
    }

    @Override
    public void announce() {
        // Pairs with WordsFile#arm. Without a fence: a sleeper that we do not see looks again after its nap.
        long arming = words.peerArmed();
        if (arming != 0 && arming != wokenArming) {
            wake(arming);
        }
    }

    /** Once for each time that the peer falls asleep. */
    private void wake(long arming) {
        bell.ring();
        wokenArming = arming; // last: a wake that has failed is tried again
    }

    @Override
    public void letGo() {
        try {
            words.letGo();
            reader.letGo();
            isLetGo = true; // Pairs with #close: no buffer of the owner's is on a file any more.
        } catch (OutOfMemoryError e) {
            // the collector unmaps the files
        }
    }

    /** Hands the link to its user, and delivers what has come meanwhile. On the agent. */
    void open(LinkHandler linkHandler) {
        handler = linkHandler;
        socket.handler(this);
        try {
            bell.connect();
        } catch (Throwable e) {
            fail();
            throw e;
        }
        socket.resume();
    }

    LinkPeer peer() {
        return peer;
    }

    /** Returns the name by which this end knows the link. */
    long id() {
        return id;
    }

    @Override
    public CounterSet counters() {
        return streams.counters();
    }

    @Override
    public void sendControl(DirectBuffer buffer, int offset, int length) {
        if (length < 0 || length > MAX_CONTROL_LENGTH) {
            throw new IllegalArgumentException("length must be in 0.." + MAX_CONTROL_LENGTH + ", was " + length);
        }
        socket.sendControl(buffer, offset, length);
    }

    @Override
    public void onMessage(Message message) {
        switch (message.templateId()) {
            case LinkControlDecoder.TEMPLATE_ID -> {
                int skipped = message.blockLength();
                handler().onControl(message.buffer(), message.offset() + skipped, message.length() - skipped);
            }
            case LinkByeDecoder.TEMPLATE_ID -> {
                socket.close();
                leave();
            }
            default -> {
                if (!change.take(message)) {
                    socket.close();
                    onEnd("a message that has no place on a link");
                }
            }
        }
    }

    @Override
    public void onEnd(String reason) {
        port.forget(this);
        isPeerGone = true;
        watch.onEnd(this::die);
    }

    private void leave() {
        isPeerGone = true;
        change.end();
        watch.noteGone();
        port.forget(this);
        if (!isClosed) {
            handler().onPeerClosed();
        }
    }

    private void die() {
        isPeerGone = true;
        change.end();
        port.forget(this);
        if (!isClosed) {
            handler().onPeerDied();
        }
    }

    private LinkHandler handler() {
        return Objects.requireNonNull(handler, "the link has not been opened");
    }

    @Override
    public boolean isDialler() {
        return isDialler;
    }

    /** The kernel has told the user when the two met, and the process its id. */
    @Override
    public Optional<Connector.Peer> peerProcess() {
        return Optional.of(peer.seen());
    }

    @Override
    public String explain() {
        return peer.explain();
    }

    @Override
    public void close() {
        if (isClosed) {
            return;
        }
        isClosed = true;
        change.end();
        bell.close();
        boolean isMapped = !isLetGo; // Pairs with #letGo.
        if (!isMapped && memory != null) {
            memory.endWatch();
        }
        try {
            if (!isPeerGone) {
                LinkWriter.sendBye(socket);
            }
        } finally {
            try {
                socket.closeAfterFlush();
            } finally {
                release(isMapped);
            }
        }
    }

    /** The watch begins first: it keeps open what the link gives back. */
    private void release(boolean isMapped) {
        try {
            if (!isPeerGone) {
                watch.beginIfInside();
            }
        } finally {
            port.release(this, isMapped);
        }
    }

    /**
     * Gives back the logs, and the files if the domain's owner has let go of them; otherwise the collector unmaps those. On a
     * worker, after the link was closed.
     */
    void giveBack(boolean isMapped) {
        try {
            streams.close(isMapped);
        } finally {
            peer.directory().life().close();
            if (!isMapped) {
                words.unmap();
                if (memory != null) {
                    memory.unmapRegions();
                }
            }
        }
    }
}
