// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm;

import io.aeron.ExclusivePublication;
import io.aeron.Image;
import io.aeron.logbuffer.BufferClaim;
import io.oriel.engine.protocol.LinkNextLogDecoder;
import io.oriel.engine.protocol.LinkNextLogJoinedDecoder;
import io.oriel.engine.protocol.LinkNextLogTakenDecoder;
import io.oriel.shm.aeron.LaterLogs;
import io.oriel.shm.aeron.LinkStreams;
import io.oriel.shm.aeron.LogReader;
import io.oriel.shm.meeting.LinkReader;
import io.oriel.shm.meeting.LinkWriter;
import io.oriel.shm.meeting.Message;
import io.oriel.shm.meeting.MessageSocket;
import java.time.Duration;
import java.util.OptionalInt;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * How a link goes on in another log, in each direction by itself, because Aeron counts positions and a log has a last one. By the
 * agent, which asks workers, until the next log can be used; then the domain's owner takes it.
 */
final class LogChange {
    private static final long RETRY_NS = Duration.ofSeconds(1).toNanos();

    private final ShmPort port;
    private final MessageSocket socket;
    private final LaterLogs later;
    private boolean isOver;

    // Of this side's log.
    private @Nullable ExclusivePublication added;
    private volatile @Nullable ExclusivePublication former; // set by the domain's owner, and taken back by the agent
    private volatile boolean isUnderWay; // likewise
    private volatile @Nullable ExclusivePublication nextLog;

    // Of the peer's log.
    private boolean isJoining;
    private volatile @Nullable Image nextImage;

    LogChange(ShmPort port, MessageSocket socket, LinkStreams streams) {
        this.port = port;
        this.socket = socket;
        later = streams.later();
    }

    // By the domain's owner.

    /** Asks for the next log, and ends a log if that is there; returns it, or null if it is not, or there is no room now. */
    @Nullable
    ExclusivePublication goOn(ExclusivePublication from, BufferClaim claim) {
        if (!isUnderWay) { // Pairs with #giveBack: the peer has left the log before.
            isUnderWay = true;
            port.home().loop().executeSurely(this::add);
        }
        ExclusivePublication next = nextLog; // Pairs with #connected: the log is there.
        if (next == null || !claimEnd(from, claim)) {
            return null;
        }
        nextLog = null;
        former = from; // Pairs with #giveBack: before the peer can have left it.
        claim.reservedValue(LogReader.WORD_OF_END).commit();
        return next;
    }

    private boolean claimEnd(ExclusivePublication log, BufferClaim claim) {
        return log.tryClaim(0, claim) > 0 || (port.session().makeRoom() && log.tryClaim(0, claim) > 0);
    }

    /** Tells whether more frames may go in a log though it comes near its last position. */
    boolean mayStay(ExclusivePublication log) {
        return log.position() < log.maxPossiblePosition() - log.termBufferLength();
    }

    /** Returns the peer's next log, because all of the former one was read; null if it has not come, though the peer has said so. */
    @Nullable
    Image readOn(Image from) {
        Image next = nextImage; // Pairs with #joined: the log is there.
        if (next != null) {
            nextImage = null;
            port.home().loop().executeSurely(() -> leave(from));
        }
        return next;
    }

    // By the agent.

    /** Takes the messages of a change; false if this is none, or nonsense. */
    boolean take(Message message) {
        return switch (message.templateId()) {
            case LinkNextLogDecoder.TEMPLATE_ID -> join(LinkReader.nextLog(message));
            case LinkNextLogJoinedDecoder.TEMPLATE_ID -> connect();
            case LinkNextLogTakenDecoder.TEMPLATE_ID -> giveBack();
            default -> false;
        };
    }

    /** The link has ended: what there is goes with it. */
    void end() {
        isOver = true;
    }

    private long deadlineNs() {
        return System.nanoTime() + port.home().config().timeouts().handshake().toNanos();
    }

    private void retry(Runnable step) {
        port.home().loop().scheduleSurely(RETRY_NS, step);
    }

    private void add() {
        if (!isOver) {
            int session = ThreadLocalRandom.current().nextInt();
            port.work().run(() -> later.add(session, deadlineNs()), log -> added(session, log), e -> retry(this::add));
        }
    }

    private void added(int session, ExclusivePublication log) {
        if (!isOver) {
            added = log;
            LinkWriter.sendNextLog(socket, session);
        }
    }

    private boolean connect() {
        ExclusivePublication log = added;
        if (log == null) {
            return false;
        }
        added = null;
        awaitJoined(log);
        return true;
    }

    private void awaitJoined(ExclusivePublication log) {
        if (!isOver) {
            port.work()
                    .run(
                            () -> later.awaitJoined(log, deadlineNs()),
                            this::connected,
                            e -> retry(() -> awaitJoined(log)));
        }
    }

    private void connected(ExclusivePublication log) {
        nextLog = log; // Pairs with #goOn.
    }

    private boolean giveBack() {
        ExclusivePublication log = former; // Pairs with #goOn.
        if (log == null) {
            return false;
        }
        former = null;
        isUnderWay = false; // Pairs with #goOn.
        port.work().giveBack(() -> later.giveBack(log), () -> {});
        return true;
    }

    private boolean join(OptionalInt session) {
        if (session.isEmpty() || isJoining || nextImage != null) {
            return false;
        }
        isJoining = true;
        join(session.getAsInt());
        return true;
    }

    private void join(int session) {
        if (!isOver) {
            port.work().run(() -> later.join(session, deadlineNs()), this::joined, e -> retry(() -> join(session)));
        }
    }

    private void joined(Image image) {
        isJoining = false;
        if (!isOver) {
            nextImage = image; // Pairs with #readOn.
            LinkWriter.sendNextLogJoined(socket);
        }
    }

    private void leave(Image image) {
        if (!isOver) {
            LinkWriter.sendNextLogTaken(socket);
            port.work().giveBack(() -> later.leave(image), () -> {});
        }
    }
}
