// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.collectives.meeting;

import io.oriel.api.AccessFlags;
import io.oriel.api.Adapter;
import io.oriel.api.Completion;
import io.oriel.api.Connector;
import io.oriel.api.MemoryRegion;
import io.oriel.api.NdStatus;
import io.oriel.api.RemoteWindow;
import io.oriel.api.RequestType;
import io.oriel.collectives.CollectiveException;
import io.oriel.collectives.CollectiveStatus;
import io.oriel.collectives.config.CommunicatorConfig;
import io.oriel.collectives.config.MeetingConfig;
import io.oriel.collectives.data.Slab;
import io.oriel.collectives.lane.Lane;
import io.oriel.collectives.lane.LaneLayout;
import io.oriel.collectives.lane.Sorter;
import io.oriel.collectives.lane.StashPool;
import io.oriel.collectives.process.Pulse;
import io.oriel.collectives.process.Surroundings;
import io.oriel.collectives.world.Doorway;
import io.oriel.collectives.world.World;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** One rank's part in the meeting of all, step by step. By the domain's owner. */
public final class Meeting implements AutoCloseable {
    private static final int QUEUE_DEPTH = 1024;
    private static final int CARRIERS = 16;
    /** For how long the others wait for rank 0 to say who is missing. */
    private static final long GRACE_NS = TimeUnit.SECONDS.toNanos(1);

    private static final int ROOT = 0;

    private final CommunicatorConfig config;
    private final MeetingConfig meeting;
    private final Surroundings surroundings;
    private final Doorway doorway;
    private final MemoryRegion own;
    private final Slab memory;
    private Pulse pulse;
    private final Reception reception;
    private final @Nullable Acquaintance[] known;
    private final List<Dialling> diallings = new ArrayList<>();
    private final Completion[] carriers = new Completion[CARRIERS];
    private final long endNs;
    private boolean hasTable;

    /**
     * Begins to meet.
     *
     * @param adapter      for this world alone, at an address that the other ranks can reach
     * @param config       of the world
     * @param surroundings of this process
     */
    public Meeting(Adapter adapter, CommunicatorConfig config, Surroundings surroundings) {
        this.config = config;
        this.surroundings = surroundings;
        meeting = config.meeting();
        endNs = surroundings.nanoTime() + meeting.timeout().toNanos();
        doorway = new Doorway(adapter, adapter.createCompletionQueue(QUEUE_DEPTH), 1);
        own = adapter.allocateMemory((long) meeting.size() * LaneLayout.LENGTH, AccessFlags.ALLOW_LOCAL_WRITE);
        memory = Slab.of(own.buffer());
        pulse = new Pulse(
                memory, meeting.rank(), meeting.size(), config.stoppedTimeout().toNanos(), surroundings);
        known = new Acquaintance[meeting.size()];
        for (int i = 0; i < CARRIERS; i++) {
            carriers[i] = new Completion();
        }
        reception = new Reception(this, config);
        hasTable = meeting.size() == 1;
    }

    /**
     * Listens, and dials rank 0.
     *
     * @param local where the others of higher rank find this one, with port 0; not used by rank 0
     */
    public void begin(InetAddress local) {
        if (meeting.size() == 1) {
            return;
        }
        reception.listen(meeting.rank() == ROOT ? meeting.root() : new InetSocketAddress(local, 0));
        if (meeting.rank() != ROOT) {
            dial(ROOT, meeting.root());
        }
    }

    private void dial(int peer, InetSocketAddress address) {
        Acquaintance acquaintance = newAcquaintance(peer, doorway.adapter().createConnector());
        diallings.add(new Dialling(acquaintance, address, Greeting.of(config, reception.address()), surroundings));
    }

    /** Prepares to know a rank; a connector holds its request, or is to dial it. */
    Acquaintance newAcquaintance(int peer, Connector connector) {
        Acquaintance acquaintance = new Acquaintance(peer, doorway, own, connector, Table.lengthFor(meeting.size()));
        known[peer] = acquaintance;
        return acquaintance;
    }

    /** A rank has come and gone: it may come again, and is not to be taken for the one that has gone. */
    void forget(Acquaintance peer) {
        peer.endpoint().close(); // completes what it was to receive
        peer.connector().close();
        known[peer.rank()] = null;
        int left;
        do {
            left = poll();
        } while (left > 0);
    }

    /** Tells whether a rank is met, or being met. */
    boolean knows(int peer) {
        return known[peer] != null;
    }

    Adapter adapter() {
        return doorway.adapter();
    }

    /**
     * Goes on.
     *
     * @return true once all have met
     * @throws CollectiveException if somebody has not come in time, or does not fit
     * @throws io.oriel.api.NdException if the medium fails
     */
    public boolean progress() {
        poll();
        reception.progress();
        progressDialling();
        if (meeting.rank() == ROOT && !hasTable && hasMetAll()) {
            tellTable();
        }
        learnTable();
        boolean over = hasTable && hasMetAll();
        if (!over) {
            requireTime();
        } else {
            reception.close();
        }
        return over;
    }

    private int poll() {
        int count = doorway.queue().poll(carriers, CARRIERS);
        for (int i = 0; i < count; i++) {
            take(carriers[i]);
        }
        return count;
    }

    private void take(Completion completion) {
        Acquaintance peer = known[(int) completion.endpointContext()];
        if (peer == null) {
            return;
        }
        if (completion.status() != NdStatus.SUCCESS) {
            peer.end();
        } else if (completion.requestType() == RequestType.RECEIVE) {
            peer.receive((int) completion.requestContext(), (int) completion.bytesTransferred());
        } else if (completion.requestType() == RequestType.SEND) {
            peer.sent();
        }
    }

