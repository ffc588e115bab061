// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm;

import io.oriel.api.NdException;
import io.oriel.api.NdStatus;
import io.oriel.api.config.MemoryAccess;
import io.oriel.engine.address.LocalAddresses;
import io.oriel.engine.counter.CounterSet;
import io.oriel.engine.transport.Alarm;
import io.oriel.engine.transport.DialHandler;
import io.oriel.engine.transport.LinkHandler;
import io.oriel.engine.transport.Port;
import io.oriel.engine.transport.PortOwner;
import io.oriel.engine.transport.RegionMemory;
import io.oriel.shm.aeron.DriverCounters;
import io.oriel.shm.aeron.LinkStreams;
import io.oriel.shm.directory.ProcessHome;
import io.oriel.shm.directory.RandomNames;
import io.oriel.shm.driver.DriverSession;
import io.oriel.shm.meeting.HalfOpen;
import io.oriel.shm.meeting.LinkIds;
import io.oriel.shm.meeting.ListenerSockets;
import io.oriel.shm.memory.LinkFile;
import io.oriel.shm.memory.LinkWords;
import io.oriel.shm.memory.MappedRegion;
import io.oriel.shm.memory.WordsFile;
import io.oriel.shm.wake.ShmAlarm;
import java.net.InetSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.nio.file.attribute.UserPrincipal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Shared memory as one adapter uses it: its links, listeners, words and regions. */
final class ShmPort implements Port {
    private final ProcessHome home;
    private final PortOwner owner;
    private final WordsFile words;
    private final ShmAlarm alarm;
    private final DriverCounters counters;
    private final Keeper keeper;
    private final ListenerSockets listenerSockets;

    // Used by any thread.
    private final Set<MappedRegion> regions = ConcurrentHashMap.newKeySet();
    private final Set<ShmListening> listenings = ConcurrentHashMap.newKeySet();
    private volatile DriverSession[] formerSessions = {}; // replaced, never changed: a poll reads it
    private final CompletableFuture<Boolean> closed = new CompletableFuture<>();
    private volatile LinkParts parts;

    // Used by the agent alone, but for reading the flag.
    private final LinkTable links = new LinkTable();
    private final LinkIds linkIds;
    private final PortWork work;
    private final Set<Dial> dials = new HashSet<>();
    private final HalfOpen<Acceptance> acceptances;
    private boolean isRemoved;
    private boolean isFinishing;
    private volatile boolean isClosing;
    private volatile boolean areWordsLetGo;

    private ShmPort(
            ProcessHome home,
            DriverSession session,
            PortOwner owner,
            WordsFile words,
            LinkIds linkIds,
            DriverCounters counters,
            Keeper keeper) {
        this.home = home;
        this.owner = owner;
        this.words = words;
        this.linkIds = linkIds;
        alarm = alarmOf(home, words, linkIds);
        this.counters = counters;
        this.keeper = keeper;
        acceptances = new HalfOpen<>(home.base().members(), Acceptance::isSilent);
        work = new PortWork(home.loop(), this::finishClosing);
        listenerSockets = new ListenerSockets(home, this::accept);
        parts = new LinkParts(home, session, words);
    }

    /**
     * Calls of a port to its transport, on a worker.
     *
     * @param restore  makes removed files of the directory again
     * @param onClosed is given the port when it has closed
     */
    record Keeper(Runnable restore, Consumer<ShmPort> onClosed) {}

    /** Opens a port. Blocks; on a worker. */
    static ShmPort open(ProcessHome home, DriverSession session, PortOwner owner, Keeper keeper) {
        long adapterId = RandomNames.nextLong();
        DriverCounters counters = DriverCounters.addOfAdapter(session, home, adapterId);
        try {
            counters.awaitAdded();
            WordsFile words = WordsFile.create(home.process(), adapterId);
            return new ShmPort(
                    home, session, owner, words, new LinkIds(home.base().members()), counters, keeper);
        } catch (Throwable e) {
            counters.close();
            throw e;
        }
    }

    private static ShmAlarm alarmOf(ProcessHome home, WordsFile words, LinkIds links) {
        try {
            return ShmAlarm.open(home, words, links);
        } catch (Throwable e) {
            words.remove();
            throw e;
        }
    }

