// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm;

import io.oriel.api.NdStatus;
import io.oriel.engine.control.ControlLoop;
import io.oriel.engine.protocol.LinkHelloDecoder;
import io.oriel.engine.protocol.LinkReadyDecoder;
import io.oriel.shm.aeron.LinkStreams;
import io.oriel.shm.directory.PeerDirectory;
import io.oriel.shm.directory.ProcessName;
import io.oriel.shm.meeting.HalfOpen;
import io.oriel.shm.meeting.LinkIds;
import io.oriel.shm.meeting.LinkOffer;
import io.oriel.shm.meeting.LinkReader;
import io.oriel.shm.meeting.LinkWriter;
import io.oriel.shm.meeting.LogPlace;
import io.oriel.shm.meeting.Message;
import io.oriel.shm.meeting.MessageHandler;
import io.oriel.shm.meeting.MessageSocket;
import io.oriel.shm.memory.LinkFile;
import io.oriel.shm.memory.LinkWords;
import io.oriel.shm.memory.ShmLinkMemory;
import io.oriel.shm.peer.LinkPeer;
import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.nio.file.attribute.UserPrincipal;
import org.jspecify.annotations.Nullable;

/**
 * A connection to a listener that is to become a link. Used by the agent alone, but for the work given to workers.
 *
 * <p>Whatever a step throws, the dialler gets an answer, and what was taken is given back.
 */
final class Acceptance implements MessageHandler {
    private enum State {
        HELLO,
        ADDING,
        CONNECTING,
        DONE
    }

    private final ShmPort port;
    private final Path path;
    private final UserPrincipal user;
    private final MessageSocket socket;
    private final ControlLoop.Timer timer;
    private final long deadlineNs;

    private State state = State.HELLO;
    private @Nullable DiallersName dialler;
    private @Nullable Parts parts;
    private long linkId = LinkIds.NONE;
    private LinkReader.@Nullable Ready ready;
    private boolean isConnected;
    private boolean isWorking;

    /** Who dials. */
    private record DiallersName(LinkTable.Key key, ProcessName process) {}

    /** What the worker makes of a link. */
    private record Parts(
            PeerDirectory directory,
            LinkWords words,
            @Nullable ShmLinkMemory memory,
            LinkStreams streams) {}

    Acceptance(ShmPort port, Path path, SocketChannel channel, UserPrincipal user) {
        this.port = port;
        this.path = path;
        this.user = user;
        socket = new MessageSocket(port.home().loop(), channel, this);
        long timeoutNs = port.home().config().timeouts().handshake().toNanos();
        deadlineNs = System.nanoTime() + timeoutNs;
        timer = port.home().loop().schedule(timeoutNs, this::abandon);
    }

    void start() {
        try {
            socket.start();
        } catch (IOException e) {
            abandon();
        } catch (Throwable e) {
            abandon();
            throw e;
        }
    }

    /** Tells whether the dialler has sent nothing yet. */
    boolean isSilent() {
        return state == State.HELLO;
    }

    /** Ends the handshake before it has begun. */
    void refuseAnotherMeeting() {
        refuse(
                NdStatus.INSUFFICIENT_RESOURCES,
                "the listening adapter has as many unfinished connections as it can have, " + HalfOpen.MAX
                        + ", and of another user " + HalfOpen.MAX_OF_ANOTHER_USER);
    }

    @Override
    public void onMessage(Message message) {
        if (state == State.HELLO && message.templateId() == LinkHelloDecoder.TEMPLATE_ID) {
            onHello(message);
        } else if (state == State.CONNECTING && ready == null && message.templateId() == LinkReadyDecoder.TEMPLATE_ID) {
            onReady(LinkReader.ready(message));
        } else {
            abandon();
        }
    }

    private void onHello(Message message) {
        @Nullable String mismatch = LinkReader.versionMismatch(message, "the dialler", "the listener");
        if (mismatch != null && !mismatch.isEmpty()) {
            refuse(NdStatus.CONNECTION_REFUSED, mismatch);
            return;
        }
        @Nullable LinkOffer hello = LinkReader.hello(message);
        @Nullable ProcessName process = hello == null ? null : ProcessName.parse(hello.process());
        if (mismatch == null || hello == null || process == null) {
            abandon();
        } else {
            begin(hello, new DiallersName(new LinkTable.Key(user, hello.adapterId()), process));
        }
    }

    private void begin(LinkOffer hello, DiallersName from) {
        if (!port.links().beginAccepting(from.key())) {
            LinkWriter.sendExists(socket, port.adapterId());
            finish();
            return;
        }
        dialler = from;
        linkId = port.claimLink(user);
        if (linkId == LinkIds.NONE) {
            refuse(NdStatus.INSUFFICIENT_RESOURCES, "the listening adapter " + port.shortageOfLinks(user));
            return;
        }
        LinkOffer offer = port.parts().newOffer();
        state = State.ADDING;
        isWorking = true;
        port.work().run(() -> add(offer, hello, from.process()), made -> onAdded(offer, made), this::onFailed);
    }

