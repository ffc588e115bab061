// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm;

import io.oriel.api.NdStatus;
import io.oriel.engine.protocol.LinkExistsDecoder;
import io.oriel.engine.protocol.LinkRefusedDecoder;
import io.oriel.engine.protocol.LinkWelcomeDecoder;
import io.oriel.shm.aeron.LinkStreams;
import io.oriel.shm.directory.PeerDirectory;
import io.oriel.shm.directory.ProcessName;
import io.oriel.shm.meeting.LinkIds;
import io.oriel.shm.meeting.LinkOffer;
import io.oriel.shm.meeting.LinkReader;
import io.oriel.shm.meeting.LinkWriter;
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
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** One attempt of a dial, from its hello on. Used by the agent alone, but for the work given to workers. */
final class DialHandshake implements MessageHandler {
    private enum State {
        WELCOME,
        CONNECTING,
        DONE
    }

    private final ShmPort port;
    private final Dial dial;
    private final Met met;
    private final MessageSocket socket;
    private final LinkOffer offer;
    private final LinkFile file;

    // Written by the agent; the worker looks whether it is over.
    private volatile State state = State.WELCOME;
    private long linkId = LinkIds.NONE;
    private boolean isWorking;
    // Written by the worker, which hands it over with its result; cancelled by the agent meanwhile.
    private volatile @Nullable LinkStreams streams;
    // Written by the worker, which hands it over with its result.
    private @Nullable LinkWords words;

    /**
     * Where a listener was met.
     *
     * @param socket  of the listener
     * @param channel connected
     * @param user    of the listener's process
     */
    record Met(Path socket, SocketChannel channel, UserPrincipal user) {}

    /** What the worker makes of a link. */
    private record Made(
            PeerDirectory directory,
            LinkWords words,
            @Nullable ShmLinkMemory memory,
            LinkStreams streams) {}

    /** Takes over the channel and the file. */
    DialHandshake(ShmPort port, Dial dial, Met met, LinkFile file) {
        this.port = port;
        this.dial = dial;
        this.met = met;
        socket = new MessageSocket(port.home().loop(), met.channel(), this);
        this.file = file;
        offer = port.parts().newOffer().withLink(LinkIds.NONE, file.name());
    }

    void start() {
        try {
            socket.start();
            LinkWriter.sendHello(socket, offer);
        } catch (IOException e) {
            onEnd(String.valueOf(e.getMessage()));
        } catch (Throwable e) {
            fail(e);
            throw e;
        }
    }

    @Override
    public void onMessage(Message message) {
        if (state != State.WELCOME) {
            fail(NdStatus.CONNECTION_ABORTED, "the listener sent a message out of turn");
            return;
        }
        switch (message.templateId()) {
            case LinkWelcomeDecoder.TEMPLATE_ID -> onWelcome(message);
            case LinkExistsDecoder.TEMPLATE_ID -> onExists(LinkReader.exists(message));
            case LinkRefusedDecoder.TEMPLATE_ID -> onRefused(LinkReader.refused(message));
            default -> fail(NdStatus.CONNECTION_REFUSED, "the listener sent a message that has no place here");
        }
    }

    private void onRefused(LinkReader.@Nullable Refusal refusal) {
        if (refusal == null) {
            fail(NdStatus.CONNECTION_REFUSED, "the listener refused without a readable reason");
        } else {
            fail(refusal.status(), refusal.reason());
        }
    }

    private void onExists(OptionalLong adapterId) {
        if (adapterId.isEmpty()) {
            fail(NdStatus.CONNECTION_REFUSED, "the listener sent a message that cannot be read");
            return;
        }
        @Nullable ShmLink link = port.links().dialled(new LinkTable.Key(met.user(), adapterId.getAsLong()));
        finish();
        if (link != null) {
            dial.succeed(link);
        } else {
            // It is being made by another dial, or we have closed it and the listener has not yet heard.
            dial.retry();
        }
    }

