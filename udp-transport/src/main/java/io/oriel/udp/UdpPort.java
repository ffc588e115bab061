// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp;

import io.oriel.api.NdException;
import io.oriel.api.NdStatus;
import io.oriel.api.config.UdpDriverMode;
import io.oriel.engine.counter.AdapterCounter;
import io.oriel.engine.counter.CounterSet;
import io.oriel.engine.transport.Alarm;
import io.oriel.engine.transport.DialHandler;
import io.oriel.engine.transport.LinkHandler;
import io.oriel.engine.transport.Port;
import io.oriel.engine.transport.PortOwner;
import io.oriel.engine.transport.RegionMemory;
import io.oriel.udp.aeron.DataPlane;
import io.oriel.udp.aeron.LinkStreams;
import io.oriel.udp.control.KeyTable;
import io.oriel.udp.control.LinkChannels;
import io.oriel.udp.datagram.ControlSocket;
import io.oriel.udp.datagram.LinkOffer;
import io.oriel.udp.directory.RandomNumbers;
import io.oriel.udp.frame.ShownCredit;
import io.oriel.udp.gate.SocketAlarm;
import io.oriel.udp.hello.WholeDatagram;
import io.oriel.udp.meeting.Words;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** UDP as one adapter uses it: its sockets, driver, links and listeners. */
final class UdpPort implements Port {
    static final String REMOVAL = "the adapter has been closed, or its media driver has ended";
    private static final long CLOSING_PARK_NS = 50_000;

    private final UdpTransport.Home home;
    private final InetAddress address;
    private final PortOwner owner;
    private final ControlSocket control;
    private final DataPlane plane;
    private final Alarm alarm;
    private final Consumer<UdpPort> onClosed;
    private final long adapterId = RandomNumbers.nextLong();
    private final LinkChannels channels;
    private final Words words;
    private final KeyTable keys;
    private final int datagramLength;
    private final PortPump pump;
    private final Listenings listenings;

    // Used by the domain's owner.
    private final long[] credits = new long[MAX_ENDPOINTS];
    private final @Nullable ShownCredit[] shown = new ShownCredit[MAX_ENDPOINTS];

    // Used by any thread.
    private final CompletableFuture<Boolean> finished = new CompletableFuture<>();

    // Used by the agent alone, but for reading the flag.
    private final LinkTable links = new LinkTable();
    private final Set<Dial> dials = new LinkedHashSet<>(); // the oldest first
    private final CounterSet early = CounterSet.inHeap(AdapterCounter.values().length);
    private boolean isOpened;
    private boolean isRemoved;
    private volatile boolean isClosing;

    /**
     * Creates a port whose data plane is not open.
     *
     * @param control where datagrams are taken
     * @param opening of the data plane, on a worker
     */
    UdpPort(
            UdpTransport.Home home,
            InetAddress address,
            PortOwner owner,
            ControlSocket control,
            BiFunction<UdpPort, SocketAlarm, DataPlane.Parts> opening,
            Consumer<UdpPort> onClosed) {
        this.home = home;
        this.address = address;
        this.owner = owner;
        this.control = control;
        this.onClosed = onClosed;
        SocketAlarm sockets = new SocketAlarm(home.loop());
        alarm = home.config().udp().driverMode() == UdpDriverMode.EXTERNAL ? Alarm.NONE : sockets;
        plane = new DataPlane(home.loop(), () -> opening.apply(this, sockets));
        words = home.security().words();
        long lingerNs = 2 * home.config().timeouts().deadPeer().toNanos();
        channels = new LinkChannels(home.loop(), control, home.security().isSealed(), lingerNs);
        keys = new KeyTable(home.loop(), channels, this::countDropped);
        int overhead = home.security().overhead();
        datagramLength = WholeDatagram.lengthFrom(address, home.config().udp().mtuLength(), overhead);
        pump = new PortPump(home.loop(), owner, plane, datagramLength);
        listenings = new Listenings(this);
    }

    /** Begins to receive. Waits for the agent, on a worker. */
    void start() {
        home.loop().runByAgent(this::startByAgent);
    }

    private void startByAgent() {
        try {
            control.onSealed(channels::open);
            control.start(keys, this::countDropped);
        } catch (IOException e) {
            throw new UncheckedIOException("the adapter's socket " + control.address() + " cannot be watched", e);
        }
        if (plane.parts() != null) {
            opened();
        }
    }

    /** Does something when the data plane is open, and opens it if nothing has wanted it before. On the agent. */
    void whenOpen(Runnable onOpen, Consumer<NdException> onFailed) {
        plane.whenOpen(
                () -> {
                    opened();
                    onOpen.run();
                },
                failure -> {
                    onFailed.accept(failure);
                    finishClosing();
                });
    }

    private void opened() {
        if (!isOpened) {
            isOpened = true;
            counters().set(AdapterCounter.DATAGRAMS_DROPPED, early.get(AdapterCounter.DATAGRAMS_DROPPED));
            pump.start();
        }
        finishClosing();
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

    /** Returns the adapter's id as peers know it. */
    long knownAs() {
        return home.announcement().adapterId(adapterId);
    }

    ControlSocket control() {
        return control;
    }

    DataPlane plane() {
        return plane;
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
                datagramLength);
        return new LinkOffer(
                LinkOffer.PROTOCOL_VERSION,
                LinkOffer.LAYOUT_VERSION,
                knownAs(),
                channels.newKey(),
                stream,
                home.announcement().control(control.address()),
                home.announcement().data(plane.requireParts().data().address()),
                (int) home.config().timeouts().deadPeer().toMillis());
    }

