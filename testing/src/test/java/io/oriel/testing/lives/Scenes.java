// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.lives;

import io.oriel.testing.lives.Party.Stage;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Situations that chance alone brings about too seldom: who takes part, how far it goes and what follows is left to the
 * lot all the same.
 */
final class Scenes {
    private static final int SOME = 4;
    private static final int MANY = 7;
    private static final long MILLISECOND_NS = 1_000_000;

    private final World world;
    private final Meetings meetings;
    private final Requests requests;
    private final Polls polls;

    Scenes(World world, Meetings meetings, Requests requests, Polls polls) {
        this.world = world;
        this.meetings = meetings;
        this.requests = requests;
        this.polls = polls;
    }

    /** Plays one that the world's traits allow, with parties that are there. */
    void play() {
        Party party = anyConnected();
        if (party == null) {
            return;
        }
        switch (world.below(5)) {
            case 0 -> stopInsideWindow(party);
            case 1 -> stopInsideReceive(party);
            case 2 -> refuseWithoutRoom(party);
            case 3 -> connectAgain(party);
            default -> leaveForAnother(party);
        }
    }

    /** The peer stops inside a window, which is taken back and bound elsewhere meanwhile. */
    private void stopInsideWindow(Party owner) {
        if (!canStop(owner)) {
            return;
        }
        requests.bind(owner);
        polls.poll(owner.place);
        if (isStoppedBy(owner, requests::write)) {
            requests.invalidate(owner);
            polls.poll(owner.place);
            for (Party other : connectedAt(owner.place)) {
                if (other != owner && world.onceIn(2)) {
                    requests.bind(other);
                    requests.invalidate(other);
                    polls.poll(owner.place);
                }
            }
        }
    }

    /** The peer stops inside a Receive, and what this side has posted fails meanwhile for want of the peer's. */
    private void stopInsideReceive(Party owner) {
        if (!canStop(owner)) {
            return;
        }
        useUpReceives(owner);
        requests.receive(owner);
        requests.send(owner);
        if (isStoppedBy(owner, this::sendAndPoll)) {
            for (int round = 0; round < SOME; round++) {
                polls.poll(owner.place);
                world.passTime(world.below(20) * MILLISECOND_NS);
            }
        }
    }

    /** The peer has no Receive left. */
    private void useUpReceives(Party owner) {
        Party user = owner.peer;
        for (int round = 0; user != null && !user.received.isEmpty() && round < MANY; round++) {
            requests.send(owner);
            polls.poll(owner.place);
            world.step(SOME);
            polls.poll(user.place);
            polls.poll(owner.place);
        }
    }

    private void sendAndPoll(Party user) {
        requests.send(user);
        polls.poll(user.place);
    }

    /** A request is refused while Reads that the peer does not take leave no room to tell it; then nobody polls. */
    private void refuseWithoutRoom(Party owner) {
        Party user = owner.peer;
        if (!world.has(Trait.REFUSALS) || user == null || !world.runs(user.place.home())) {
            return;
        }
        if (world.onceIn(2)) {
            requests.bindRegistered(owner); // which is read by frames
        } else {
            requests.bind(owner);
        }
        if (owner.bindings.isEmpty() || !user.isConnected()) {
            return;
        }
        Binding last = owner.bindings.get(owner.bindings.size() - 1);
        for (int index = 0; index < MANY; index++) {
            requests.read(user, last, Plots.LENGTH);
        }
        requests.write(user, true);
        for (int round = world.below(SOME); round >= 0; round--) {
            world.step(world.below(SOME));
            polls.poll(owner.place);
        }
        if (world.onceIn(3)) {
            polls.poll(user.place);
            polls.poll(owner.place);
        }
        if (world.has(Trait.SILENCE) || world.has(Trait.NARROW_LOGS)) {
            meetings.passInSilence(world.below(4_000) * MILLISECOND_NS);
        }
    }

