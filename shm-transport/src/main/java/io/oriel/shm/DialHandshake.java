// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm;

import io.aeron.Image;
import io.oriel.api.NdException;
import io.oriel.api.NdStatus;
import io.oriel.engine.protocol.LinkExistsDecoder;
import io.oriel.engine.protocol.LinkRefusedDecoder;
import io.oriel.engine.protocol.LinkWelcomeDecoder;
import io.oriel.shm.aeron.LinkStreams;
import io.oriel.shm.directory.ProcessName;
import io.oriel.shm.meeting.LinkOffer;
import io.oriel.shm.meeting.LinkReader;
import io.oriel.shm.meeting.LinkWriter;
import io.oriel.shm.meeting.Message;
import io.oriel.shm.meeting.MessageHandler;
import io.oriel.shm.meeting.MessageSocket;
import io.oriel.shm.memory.DirectFile;
import io.oriel.shm.memory.LinkWords;
import io.oriel.shm.memory.PeerWords;
import io.oriel.shm.memory.ShmLinkMemory;
import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
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
    private final Path path;
    private final MessageSocket socket;
    private final LinkOffer offer;
    private final @Nullable DirectFile direct;

    private State state = State.WELCOME;
    private int linkIndex = LinkOffer.NO_INDEX;
    // Written by the worker, which hands it over with its result; cancelled by the agent meanwhile.
    private volatile @Nullable LinkStreams streams;

    DialHandshake(ShmPort port, Dial dial, Path path, SocketChannel channel, @Nullable DirectFile direct) {
        this.port = port;
        this.dial = dial;
        this.path = path;
        socket = new MessageSocket(port.home().loop(), channel, this);
        this.direct = direct;
        offer = direct == null ? port.newOffer() : port.newOffer().withDirect(direct.name());
    }

    void start() {
        try {
            socket.start();
            LinkWriter.sendHello(socket, offer);
        } catch (IOException e) {
            onEnd(String.valueOf(e.getMessage()));
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
        @Nullable ShmLink link = port.links().dialled(adapterId.getAsLong());
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
        linkIndex = port.words().claimLink();
        if (linkIndex == LinkOffer.NO_INDEX) {
            fail(NdStatus.INSUFFICIENT_RESOURCES, "this adapter has as many links as it can have");
            return;
        }
        state = State.CONNECTING;
        port.work(() -> connect(welcome, process));
    }

    private void connect(LinkOffer welcome, ProcessName process) {
        @Nullable LinkStreams made = null;
        try {
            removeDirectName();
            PeerWords words = PeerWords.open(port.home().base(), process, welcome.words(), welcome.adapterId());
            ShmLinkMemory memory = ShmLinkMemory.open(port.home(), direct, process, welcome.direct());
            made = port.addStreams(offer, welcome, process, dial.deadlineNs());
            streams = made;
            made.awaitAdded();
            Image image = made.awaitConnected();
            port.home().loop().execute(() -> onConnected(welcome, process, words, memory, image));
        } catch (RuntimeException | IOException e) {
            port.home().loop().execute(() -> onFailed(e));
        }
    }

    private void onConnected(
            LinkOffer welcome, ProcessName process, PeerWords peerWords, @Nullable ShmLinkMemory memory, Image image) {
        LinkStreams made = streams;
        if (state == State.DONE || made == null) {
            cleanUp();
            return;
        }
        state = State.DONE;
        LinkWriter.sendReady(socket, linkIndex);
        LinkPeer peer = new LinkPeer(welcome.adapterId(), process, path);
        LinkWords words = new LinkWords(port.words(), linkIndex, peerWords, welcome.linkIndex());
        ShmLink link = new ShmLink(port, peer, socket, new ShmLink.Media(made, image, words, memory), true);
        // Nothing is delivered between the two: both calls are made by this one task of the agent.
        port.open(link);
        dial.succeed(link);
    }

    private void onFailed(Exception cause) {
        boolean isAbandoned = state == State.DONE;
        state = State.DONE;
        socket.close();
        cleanUp();
        if (!isAbandoned) {
            if (cause instanceof NdException e) {
                dial.fail(e.status(), LinkReader.Refusal.of(e).reason());
            } else {
                dial.fail(NdStatus.CONNECTION_ABORTED, "the listener's files cannot be used: " + cause);
            }
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

    /** Ends the attempt without a word to the dial. Idempotent. */
    void abandon() {
        finish();
    }

    private void finish() {
        if (state == State.DONE) {
            return;
        }
        boolean isWorking = state == State.CONNECTING;
        state = State.DONE;
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

    /** The listener has mapped the file, or will not. */
    private void removeDirectName() {
        if (direct != null) {
            direct.remove();
        }
    }

    private void cleanUp() {
        port.work(this::removeDirectName);
        port.discard(streams, linkIndex);
        streams = null;
        linkIndex = LinkOffer.NO_INDEX;
    }
}