    LinkChannels channels() {
        return channels;
    }

    Words words() {
        return words;
    }

    @Override
    public RegionMemory allocate(long length) {
        return RegionMemory.allocateUnmapped(length);
    }

    @Override
    public Listening listen(InetSocketAddress wanted) {
        return listenings.listen(wanted);
    }

    /** Throws DEVICE_REMOVED if the port is closed or its driver gone. */
    void requireUsable() {
        if (!isUsable()) {
            throw new NdException(NdStatus.DEVICE_REMOVED, REMOVAL);
        }
    }

    @Override
    public void dial(InetSocketAddress destination, DialHandler handler) {
        Dial dial;
        try {
            dial = new Dial(this, destination, handler);
        } catch (OutOfMemoryError e) {
            handler.failed(NdStatus.INSUFFICIENT_RESOURCES, "no memory is left to dial with: " + e);
            throw e;
        }
        try {
            dials.add(dial);
            // Later, as the handler expects, even if it fails at once.
            home.loop().execute(dial::start);
        } catch (OutOfMemoryError e) {
            dial.fail(e);
            throw e;
        }
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
        ShownCredit.end(shown[endpointId]);
        shown[endpointId] = link.frames().state().show(endpointId, peerEndpointId, credits[endpointId]);
    }

    @Override
    public void kick() {
        // Nobody is to be woken: the next turn sends.
    }

    @Override
    public Alarm alarm() {
        return alarm;
    }

    @Override
    public CounterSet counters() {
        DataPlane.Parts parts = plane.parts();
        return parts == null ? early : parts.counters().set();
    }

    /** Counts a datagram that is none of Oriel's, damaged, or of nobody here. On the agent. */
    void countDropped() {
        if (!isClosing) {
            counters().increment(AdapterCounter.DATAGRAMS_DROPPED);
        }
    }

    /** Returns what has to be turned, once the data plane is open. */
    PortPump pump() {
        return pump;
    }

    /** Hands a link that has been made to the owner; if that fails, whoever made it gives it back. On the agent. */
    void open(UdpLink link) {
        LinkHandler handler;
        try {
            links.add(link);
            keys.put(link.key(), link);
            pump.offer();
            pump.command(() -> pump.add(link));
            handler = owner.linkOpened(link);
        } catch (Throwable e) {
            links.remove(link);
            pump.command(() -> pump.remove(link));
            throw e;
        }
        link.open(handler);
    }

    /** Gives back what an ended link used. On the agent. */
    void release(UdpLink link, LinkStreams streams, boolean isPeerGone) {
        keys.remove(link.key());
        links.remove(link);
        pump.command(() -> {
            pump.remove(link);
            pump.end(streams, isPeerGone);
        });
        finishClosing();
    }

    /** Tells whether no earlier dial to the same host is unfinished: a listener need not wait for another one of this adapter. */
    boolean isLeading(Dial dial) {
        for (Dial each : dials) {
            if (each.destination().getAddress().equals(dial.destination().getAddress())) {
                return each == dial;
            }
        }
        return true;
    }

    void ended(Dial dial) {
        dials.remove(dial);
    }

    /** Ends the links that were made with a key that is not known any more. On the agent. */
    void keysChanged() {
        links.unreleased().forEach(link -> link.endUnlessKnown(home.security()));
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
        listenings.close();
        links.acceptances().forEach(Acceptance::abandon);
        List.copyOf(dials).forEach(dial -> dial.fail(NdStatus.DEVICE_REMOVED, REMOVAL));
    }

    @Override
    public void close() {
        CompletableFuture<Boolean> begun = new CompletableFuture<>();
        try {
            home.loop().executeSurely(() -> {
                try {
                    beginClosing();
                } finally {
                    begun.complete(Boolean.TRUE);
                }
            });
        } catch (RejectedExecutionException e) {
            // The agent was closed first: the files go with the process, or when the next one clears up.
            return;
        }
        // From here on nothing begins to open the data plane, which a worker that finishes would wait for.
        home.loop().resultOf(begun);
        home.loop().runBlocking(this::finish);
    }

    private void beginClosing() {
        if (isClosing) {
            return;
        }
        isClosing = true;
        // A peer that does not answer must not keep the adapter from closing.
        long patienceNs = home.config().timeouts().handshake().toNanos();
        home.loop().scheduleSurely(patienceNs, () -> links.unreleased().forEach(UdpLink::abandon));
        try {
            endMeetings();
        } finally {
            try {
                links.unreleased().forEach(UdpLink::close);
            } finally {
                finishClosing();
            }
        }
    }

    private void finishClosing() {
        if (isClosing && !plane.isOpening() && links.unreleased().isEmpty() && !finished.isDone()) {
            control.close(free -> finished.complete(Boolean.TRUE));
        }
    }

    /** On a worker, when neither a domain nor the agent turns the pump any more. */
    private void finish() {
        while (!finished.isDone()) {
            turnQuietly();
        }
        DataPlane.Parts parts = plane.parts();
        if (parts != null) {
            turnQuietly(); // what the last links left to be done
            parts.driver().close();
        }
        onClosed.accept(this);
    }

    private void turnQuietly() {
        if (plane.parts() == null || pump.turn() == 0) {
            LockSupport.parkNanos(CLOSING_PARK_NS);
        }
    }
}