    /** Two that have parted, and whose link has lingered out, connect again, and nobody polls. */
    private void connectAgain(Party party) {
        Party former = party.peer;
        if (former == null
                || !world.has(Trait.SHORT_LINGER)
                || !world.has(Trait.SILENCE)
                || !world.runs(former.place.home())) {
            return;
        }
        for (Party each : connectedAt(party.place)) {
            if (each.peer != null && each.peer.place == former.place) {
                world.endings().disconnect(each);
            }
        }
        Party again = meetings.prepare(party.place); // before, as this is a call
        meetings.passInSilence(world.below(200) * MILLISECOND_NS);
        if (again != null && !again.isClosed) {
            meetings.connect(again, former.place);
        }
        meetings.passInSilence(world.below(4_000) * MILLISECOND_NS);
    }

    /** Whose peer is away parts with it, and with its link, and meets others. */
    private void leaveForAnother(Party party) {
        Party left = party.peer;
        if (left == null
                || !world.has(Trait.SHORT_LINGER)
                || !world.runs(left.place.home())
                || left.place.home() == party.place.home()) {
            return;
        }
        for (Party each : connectedAt(left.place)) {
            requests.send(each);
            requests.send(each);
        }
        left.place.home().away = 200 + world.below(400);
        for (Party each : List.copyOf(party.place.parties)) {
            if (each.peer != null && each.peer.place == left.place) {
                world.endings().disconnect(each);
            }
        }
        for (int round = 0; round < SOME; round++) {
            world.passTime(world.below(20) * MILLISECOND_NS);
            meetings.tend();
            polls.poll(party.place);
        }
        for (Inhabitant other : world.inhabitants()) {
            if (other != left.place.home() && other != party.place.home() && world.runs(other)) {
                meetings.connect(party.place, other.places().get(0));
                meetings.connect(other.places().get(0), party.place);
            }
        }
    }

    /**
     * An agent has lost the processor after a control message: the peers go on, close what has ended and begin anew, and
     * so does the application of the same process.
     */
    void goOnWithout(Inhabitant sender) {
        for (Inhabitant each : world.inhabitants()) {
            if (each != sender && world.runs(each)) {
                for (Place place : each.places()) {
                    for (int round = world.below(SOME); round >= 0; round--) {
                        world.step(world.below(20));
                        meetings.tend(place);
                        polls.poll(place);
                        polls.poll(place);
                        meetings.useAnId(place);
                    }
                    meetings.connect(place, place);
                }
            }
        }
        for (Place place : sender.places()) {
            for (Party party : connectedAt(place)) {
                requests.send(party);
            }
        }
        for (Inhabitant each : world.inhabitants()) {
            if (world.runs(each)) {
                each.places().forEach(polls::poll);
            }
        }
        sender.places().forEach(polls::poll);
    }

    private boolean canStop(Party owner) {
        Party user = owner.peer;
        return world.has(Trait.STOPS)
                && !world.isAnybodyStopped()
                && user != null
                && user.isConnected()
                && world.runs(user.place.home())
                && user.place.home() != owner.place.home();
    }

    private boolean isStoppedBy(Party owner, java.util.function.Consumer<Party> request) {
        Party user = owner.peer;
        return user != null && world.stopInside(user, 1 + world.below(4), () -> request.accept(user));
    }

    private @Nullable Party anyConnected() {
        Inhabitant inhabitant =
                world.inhabitants().get(world.below(world.inhabitants().size()));
        if (!world.runs(inhabitant) || inhabitant.away > 0) {
            return null;
        }
        List<Party> connected = connectedAt(
                inhabitant.places().get(world.below(inhabitant.places().size())));
        return connected.isEmpty() ? null : connected.get(world.below(connected.size()));
    }

    private static List<Party> connectedAt(Place place) {
        List<Party> connected = new ArrayList<>(place.parties);
        connected.removeIf(each -> each.stage != Stage.CONNECTED || !each.isConnected());
        return connected;
    }
}