    /** On a worker. */
    private Parts add(LinkOffer offer, LinkOffer hello, ProcessName process) throws IOException {
        @Nullable LinkStreams made = null;
        LinkFile file = port.parts().newLinkFile();
        @Nullable LinkWords words = null;
        try {
            PeerDirectory directory = port.parts().directory(process, user);
            words = port.parts().openWords(file, directory, hello);
            @Nullable ShmLinkMemory memory = port.parts().memory(offer, hello, directory, words);
            made = port.parts().addStreams(offer, hello, directory, words, deadlineNs);
            made.awaitAdded();
            return new Parts(directory, words, memory, made);
        } catch (Throwable e) {
            if (made != null) {
                made.close(false);
            }
            if (words != null) {
                LinkParts.closeWords(words);
            }
            file.discard();
            throw e;
        }
    }

    private void onAdded(LinkOffer offer, Parts made) {
        isWorking = false;
        parts = made;
        if (state == State.DONE) {
            cleanUp();
            return;
        }
        state = State.CONNECTING;
        try {
            LinkOffer welcome = offer.withLink(linkId, made.words().own().name())
                    .withClient(made.streams().clientId())
                    .withLog(made.streams().own().place());
            LinkWriter.sendWelcome(socket, welcome);
        } catch (Throwable e) {
            finish();
            throw e;
        }
        if (!made.streams().isFar()) {
            // The dialler joins our log while our driver moves, which it does while we wait.
            beginConnecting(made, LogPlace.NONE);
        }
    }

    private void beginConnecting(Parts made, LogPlace place) {
        isWorking = true;
        port.work().run(() -> connect(made, place), unused -> onConnected(), cause -> onUnconnected());
    }

    private void onFailed(Throwable cause) {
        isWorking = false;
        if (state == State.DONE) {
            cleanUp();
            return;
        }
        LinkReader.Refusal refusal =
                LinkReader.Refusal.of(cause, NdStatus.CONNECTION_REFUSED, "the dialler's files cannot be used");
        refuse(refusal.status(), refusal.reason());
    }

    private void onReady(LinkReader.@Nullable Ready message) {
        Parts made = parts;
        if (message == null || made == null) {
            abandon();
            return;
        }
        ready = message;
        made.streams().peersClient(message.clientId());
        // The dialler's engine may write already; its messages wait for the link.
        socket.pause();
        if (made.streams().isFar()) {
            beginConnecting(made, message.log());
        } else {
            openIfReady();
        }
    }

    /** On a worker. */
    private static Parts connect(Parts made, LogPlace place) throws IOException {
        made.streams().awaitConnected(place);
        made.words().own().remove(); // mapped by the dialler, too: the file needs its name no more
        return made;
    }

    private void onConnected() {
        isWorking = false;
        if (state == State.DONE) {
            cleanUp();
            return;
        }
        isConnected = true;
        openIfReady();
    }

    private void openIfReady() {
        DiallersName from = dialler;
        Parts made = parts;
        LinkReader.Ready peers = ready;
        if (from == null || made == null || peers == null || !isConnected) {
            return;
        }
        ShmLink link;
        try {
            LinkPeer peer = port.parts()
                    .peer(from.key().adapterId(), peers.linkId(), made.directory(), path, made.memory() != null);
            ShmLink.Media media = new ShmLink.Media(linkId, made.streams(), made.words(), made.memory());
            link = new ShmLink(port, peer, socket, media, false);
        } catch (Throwable e) {
            abandon();
            throw e;
        }
        state = State.DONE;
        timer.cancel();
        port.links().endAccepting(from.key());
        port.ended(this);
        port.open(link);
    }

    /** The dialler has not joined, whatever the cause: it hears of it by the end of the socket. */
    private void onUnconnected() {
        isWorking = false;
        if (state == State.DONE) {
            cleanUp();
        } else {
            abandon();
        }
    }

    @Override
    public void onEnd(String reason) {
        abandon();
    }

    private void refuse(NdStatus status, String reason) {
        try {
            LinkWriter.sendRefused(socket, status, reason);
        } finally {
            finish();
        }
    }

    /** Ends the handshake without a reason. Idempotent. */
    void abandon() {
        finish();
    }

    private void finish() {
        if (state == State.DONE) {
            return;
        }
        state = State.DONE;
        timer.cancel();
        port.ended(this);
        if (parts != null) {
            parts.streams().cancel();
        }
        // The worker's result cleans up, if a worker is under way.
        if (!isWorking) {
            cleanUp();
        }
        try {
            if (ready != null) { // the dialler has its end of the link already
                LinkWriter.sendBye(socket);
            }
        } finally {
            socket.closeAfterFlush();
        }
    }

    private void cleanUp() {
        if (dialler != null) {
            port.links().endAccepting(dialler.key());
            dialler = null;
        }
        Parts made = parts;
        if (made != null) {
            port.discard(made.streams(), made.words().own(), made.words(), linkId);
        } else if (linkId != LinkIds.NONE) {
            port.discard(null, null, null, linkId);
        }
        parts = null;
        linkId = LinkIds.NONE;
    }
}