    ProcessHome home() {
        return home;
    }

    /** Returns the session that new links are made with. */
    DriverSession session() {
        return parts.session();
    }

    /** Tells whether links of this port may be of a session. */
    boolean uses(DriverSession session) {
        return session.equals(session()) || List.of(formerSessions).contains(session);
    }

    /** Returns all sessions whose links this port may have. */
    List<DriverSession> sessions() {
        List<DriverSession> all = new ArrayList<>(List.of(formerSessions));
        all.add(session());
        return all;
    }

    /** Has the drivers of this port's links do their work. Blocks; on a worker. */
    void hurry() {
        sessions().forEach(DriverSession::hurry);
    }

    /** Makes removed files of the directory again. Blocks; on a worker. */
    void requirePlace() {
        keeper.restore().run();
    }

    /**
     * Makes removed files of this port again, for new links: earlier links have mapped the files that they use. Blocks; on a
     * worker, one at a time.
     */
    void restore(DriverSession session) {
        if (isClosing) {
            return;
        }
        words.restore();
        alarm.restore();
        if (!session.equals(session())) {
            DriverSession[] more = Arrays.copyOf(formerSessions, formerSessions.length + 1);
            more[formerSessions.length] = session();
            formerSessions = more;
            parts = new LinkParts(home, session, words);
        }
        @Nullable NdException failure = null;
        for (ShmListening listening : listenings) {
            try {
                listening.restore(listenerSockets);
            } catch (NdException e) {
                failure = e;
            }
        }
        if (failure != null) {
            throw failure;
        }
    }

    /** Shows the words also in a file that was made again, if one was. Threading: domain owner. */
    boolean showWords() {
        return words.adopt();
    }

    long adapterId() {
        return words.adapterId();
    }

    /** Returns what makes the parts of links. */
    LinkParts parts() {
        return parts;
    }

    LinkTable links() {
        return links;
    }

    @Override
    public RegionMemory allocate(long length) {
        if (home.config().sharedMemory().sharing().access() == MemoryAccess.COPIED) {
            return RegionMemory.allocateUnmapped(length);
        }
        MappedRegion region = home.loop().callBlocking(() -> {
            requirePlace();
            return MappedRegion.create(home.process(), length, regions::remove);
        });
        regions.add(region);
        return region;
    }

    @Override
    public Listening listen(InetSocketAddress address) {
        if (address.isUnresolved()
                || !(address.getAddress().isAnyLocalAddress() || LocalAddresses.contain(address.getAddress()))) {
            throw new NdException(NdStatus.INVALID_ADDRESS, address + " is not an address of this host");
        }
        requireUsable();
        ListenerSockets.Bound bound = home.loop().callBlocking(() -> {
            requirePlace();
            return listenerSockets.bind(address);
        });
        ShmListening listening = new ShmListening(this, bound.address(), bound.socket());
        listenings.add(listening);
        if (isClosing || session().isDead()) {
            listening.close();
            requireUsable();
        }
        return listening;
    }

    private void requireUsable() {
        if (isClosing || session().isDead()) {
            throw new NdException(
                    NdStatus.DEVICE_REMOVED,
                    isClosing
                            ? "the adapter has been closed"
                            : "the adapter's media driver has ended; reopen the adapter");
        }
    }

    private void accept(Path path, SocketChannel channel, UserPrincipal user) {
        Acceptance acceptance = new Acceptance(this, path, channel, user);
        if (isClosing || isRemoved) {
            acceptance.abandon();
            return;
        }
        @Nullable Acceptance surplus = acceptances.add(acceptance, user);
        acceptance.start();
        if (surplus != null) {
            surplus.refuseAnotherMeeting();
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
            home.loop().execute(() -> begin(dial));
        } catch (OutOfMemoryError e) {
            dial.fail(e);
            throw e;
        }
    }

    private void begin(Dial dial) {
        if (isClosing || isRemoved) {
            dial.fail(NdStatus.DEVICE_REMOVED, "the adapter has been closed, or its media driver has ended");
        } else {
            dial.start();
        }
    }

    @Override
    public void publishCredit(int endpointId, long word) {
        words.publishCredit(endpointId, word);
    }

    @Override
    public void kick() {
        session().kick();
        for (DriverSession former : formerSessions) {
            former.kick();
        }
    }