    private void onWelcome(Message message) {
        @Nullable String mismatch = LinkReader.versionMismatch(message, "the listener", "the dialler");
        if (mismatch != null && !mismatch.isEmpty()) {
            fail(NdStatus.CONNECTION_REFUSED, mismatch);
            return;
        }
        @Nullable LinkOffer welcome = LinkReader.welcome(message);
        @Nullable ProcessName process = welcome == null ? null : ProcessName.parse(welcome.process());
        if (welcome == null || process == null) {
            fail(NdStatus.CONNECTION_REFUSED, "the listener sent a message that cannot be read");
            return;
        }
        linkId = port.claimLink();
        if (linkId == LinkIds.NONE) {
            fail(
                    NdStatus.INSUFFICIENT_RESOURCES,
                    "this adapter has as many links as it can have, " + LinkIds.MAX_LINKS);
            return;
        }
        state = State.CONNECTING;
        isWorking = true;
        port.work().run(() -> connect(welcome, process), made -> onConnected(welcome, made), this::onFailed);
    }

    /** On a worker. */
    private Made connect(LinkOffer welcome, ProcessName process) throws IOException {
        file.remove(); // the listener has mapped it
        PeerDirectory directory = port.parts().directory(process, met.user());
        LinkWords opened = port.parts().openWords(file, directory, welcome);
        words = opened;
        @Nullable ShmLinkMemory memory = port.parts().memory(offer, welcome, directory, opened);
        LinkStreams made = port.parts().addStreams(offer, welcome, directory, opened, dial.deadlineNs());
        made.peersClient(welcome.clientId());
        streams = made; // Pairs with #finish, crosswise: one of the two sees the other.
        if (state == State.DONE) {
            made.cancel();
        }
        made.awaitAdded();
        made.awaitConnected(welcome.log());
        return new Made(directory, opened, memory, made);
    }

    private void onConnected(LinkOffer welcome, Made made) {
        isWorking = false;
        if (state == State.DONE) {
            cleanUp();
            return;
        }
        ShmLink link;
        try {
            LinkPeer peer = port.parts()
                    .peer(welcome.adapterId(), welcome.linkId(), made.directory(), met.socket(), made.memory() != null);
            ShmLink.Media media = new ShmLink.Media(linkId, made.streams(), made.words(), made.memory());
            link = new ShmLink(port, peer, socket, media, true);
            LinkWriter.sendReady(
                    socket,
                    new LinkReader.Ready(
                            linkId,
                            made.streams().clientId(),
                            made.streams().own().place()));
        } catch (Throwable e) {
            fail(e);
            throw e;
        }
        state = State.DONE;
        try {
            // Nothing is delivered between the two: both calls are made by this one task of the agent.
            port.open(link);
        } catch (Throwable e) {
            dial.fail(e);
            throw e;
        }
        dial.succeed(link);
    }

    private void onFailed(Throwable cause) {
        isWorking = false;
        if (state == State.DONE) {
            cleanUp();
        } else {
            fail(cause);
        }
    }

    @Override
    public void onEnd(String reason) {
        if (state == State.WELCOME) {
            fail(NdStatus.CONNECTION_REFUSED, "the listener closed: " + reason);
        } else {
            fail(NdStatus.CONNECTION_ABORTED, "the listener ended while the link was made: " + reason);
        }
    }

    private void fail(NdStatus status, String reason) {
        finish();
        dial.fail(status, reason);
    }

    private void fail(Throwable cause) {
        finish();
        dial.fail(cause);
    }

    /** Ends the attempt without a word to the dial. Idempotent. */
    void abandon() {
        finish();
    }

    private void finish() {
        if (state == State.DONE) {
            return;
        }
        state = State.DONE; // Pairs with #connect.
        socket.close();
        LinkStreams made = streams;
        if (made != null) {
            made.cancel();
        }
        // The worker's result cleans up, if a worker is under way.
        if (!isWorking) {
            cleanUp();
        }
    }

    private void cleanUp() {
        port.discard(streams, file, words, linkId);
        streams = null;
        words = null;
        linkId = LinkIds.NONE;
    }
}
