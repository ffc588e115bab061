// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm;

import io.oriel.api.config.DriverConfig;
import io.oriel.shm.aeron.FarPeer;
import io.oriel.shm.aeron.LinkStreams;
import io.oriel.shm.directory.PeerDirectory;
import io.oriel.shm.directory.ProcessHome;
import io.oriel.shm.directory.ProcessName;
import io.oriel.shm.directory.RandomNames;
import io.oriel.shm.driver.DriverSession;
import io.oriel.shm.meeting.LinkIds;
import io.oriel.shm.meeting.LinkOffer;
import io.oriel.shm.meeting.LogPlace;
import io.oriel.shm.memory.LinkFile;
import io.oriel.shm.memory.LinkWords;
import io.oriel.shm.memory.PeerWords;
import io.oriel.shm.memory.ShmLinkMemory;
import io.oriel.shm.memory.WordsFile;
import io.oriel.shm.memory.WordsLayout;
import io.oriel.shm.peer.LinkPeer;
import java.io.IOException;
import java.nio.file.Path;
import java.nio.file.attribute.UserPrincipal;
import org.jspecify.annotations.Nullable;

/**
 * Makes the parts of one port's links. What blocks is called on a worker.
 *
 * @param home    of this process
 * @param session with its media driver
 * @param words   of the adapter
 */
record LinkParts(ProcessHome home, DriverSession session, WordsFile words) {
    /** Says what this side says of itself in a handshake; with a session id of its own. */
    LinkOffer newOffer() {
        return new LinkOffer(
                LinkOffer.PROTOCOL_VERSION,
                WordsLayout.VERSION,
                words.adapterId(),
                LinkIds.NONE,
                (int) RandomNames.nextLong(),
                home.config().driver().termLength(),
                home.wantsDirectAccess(),
                LinkOffer.NO_CLIENT,
                session.driverName(),
                home.process().name().toString(),
                words.name(),
                "",
                LogPlace.NONE);
    }

    /** Makes this end's file of a link. Blocks. */
    LinkFile newLinkFile() {
        return LinkFile.create(home.process());
    }

    /** Finds the directory of a peer. Blocks. */
    PeerDirectory directory(ProcessName process, UserPrincipal user) throws IOException {
        PeerDirectory found = PeerDirectory.open(home.base(), process, user);
        return home.trial().isAfar() ? found.ofAnother() : found;
    }

    /** Maps what a peer has offered; if that cannot be, closes its life. Blocks. */
    LinkWords openWords(LinkFile own, PeerDirectory directory, LinkOffer peer) throws IOException {
        try {
            PeerWords peerWords = PeerWords.open(directory, peer.words(), peer.adapterId());
            return LinkWords.open(own, peerWords, directory, peer.file());
        } catch (Throwable e) {
            directory.life().close();
            throw e;
        }
    }

    /** Undoes {@link #openWords} for a link that is not made. Blocks; idempotent. */
    static void closeWords(LinkWords words) {
        words.unmap();
        words.directory().life().close();
    }

    /** Shows each end the other's memory; null if one of them does not want that. */
    @Nullable
    ShmLinkMemory memory(LinkOffer own, LinkOffer peer, PeerDirectory directory, LinkWords linkWords) {
        return own.directAccess() && peer.directAccess() ? ShmLinkMemory.of(home.loop(), directory, linkWords) : null;
    }

    /** Asks the drivers for the logs of a link. Blocks. */
    LinkStreams addStreams(LinkOffer own, LinkOffer peer, PeerDirectory directory, LinkWords linkWords, long deadlineNs)
            throws IOException {
        DriverConfig logs = directory.isWritable() ? home.config().driver() : logsBetweenUsers(peer);
        LinkStreams.Readers readers = directory.isWritable()
                ? new LinkStreams.Readers(session.join(peer.driver(), deadlineNs), null)
                : new LinkStreams.Readers(session.own(), new FarPeer(directory, linkWords, logs.termLength()));
        LinkStreams.Ends ends = new LinkStreams.Ends(
                words.adapterId(),
                own.sessionId(),
                peer.adapterId(),
                peer.sessionId(),
                directory.process().describeTo(self()));
        return LinkStreams.add(session, readers, logs, ends, deadlineNs);
    }

    /** Another user does not decide how long the logs are that this process maps, nor this process for the other: the shorter holds. */
    private DriverConfig logsBetweenUsers(LinkOffer peer) {
        DriverConfig own = home.config().driver();
        return own.withTermLength(Math.min(own.termLength(), peer.termLength()));
    }

    /** Says who is at the other end of a link. */
    LinkPeer peer(long adapterId, long linkId, PeerDirectory directory, Path socket, boolean isMapped) {
        LinkPeer.Here here =
                new LinkPeer.Here(self(), home.config().sharedMemory().sharing().scope());
        return new LinkPeer(adapterId, linkId, directory, socket, isMapped, here);
    }

    private ProcessName self() {
        return home.process().name();
    }
}