    private void progressDialling() {
        for (int index = 0; index < diallings.size(); ) {
            Dialling dialling = diallings.get(index);
            try {
                if (dialling.progress()) {
                    dialling.peer().introduce();
                    diallings.remove(index);
                } else {
                    index++;
                }
            } catch (Dialling.RejectedException e) {
                throw new CollectiveException(
                        CollectiveStatus.MISMATCH,
                        dialling.peer().rank(),
                        dialling.describe() + " has refused this rank: " + e.getMessage(),
                        e);
            }
        }
    }

    private void tellTable() {
        InetSocketAddress[] addresses = reception.addresses();
        byte[] table = Table.of(addresses);
        for (Acquaintance peer : known) {
            if (peer != null) {
                peer.tell(table);
            }
        }
        hasTable = true;
    }

    private void learnTable() {
        Acquaintance root = meeting.rank() == ROOT ? null : known[ROOT];
        byte[] told = root == null || hasTable ? null : root.told();
        if (told == null) {
            if (root != null && !hasTable && root.hasEnded()) {
                throw new CollectiveException(
                        CollectiveStatus.RANK_DIED, ROOT, "the meeting has failed: rank 0 has gone");
            }
            return;
        }
        Table table = Table.read(told, meeting.size());
        if (!table.failure().isEmpty()) {
            throw new CollectiveException(CollectiveStatus.RANK_MISSING, table.missing(), table.failure());
        }
        hasTable = true;
        for (int peer = 1; peer < meeting.rank(); peer++) {
            dial(peer, table.addresses().get(peer));
        }
    }

    private boolean hasMet(int peer) {
        Acquaintance acquaintance = known[peer];
        return peer == meeting.rank()
                || (acquaintance != null && acquaintance.window() != null && acquaintance.hasSentAll());
    }

    private boolean hasMetAll() {
        for (int peer = 0; peer < known.length; peer++) {
            if (!hasMet(peer)) {
                return false;
            }
        }
        return true;
    }

    private boolean hasSentAll() {
        for (Acquaintance peer : known) {
            if (peer != null && !peer.hasSentAll() && !peer.hasEnded()) {
                return false;
            }
        }
        return true;
    }

    private void requireTime() {
        boolean asksRoot = meeting.rank() != ROOT && !hasTable && hasMet(ROOT);
        if (surroundings.nanoTime() - endNs - (asksRoot ? GRACE_NS : 0) <= 0) {
            return;
        }
        List<Integer> missing = new ArrayList<>();
        for (int peer = 0; peer < known.length; peer++) {
            if (!hasMet(peer) && (hasTable || meeting.rank() == ROOT || peer == ROOT)) {
                missing.add(peer);
            }
        }
        int first = missing.isEmpty() ? ROOT : missing.get(0);
        String text =
                "rank " + meeting.rank() + " has waited " + meeting.timeout().toMillis() + " ms at "
                        + (meeting.rank() == ROOT ? reception.address() : meeting.root()) + ": "
                        + (missing.isEmpty()
                                ? "rank 0 has not said that all have come"
                                : names(missing) + " not come"
                                        + diallings.stream()
                                                .map(each -> "; tried " + each.describe())
                                                .reduce("", String::concat));
        tellFailure(text, first);
        throw new CollectiveException(CollectiveStatus.RANK_MISSING, first, text);
    }

    private static String names(List<Integer> ranks) {
        String list = ranks.stream()
                .map(String::valueOf)
                .reduce((a, b) -> a + ", " + b)
                .orElse("");
        return (ranks.size() == 1 ? "rank " : "ranks ") + list + (ranks.size() == 1 ? " has" : " have");
    }

    /** Rank 0 says why it gives up, to those that have come. */
    private void tellFailure(String text, int missing) {
        if (meeting.rank() != ROOT || hasTable) {
            return;
        }
        byte[] failure = Table.ofFailure(text, missing, meeting.size());
        for (Acquaintance peer : known) {
            if (peer != null && hasMet(peer.rank()) && !peer.hasEnded()) {
                peer.tell(failure);
            }
        }
        for (int turn = 0; turn < QUEUE_DEPTH && !hasSentAll(); turn++) {
            poll();
            Thread.onSpinWait();
        }
    }

    /**
     * Returns what shows the others that this process runs.
     *
     * @return to be closed before the memory goes, by who {@link #leavePulse leaves it to others}
     */
    public Pulse pulse() {
        return pulse;
    }

    /** Leaves it to others to end the pulse. */
    public void leavePulse() {
        pulse = Pulse.NONE;
    }

    /** Ends what shows the others that this process runs, unless that was left to others. */
    @Override
    public void close() {
        pulse.close();
    }

    /**
     * Makes the world of those that have met.
     *
     * @return the world
     */
    public World world() {
        StashPool pool = new StashPool(config.unexpectedLimit());
        return new World(
                meeting.rank(),
                meeting.size(),
                (peer, sorter) -> lane(peer, pool, sorter),
                doorway.withRanksHere(ranksHere()),
                config.stoppedTimeout().toNanos(),
                surroundings);
    }

    private int ranksHere() {
        int count = 1;
        for (Acquaintance peer : known) {
            count += peer != null && peer.isHere() ? 1 : 0;
        }
        return count;
    }

    private @Nullable Lane lane(int peer, StashPool pool, Sorter sorter) {
        Acquaintance met = known[peer];
        RemoteWindow window = met == null ? null : met.window();
        if (met == null || window == null) {
            return null;
        }
        Lane lane = new Lane(
                peer,
                doorway.adapter(),
                met.endpoint(),
                window,
                memory,
                peer * LaneLayout.LENGTH,
                pool,
                sorter,
                surroundings.counterStart());
        if (met.hasEnded()) {
            lane.end();
        }
        return lane;
    }
}