    @Override
    public Alarm alarm() {
        return alarm;
    }

    @Override
    public CounterSet counters() {
        return counters.set();
    }

    /** Names a link; {@link LinkIds#NONE} if there are as many as there can be. On the agent. */
    long claimLink() {
        return linkIds.claim();
    }

    /** Names a link for which a peer asks; {@link LinkIds#NONE} if there is no room for it. On the agent. */
    long claimLink(UserPrincipal user) {
        return linkIds.claim(user);
    }

    /** Says why a peer's link has no name. On the agent. */
    String shortageOfLinks(UserPrincipal user) {
        return linkIds.shortage(user);
    }

    /** Hands a link that has been made to the owner; whatever keeps it from that closes the link. On the agent. */
    void open(ShmLink link) {
        LinkHandler handler;
        try {
            links.add(link);
            handler = owner.linkOpened(link);
        } catch (Throwable e) {
            link.close();
            throw e;
        }
        link.open(handler);
    }

    void forget(ShmLink link) {
        links.forget(link);
    }

    /** Gives back what a closed link used. On the agent. */
    void release(ShmLink link, boolean isMapped) {
        links.remove(link);
        work.giveBack(() -> link.giveBack(isMapped), () -> releaseLink(link.id()));
    }

    /** Gives back what a link that was not made used. On the agent. */
    void discard(@Nullable LinkStreams streams, @Nullable LinkFile file, @Nullable LinkWords words, long linkId) {
        Runnable giveBack = () -> {
            if (file != null) {
                file.discard();
            }
            if (words != null) {
                LinkParts.closeWords(words);
            }
            if (streams != null) {
                streams.close(false);
            }
        };
        work.giveBack(giveBack, () -> releaseLink(linkId));
    }

    /** Takes no more wakes of a link that has ended, and gives back its name. */
    private void releaseLink(long linkId) {
        alarm.release(linkId);
        linkIds.release(linkId);
    }

    void ended(Dial dial) {
        dials.remove(dial);
    }

    void ended(Acceptance acceptance) {
        acceptances.remove(acceptance);
    }

    void ended(ShmListening listening) {
        listenings.remove(listening);
    }

    /** Returns the work of workers, before the end of which the port is not closed. On the agent. */
    PortWork work() {
        return work;
    }

    /** The driver has ended. On the agent. */
    void remove(String reason) {
        if (isRemoved || isClosing) {
            return;
        }
        isRemoved = true;
        try {
            endMeetings();
        } finally {
            owner.removed(reason);
        }
    }

    private void endMeetings() {
        listenings.forEach(ShmListening::close);
        acceptances.all().forEach(Acceptance::abandon);
        List.copyOf(dials)
                .forEach(dial -> dial.fail(
                        NdStatus.DEVICE_REMOVED, "the adapter has been closed, or its media driver has ended"));
    }

    @Override
    public void close() {
        letGoOfWords();
        try {
            home.loop().executeSurely(this::beginClosing);
        } catch (RejectedExecutionException e) {
            // The agent was closed first: the files go with the process, or when the next one clears up.
            return;
        }
        home.loop().resultOf(closed);
    }

    private void letGoOfWords() {
        try {
            words.letGo();
            areWordsLetGo = true;
        } catch (OutOfMemoryError e) {
            // the collector unmaps the file
        }
    }

    private void beginClosing() {
        if (!isClosing) {
            isClosing = true;
            try {
                endMeetings();
            } finally {
                closeLinks();
            }
        }
    }

    private void closeLinks() {
        try {
            alarm.close();
        } finally {
            try {
                links.unclosed().forEach(ShmLink::close);
            } finally {
                finishClosing();
            }
        }
    }

    private void finishClosing() {
        if (isClosing && !isFinishing && work.isDone()) {
            isFinishing = true; // nothing begins work any more
            work.giveBack(this::giveUpFiles, () -> {});
        }
    }

    private void giveUpFiles() {
        try {
            List.copyOf(regions).forEach(MappedRegion::release);
            counters.close();
            words.remove();
            if (areWordsLetGo) {
                words.unmap();
            }
            keeper.onClosed().accept(this);
        } finally {
            closed.complete(Boolean.TRUE);
        }
    }
}
