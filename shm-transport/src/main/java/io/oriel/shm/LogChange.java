// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm;

import io.aeron.ExclusivePublication;
import io.aeron.logbuffer.BufferClaim;
import io.oriel.engine.protocol.LinkNextLogDecoder;
import io.oriel.engine.protocol.LinkNextLogJoinedDecoder;
import io.oriel.engine.protocol.LinkNextLogTakenDecoder;
import io.oriel.shm.aeron.LaterLogs;
import io.oriel.shm.aeron.LinkStreams;
import io.oriel.shm.aeron.LogReader;
import io.oriel.shm.aeron.OwnLog;
import io.oriel.shm.aeron.PeersLog;
import io.oriel.shm.meeting.LinkReader;
import io.oriel.shm.meeting.LinkWriter;
import io.oriel.shm.meeting.Message;
import io.oriel.shm.meeting.MessageSocket;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * How a link goes on in another log, in each direction by itself, because Aeron counts positions and a log has a last one. By the
 * agent, which asks workers, until the next log can be used; then the domain's owner takes it.
 */
final class LogChange {
    private static final long RETRY_NS = Duration.ofSeconds(1).toNanos();
    private static final long FIRST_PERIOD_NS = Duration.ofMillis(1).toNanos();
    private static final long LAST_PERIOD_NS = Duration.ofMillis(50).toNanos();

    private final ShmPort port;
    private final MessageSocket socket;
    private final LaterLogs later;
    private final BooleanSupplier advanceLimit;
    private final Runnable adding = this::add; // Made before: who asks for a log may find no memory.
    private boolean isOver;

    // Of this side's log.
    private @Nullable OwnLog added;
    private volatile @Nullable OwnLog former; // set by the domain's owner, and taken back by the agent
    private volatile boolean isUnderWay; // likewise
    private volatile @Nullable OwnLog nextLog;

    // Of the peer's log.
    private boolean isJoining;
    private volatile @Nullable PeersLog peersNext;

    LogChange(ShmPort port, MessageSocket socket, LinkStreams streams, BooleanSupplier advanceLimit) {
        this.port = port;
        this.socket = socket;
        this.advanceLimit = advanceLimit;
        later = streams.later();
    }

    // By the domain's owner.

    /** Asks for the next log, and ends a log if that is there; returns it, or null if it is not, or there is no room now. */
    @Nullable
    OwnLog goOn(OwnLog from, BufferClaim claim) {
        if (!isUnderWay) { // Pairs with #giveBack: the peer has left the log before.
            isUnderWay = true;
            port.home().loop().executeSurely(adding);
        }
        OwnLog next = nextLog; // Pairs with #connected: the log is there.
        if (next == null || !claimEnd(from.publication(), claim)) {
            return null;
        }
        nextLog = null;
        former = from; // Pairs with #giveBack: before the peer can have left it.
        claim.reservedValue(LogReader.WORD_OF_END).commit();
        return next;
    }

    private boolean claimEnd(ExclusivePublication log, BufferClaim claim) {
        return log.tryClaim(0, claim) > 0 || (advanceLimit.getAsBoolean() && log.tryClaim(0, claim) > 0);
    }

    /** Stays in a log though it comes near its last position; false if that is too near. */
    boolean stay(ExclusivePublication log) {
        return log.position() < log.maxPossiblePosition() - log.termBufferLength();
    }

    /** Has a reader that has read all of the peer's log go on in the next one; false if that has not come, though the peer has said so. */
    boolean readOn(LogReader reader) {
        PeersLog next = peersNext; // Pairs with #joined: the log is there.
        if (next == null) {
            return false;
        }
        PeersLog from = reader.log();
        Runnable leaving = () -> leave(from); // Made before: there may be no memory when the other log is read already.
        peersNext = null;
        reader.readOn(next);
        port.home().loop().executeSurely(leaving); // last: nobody looks at it any more
        return true;
    }

    // By the agent.

    /** Takes the messages of a change; false if this is none, or nonsense. */
    boolean take(Message message) {
        return switch (message.templateId()) {
            case LinkNextLogDecoder.TEMPLATE_ID -> begin(LinkReader.nextLog(message));
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
            port.work().run(() -> later.add(session, deadlineNs()), log -> added(session, log), e -> retry(adding));
        }
    }

    private void added(int session, OwnLog log) {
        if (!isOver) {
            added = log;
            LinkWriter.sendNextLog(socket, new LinkReader.NextLog(session, log.place()));
            runDriver(FIRST_PERIOD_NS);
        }
    }

    /** Runs our driver, at which the peer joins the log, until it has joined. No worker waits meanwhile: the peer may take long. */
    private void runDriver(long periodNs) {
        OwnLog log = added;
        if (log == null || isOver) {
            return;
        }
        Runnable again = () -> runDriver(Math.min(2 * periodNs, LAST_PERIOD_NS));
        port.work()
                .run(
                        () -> {
                            port.hurry();
                            return log;
                        },
                        unused -> port.home().loop().scheduleSurely(periodNs, again),
                        e -> port.home().loop().scheduleSurely(periodNs, again));
    }

    private boolean connect() {
        OwnLog log = added;
        if (log == null) {
            return false;
        }
        added = null;
        awaitJoined(log);
        return true;
    }

    private void awaitJoined(OwnLog log) {
        if (!isOver) {
            port.work()
                    .run(
                            () -> later.awaitJoined(log, deadlineNs()),
                            this::connected,
                            e -> retry(() -> awaitJoined(log)));
        }
    }

    private void connected(OwnLog log) {
        nextLog = log; // Pairs with #goOn.
    }

    private boolean giveBack() {
        OwnLog log = former; // Pairs with #goOn.
        if (log == null) {
            return false;
        }
        former = null;
        isUnderWay = false; // Pairs with #goOn.
        port.work().giveBack(() -> later.giveBack(log), () -> {});
        return true;
    }

    private boolean begin(LinkReader.@Nullable NextLog next) {
        if (next == null || isJoining || peersNext != null) {
            return false;
        }
        isJoining = true;
        join(next);
        return true;
    }

    private void join(LinkReader.NextLog next) {
        if (!isOver) {
            port.work().run(() -> later.join(next, deadlineNs()), this::joined, e -> retry(() -> join(next)));
        }
    }

    private void joined(PeersLog log) {
        isJoining = false;
        if (!isOver) {
            peersNext = log; // Pairs with #readOn.
            LinkWriter.sendNextLogJoined(socket);
        }
    }

    private void leave(PeersLog log) {
        if (!isOver) {
            LinkWriter.sendNextLogTaken(socket);
            port.work().giveBack(() -> later.leave(log), () -> {});
        }
    }
}
