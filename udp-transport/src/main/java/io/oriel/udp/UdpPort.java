// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp;

import io.oriel.api.NdException;
import io.oriel.api.NdStatus;
import io.oriel.engine.control.Uninterruptibly;
import io.oriel.engine.counter.AdapterCounter;
import io.oriel.engine.counter.CounterSet;
import io.oriel.engine.transport.Alarm;
import io.oriel.engine.transport.DialHandler;
import io.oriel.engine.transport.LocalAddresses;
import io.oriel.engine.transport.Port;
import io.oriel.engine.transport.PortOwner;
import io.oriel.engine.transport.Pump;
import io.oriel.engine.transport.RegionMemory;
import io.oriel.udp.aeron.AdapterDriver;
import io.oriel.udp.aeron.DataSocket;
import io.oriel.udp.aeron.DriverCounters;
import io.oriel.udp.aeron.LinkStreams;
import io.oriel.udp.control.ControlSession;
import io.oriel.udp.control.KeyTable;
import io.oriel.udp.datagram.ControlSocket;
import io.oriel.udp.datagram.LinkOffer;
import io.oriel.udp.datagram.ListenerSockets;
import io.oriel.udp.directory.RandomNumbers;
import io.oriel.udp.frame.ShownCredit;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** UDP as one adapter uses it: its sockets, driver, links and listeners. */
final class UdpPort implements Port {
    private static final long CLOSING_PARK_NS = 50_000;

    private final UdpTransport.Home home;
    private final InetAddress address;
    private final PortOwner owner;
    private final Medium medium;
    private final Consumer<UdpPort> onClosed;
    private final long adapterId = RandomNumbers.nextLong();
    private final KeyTable keys;
    private final PortPump pump;
    private final Greeter greeter = new Greeter(this);

    // Used by the domain's owner.
    private final long[] credits = new long[MAX_ENDPOINTS];
    private final @Nullable ShownCredit[] shown = new ShownCredit[MAX_ENDPOINTS];

    // Used by any thread.
    private final Set<UdpListening> listenings = ConcurrentHashMap.newKeySet();
    private final CompletableFuture<Boolean> finished = new CompletableFuture<>();

    // Used by the agent alone, but for reading the flag.
    private final LinkTable links = new LinkTable();
    private final Set<Dial> dials = new HashSet<>();
    private boolean isRemoved;
    private volatile boolean isClosing;

    /**
     * What carries everything.
     *
     * @param driver   of frames
     * @param data     where frames are taken
     * @param control  where datagrams are taken
     * @param counters of the adapter
     */
    record Medium(AdapterDriver driver, DataSocket data, ControlSocket control, DriverCounters counters) {}

    UdpPort(UdpTransport.Home home, InetAddress address, PortOwner owner, Medium medium, Consumer<UdpPort> onClosed) {
        this.home = home;
        this.address = address;
        this.owner = owner;
        this.medium = medium;
        this.onClosed = onClosed;
        keys = new KeyTable(home.loop(), medium.control(), this::countDropped);
        pump = new PortPump(medium.driver(), medium.counters().set());
    }

    /** Begins to receive. On the agent. */
    void start() {
        try {
            medium.control().start(keys, this::countDropped);
        } catch (IOException e) {
            throw new UncheckedIOException("a socket that was just bound is closed", e);
        }
    }

    UdpTransport.Home home() {
        return home;
    }

    InetAddress address() {
        return address;
    }

    long adapterId() {
        return adapterId;
    }

    ControlSocket control() {
        return medium.control();
    }

    KeyTable keys() {
        return keys;
    }

    LinkTable links() {
        return links;
    }

    boolean isUsable() {
        return !isClosing && !isRemoved;
    }

    /** Says what this side says of itself in a handshake, with a key and a stream of its own. */
    LinkOffer newOffer() {
        LinkOffer.Stream stream = new LinkOffer.Stream(
                RandomNumbers.nextInt(),
                RandomNumbers.nextLong(),
                home.config().udp().termLength(),
                home.config().udp().mtuLength());
        return new LinkOffer(
                LinkOffer.PROTOCOL_VERSION,
                LinkOffer.LAYOUT_VERSION,
                adapterId,
                RandomNumbers.nextLong(),
                stream,
                home.announcement().control(medium.control().address()),
                home.announcement().data(medium.data().address()));
    }

    LinkStreams newStreams(LinkMaking.Offers offers, LinkMaking making) {
        LinkStreams.Ends ends = new LinkStreams.Ends(
                adapterId,
                medium.data().address(),
                offers.own().stream(),
                offers.peer().adapterId(),
                offers.peer().data(),
                offers.peer().stream());
        return new LinkStreams(medium.driver(), ends, making);
    }

    ControlSession newSession(ControlSession.Ends ends) {
        long deadPeerNs = home.config().timeouts().deadPeer().toNanos();
        return new ControlSession(home.loop(), medium.control(), ends, deadPeerNs);
    }

    @Override
    public RegionMemory allocate(long length) {
        return DirectMemory.allocate(length);
    }

