// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.lives;

import io.oriel.api.Listener;
import io.oriel.api.NdException;
import io.oriel.testing.lives.Party.Stage;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * How parties meet: what an application does when a control future has completed. None of it polls, and each is done soon,
 * so that every Connect has its answer though the applications are away.
 */
final class Meetings {
    private static final int LIMIT = 8;
    private static final long SILENT_NS = 20_000_000;

    private final World world;

    Meetings(World world) {
        this.world = world;
    }

    /** Begins a connection to a place, its own perhaps. */
    void connect(Place from, Place to) {
        Party party = prepare(from);
        if (party != null) {
            connect(party, to);
        }
    }

    /** Makes a party that is to connect; null if the place has enough of them. */
    @Nullable
    Party prepare(Place from) {
        Party party = from.parties.size() >= world.maxParties() ? null : newParty(from);
        if (party != null) {
            from.parties.add(party);
        }
        return party;
    }

    void connect(Party party, Place to) {
        party.stage = Stage.CONNECTING;
        byte[] name = ByteBuffer.allocate(Long.BYTES).putLong(party.name).array();
        world.tell(() -> party + " connects to " + to);
        party.step = party.connector.connect(party.endpoint, to.address(), LIMIT, LIMIT, name);
        pledge(party.step, party, "connect() of " + party + " to " + to);
    }

    /** Lets time pass in which nobody polls, but each control future is answered. */
    void passInSilence(long ns) {
        long endNs = world.nowNs() + ns;
        do {
            tend();
            world.passTime(SILENT_NS);
        } while (world.nowNs() < endNs);
        tend();
        world.checkPledges();
    }

    /** Looks at the control futures of every place that runs. */
    void tend() {
        for (Inhabitant inhabitant : world.inhabitants()) {
            if (world.runs(inhabitant) && inhabitant != world.preempted()) { // whose agent answers nothing now
                inhabitant.places().forEach(this::tend);
            }
        }
    }

    void tend(Place place) {
        if (place.isGone()) {
            return;
        }
        listen(place);
        place.notification().tend();
        if (place.awaiting != null && place.request.isDone()) {
            answer(place, place.awaiting);
        }
        for (Party party : List.copyOf(place.parties)) {
            goOn(party);
            if (party.isEndAnnounced() && party.stage != Stage.CONNECTING) {
                world.endings().ended(party);
            }
        }
    }

    private void listen(Place place) {
        Listener listener = place.listener;
        if (listener == null) {
            listener = tryListen(place);
            place.listener = listener;
        }
        if (listener != null && place.awaiting == null) {
            Party party = newParty(place);
            if (party != null) {
                place.awaiting = party;
                place.request = listener.getConnectionRequest(party.connector);
            }
        }
    }

    private static @Nullable Listener tryListen(Place place) {
        Listener listener = place.adapter().createListener();
        try {
            listener.bind(place.address());
            listener.listen(0);
            return listener;
        } catch (NdException e) {
            listener.close();
            return null;
        }
    }

    private void answer(Place place, Party party) {
        place.awaiting = null;
        if (place.request.isCompletedExceptionally()) {
            discard(party);
            return;
        }
        place.parties.add(party);
        byte[] name = privateData(party);
        Party peer =
                name.length == Long.BYTES ? world.partyOf(ByteBuffer.wrap(name).getLong()) : null;
        if (peer == null || world.onceIn(20)) {
            reject(party);
            party.stage = Stage.OVER;
            return;
        }
        party.peer = peer;
        peer.peer = party;
        party.stage = Stage.ACCEPTING;
        world.tell(() -> party + " accepts " + peer);
        party.step = party.connector.accept(party.endpoint, LIMIT, LIMIT, new byte[0]);
        pledge(party.step, party, "accept() of " + party);
    }

    private static byte[] privateData(Party party) {
        try {
            return party.connector.privateData();
        } catch (NdException e) {
            return new byte[0];
        }
    }

    private static void reject(Party party) {
        try {
            party.connector.reject(new byte[0]);
        } catch (NdException e) {
            party.stage = Stage.OVER; // the peer has withdrawn it
        }
    }

    private void goOn(Party party) {
        if (party.stage == Stage.CONNECTED) {
            lookForEnd(party);
        }
        if (party.isClosed || !party.step.isDone()) {
            return;
        }
        boolean failed = party.step.isCompletedExceptionally();
        switch (party.stage) {
            case CONNECTING -> {
                if (failed) {
                    party.stage = Stage.OVER;
                } else if (world.onceIn(20)) {
                    reject(party);
                    party.stage = Stage.OVER;
                } else {
                    party.stage = Stage.COMPLETING;
                    party.step = party.connector.completeConnect();
                    pledge(party.step, party, "completeConnect() of " + party);
                }
            }
            case COMPLETING, ACCEPTING -> {
                party.stage = failed ? Stage.OVER : Stage.CONNECTED;
                world.tell(() -> party + " is " + party.stage);
                if (!failed) {
                    world.count("connected");
                    party.notice = party.connector.notifyDisconnect();
                }
            }
            default -> {
                // nothing to go on with
            }
        }
    }

    /** An endpoint that has ended tells both sides so, though nobody polls. */
    private void lookForEnd(Party party) {
        if (!party.isEndSeen && !party.endpoint.isConnected()) {
            party.isEndSeen = true;
            pledgeNotice(party);
            Party peer = party.peer;
            if (peer != null && peer.stage == Stage.CONNECTED && !peer.place.isGone()) {
                pledgeNotice(peer);
            }
        }
    }

    private void pledgeNotice(Party party) {
        CompletableFuture<Void> notice = party.notice;
        if (notice != null) {
            pledge(notice, party, "notifyDisconnect() of " + party + ", whose connection has ended,");
        }
    }

    void pledge(CompletableFuture<Void> future, Party party, String what) {
        world.pledges().add(future, party.place, what, world.nowNs());
    }

    private @Nullable Party newParty(Place place) {
        try {
            return world.newParty(place);
        } catch (NdException | OutOfMemoryError | RejectedExecutionException e) {
            return null; // no memory for its Receives
        }
    }

    /** Makes an endpoint and closes it: ids of former ones are used again. */
    void useAnId(Place place) {
        Party party = newParty(place);
        if (party != null) {
            discard(party);
        }
    }

    static void discard(Party party) {
        party.isClosed = true;
        party.stage = Stage.OVER;
        party.endpoint.close();
        party.connector.close();
        if (party.ownQueue != null) {
            party.isQueueClosed = true;
            party.ownQueue.close();
        }
    }
}
