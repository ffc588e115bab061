// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm;

import io.aeron.Image;
import io.oriel.api.NdException;
import io.oriel.api.NdStatus;
import io.oriel.engine.control.ControlLoop;
import io.oriel.engine.protocol.LinkHelloDecoder;
import io.oriel.engine.protocol.LinkReadyDecoder;
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
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/** A connection to a listener that is to become a link. Used by the agent alone, but for the work given to workers. */
final class Acceptance implements MessageHandler {
    private enum State {
        HELLO,
        ADDING,
        READY,
        CONNECTING,
        DONE
    }

    private final ShmPort port;
    private final Path path;
    private final MessageSocket socket;
    private final ControlLoop.Timer timer;
    private final long deadlineNs;

    private State state = State.HELLO;
    private @Nullable LinkPeer peer;
    private @Nullable PeerWords peerWords;
    private @Nullable DirectFile direct;
    private @Nullable ShmLinkMemory memory;
    private @Nullable LinkStreams streams;
    private int linkIndex = LinkOffer.NO_INDEX;
    private int peerIndex = LinkOffer.NO_INDEX;

    Acceptance(ShmPort port, Path path, SocketChannel channel) {
        this.port = port;
        this.path = path;
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
        }
    }

    /** Ends the handshake before it has begun. */
    void refuseAnotherMeeting() {
        refuse(NdStatus.INSUFFICIENT_RESOURCES, "as many diallers are already meeting the listening adapter as can");
    }

    @Override
    public void onMessage(Message message) {
        if (state == State.HELLO && message.templateId() == LinkHelloDecoder.TEMPLATE_ID) {
            onHello(message);
        } else if (state == State.READY && message.templateId() == LinkReadyDecoder.TEMPLATE_ID) {
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
        } else if (!hello.driver().equals(port.session().driverName())) {
            refuse(
                    NdStatus.DEVICE_REMOVED,
                    "the two adapters use different media drivers, of which one has ended: reopen the adapter");
        } else if (!port.links().beginAccepting(hello.adapterId())) {
            LinkWriter.sendExists(socket, port.adapterId());
            finish();
        } else {
            peer = new LinkPeer(hello.adapterId(), process, path);
            linkIndex = port.words().claimLink();
            if (linkIndex == LinkOffer.NO_INDEX) {
                refuse(NdStatus.INSUFFICIENT_RESOURCES, "the listening adapter has as many links as it can have");
            } else {
                add(hello, process);
            }
        }
    }

    private void add(LinkOffer hello, ProcessName process) {
        state = State.ADDING;
        LinkOffer offer = port.newOffer().withLinkIndex(linkIndex);
        port.work(() -> {
            @Nullable LinkStreams made = null;
            @Nullable DirectFile file = null;
            try {
                PeerWords words = PeerWords.open(port.home().base(), process, hello.words(), hello.adapterId());
                file = hello.direct().isEmpty() ? null : port.newDirectFile();
                ShmLinkMemory both = ShmLinkMemory.open(port.home(), file, process, hello.direct());
                made = port.addStreams(offer, hello, process, deadlineNs);
                LinkStreams added = made;
                DirectFile own = file;
                added.awaitAdded();
                port.home().loop().execute(() -> onAdded(offer, words, added, own, both));
            } catch (RuntimeException | IOException e) {
                if (made != null) {
                    made.close();
                }
                if (file != null) {
                    file.remove();
                }
                port.home().loop().execute(() -> onFailed(e));
            }
        });
    }

    private void onAdded(
            LinkOffer offer,
            PeerWords words,
            LinkStreams added,
            @Nullable DirectFile own,
            @Nullable ShmLinkMemory both) {
        streams = added;
        peerWords = words;
        direct = own;
        memory = both;
        if (state == State.DONE) {
            cleanUp();
            return;
        }
        state = State.READY;
        LinkWriter.sendWelcome(socket, own == null ? offer : offer.withDirect(own.name()));
    }

    private void onFailed(Exception cause) {
        if (state == State.DONE) {
            cleanUp();
            return;
        }
        state = State.READY; // the worker has ended: nothing is left for it to clean up
        if (cause instanceof NdException e) {
            refuse(e.status(), LinkReader.Refusal.of(e).reason());
        } else {
            refuse(NdStatus.CONNECTION_REFUSED, "the dialler's files cannot be used: " + cause);
        }
    }

    private void onReady(OptionalInt index) {
        LinkStreams added = streams;
        if (index.isEmpty() || added == null) {
            abandon();
            return;
        }
        peerIndex = index.getAsInt();
        state = State.CONNECTING;
        // The dialler's engine may write already; its messages wait for the link.
        socket.pause();
        DirectFile mapped = direct; // by the dialler, too: it needs its name no more
        port.work(() -> {
            try {
                if (mapped != null) {
                    mapped.remove();
                }
                Image image = added.awaitConnected();
                port.home().loop().execute(() -> onConnected(image));
            } catch (RuntimeException e) {
                port.home().loop().execute(this::onUnconnected);
            }
        });
    }

    private void onConnected(Image image) {
        if (state == State.DONE || peer == null || peerWords == null || streams == null) {
            onUnconnected();
            return;
        }
        state = State.DONE;
        timer.cancel();
        port.links().endAccepting(peer.adapterId());
        port.ended(this);
        LinkWords words = new LinkWords(port.words(), linkIndex, peerWords, peerIndex);
        port.open(new ShmLink(port, peer, socket, new ShmLink.Media(streams, image, words, memory), false));
    }

    private void onUnconnected() {
        if (state == State.DONE) {
            cleanUp();
        } else {
            state = State.READY;
            abandon();
        }
    }

    @Override
    public void onEnd(String reason) {
        abandon();
    }

    private void refuse(NdStatus status, String reason) {
        LinkWriter.sendRefused(socket, status, reason);
        finish();
    }

    /** Ends the handshake without an answer. Idempotent. */
    void abandon() {
        finish();
    }

    private void finish() {
        if (state == State.DONE) {
            return;
        }
        boolean isWorking = state == State.ADDING || state == State.CONNECTING;
        state = State.DONE;
        timer.cancel();
        socket.closeAfterFlush();
        port.ended(this);
        if (streams != null) {
            streams.cancel();
        }
        // The worker's result cleans up, if a worker is under way.
        if (!isWorking) {
            cleanUp();
        }
    }

    private void cleanUp() {
        if (peer != null) {
            port.links().endAccepting(peer.adapterId());
            peer = null;
        }
        port.discard(streams, linkIndex);
        DirectFile file = direct;
        if (file != null) {
            port.work(file::remove);
        }
        direct = null;
        streams = null;
        linkIndex = LinkOffer.NO_INDEX;
    }
}