    @Override
    public Listening listen(InetSocketAddress wanted) {
        if (wanted.isUnresolved()
                || !wanted.getAddress().getClass().equals(address.getClass())
                || !(wanted.getAddress().isAnyLocalAddress() || LocalAddresses.contain(wanted.getAddress()))) {
            throw new NdException(
                    NdStatus.INVALID_ADDRESS,
                    wanted + " is not an address of this host, or not of the family of " + address.getHostAddress());
        }
        if (!isUsable()) {
            throw new NdException(
                    NdStatus.DEVICE_REMOVED, "the adapter has been closed, or its media driver has ended");
        }
        List<ControlSocket> sockets = new ListenerSockets(home.loop()).bind(wanted);
        int port = sockets.get(0).address().getPort();
        UdpListening listening = new UdpListening(this, new InetSocketAddress(wanted.getAddress(), port), sockets);
        listenings.add(listening);
        home.exposure().listening(listening.address());
        home.loop().execute(() -> begin(listening));
        return listening;
    }

    private void begin(UdpListening listening) {
        if (!isUsable()) {
            listening.close();
            return;
        }
        for (ControlSocket socket : listening.sockets()) {
            try {
                socket.start((datagram, source) -> greeter.onDatagram(socket, datagram, source), this::countDropped);
            } catch (IOException e) {
                assert e != null; // closed meanwhile
            }
        }
    }

    @Override
    public void dial(InetSocketAddress destination, DialHandler handler) {
        Dial dial = new Dial(this, destination, handler);
        dials.add(dial);
        // Later, as the handler expects, even if it fails at once.
        home.loop().execute(() -> {
            if (isUsable()) {
                dial.start();
            } else {
                dial.fail(NdStatus.DEVICE_REMOVED, "the adapter has been closed, or its media driver has ended");
            }
        });
    }

    @Override
    public void publishCredit(int endpointId, long word) {
        credits[endpointId] = word;
        ShownCredit credit = shown[endpointId];
        if (credit != null) {
            credit.set(word);
        }
    }

    /** Shows an endpoint's credit on a link. By the domain's owner. */
    void show(UdpLink link, int endpointId, int peerEndpointId) {
        shown[endpointId] = link.frames().state().show(endpointId, peerEndpointId, credits[endpointId]);
    }

    @Override
    public void kick() {
        // Nobody is to be woken: the next turn sends.
    }

    @Override
    public Alarm alarm() {
        return medium.driver().alarm();
    }

    @Override
    public Pump pump() {
        return pump;
    }

    @Override
    public CounterSet counters() {
        return medium.counters().set();
    }

    /** Counts a datagram that is none of Oriel's, damaged, or of nobody here. On the agent. */
    void countDropped() {
        if (!isClosing) {
            counters().increment(AdapterCounter.DATAGRAMS_DROPPED);
        }
    }

    /** Has the domain's owner do something soon. On the agent. */
    void command(Runnable command) {
        pump.command(command);
        owner.pumpWanted();
    }

    /** Begins to make streams. By the domain's owner. */
    void begin(LinkStreams streams) {
        pump.begin(streams);
    }

    /** Gives streams back. By the domain's owner. */
    void end(LinkStreams streams, boolean isPeerGone) {
        pump.end(streams, isPeerGone);
    }

    /** Returns what the domain's owner turns. */
    PortPump portPump() {
        return pump;
    }

    /** Hands a link that has been made to the owner. On the agent. */
    void open(UdpLink link) {
        links.add(link);
        keys.put(link.key(), link);
        command(() -> pump.add(link));
        link.open(owner.linkOpened(link));
    }

    /** Gives back what an ended link used. On the agent. */
    void release(UdpLink link, LinkStreams streams, boolean isPeerGone) {
        keys.remove(link.key());
        links.remove(link);
        command(() -> {
            pump.remove(link);
            pump.end(streams, isPeerGone);
        });
        finishClosing();
    }

    void ended(Dial dial) {
        dials.remove(dial);
    }

    void ended(UdpListening listening) {
        listenings.remove(listening);
    }

    /** The driver has ended. On the agent. */
    void remove(String reason) {
        if (isUsable()) {
            isRemoved = true;
            endMeetings();
            owner.removed(reason);
        }
    }

    private void endMeetings() {
        List.copyOf(listenings).forEach(listening -> listening.closeByAgent(() -> {}));
        links.acceptances().forEach(Acceptance::abandon);
        List.copyOf(dials)
                .forEach(dial -> dial.fail(
                        NdStatus.DEVICE_REMOVED, "the adapter has been closed, or its media driver has ended"));
    }

    @Override
    public void close() {
        try {
            home.loop().execute(this::beginClosing);
        } catch (RejectedExecutionException e) {
            // The agent was closed first: the files go with the process, or when the next one clears up.
            return;
        }
        Uninterruptibly.run(home.loop(), this::finish);
    }

    private void beginClosing() {
        if (isClosing) {
            return;
        }
        isClosing = true;
        endMeetings();
        links.unreleased().forEach(UdpLink::close);
        // A peer that does not answer must not keep the adapter from closing.
        long patienceNs = home.config().timeouts().handshake().toNanos();
        home.loop().schedule(patienceNs, () -> links.unreleased().forEach(UdpLink::abandon));
        finishClosing();
    }

    private void finishClosing() {
        if (isClosing && links.unreleased().isEmpty() && !finished.isDone()) {
            medium.control().close(free -> finished.complete(Boolean.TRUE));
        }
    }

    /** On a worker, when no domain turns the pump any more: its owner is this one. */
    private void finish() {
        while (!finished.isDone()) {
            turnQuietly();
        }
        turnQuietly(); // what the last links left to be done
        medium.driver().close();
        onClosed.accept(this);
    }

    private void turnQuietly() {
        if (pump.turn() == 0) {
            LockSupport.parkNanos(CLOSING_PARK_NS);
        }
    }
}
