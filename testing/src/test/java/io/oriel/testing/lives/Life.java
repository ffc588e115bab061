// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.lives;

import io.oriel.testing.heap.failure.Failure;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What happens on one host, by lot. The same seed gives the same life. */
final class Life {
    private static final int MAX_PREEMPTED = 30;
    private static final long MILLISECOND_NS = 1_000_000;

    private final World world;
    private final Meetings meetings;
    private final Requests requests;
    private final Endings endings;
    private final Polls polls;
    private final Scenes scenes;
    private long performed;
    private String last = "nothing";

    Life(long seed, Set<Trait> traits, Set<Failure> failures) {
        world = new World(seed, traits, failures);
        meetings = new Meetings(world);
        requests = new Requests(world);
        endings = world.endings();
        polls = new Polls(world);
        scenes = new Scenes(world, meetings, requests, polls);
        world.whenPreempted(this::goOnMeanwhile);
    }

    /** Plays, heals, and looks at the promises all the time. */
    void play(int operations) {
        while (performed < operations) {
            act();
            meetings.tend();
            if (performed % 8 == 0) {
                world.checkPledges();
            }
        }
        last = "the healing";
        new Healing(world, meetings).heal();
    }

    long performed() {
        return performed;
    }

    /** Returns what was done last, for a failure's message. */
    String last() {
        return last;
    }

    private void act() {
        performed++;
        int drawn = world.below(10_000);
        if (drawn < 1_500) {
            last = "steps";
            world.step(1 + world.below(30));
        } else if (drawn < 1_700) {
            last = "time";
            world.passTime((world.onceIn(2) ? world.below(40) : world.below(2)) * MILLISECOND_NS);
        } else if (drawn < 1_720 && world.has(Trait.SILENCE)) {
            last = "silence";
            beSilent();
        } else if (drawn < 1_760) {
            last = "scene";
            scenes.play();
        } else if (drawn < 1_770) {
            last = "go on";
            world.goOn();
        } else if (drawn < 1_775 && world.has(Trait.STOPS)) {
            last = "stop";
            world.stop(anybody());
        } else if (drawn < 1_781 && world.has(Trait.DEATHS)) {
            last = "restart";
            world.restart(anybody());
        } else if (drawn < 1_786 && world.has(Trait.REOPENING)) {
            last = "reopen";
            reopen();
        } else {
            actAtPlace(drawn);
        }
    }

    /** For seconds nobody polls: connections are made and end all the same. */
    private void beSilent() {
        int rounds = 1 + world.below(12);
        for (int round = 0; round < rounds; round++) {
            Inhabitant inhabitant = anybody();
            if (world.runs(inhabitant)) {
                Place place = anyPlace(inhabitant);
                if (world.onceIn(2)) {
                    meetings.connect(place, anyPlace(anybody()));
                } else if (!place.parties.isEmpty()) {
                    endings.disconnect(place.parties.get(world.below(place.parties.size())));
                }
            }
            meetings.passInSilence(world.below(600) * MILLISECOND_NS);
        }
    }

    private void reopen() {
        Inhabitant inhabitant = anybody();
        if (world.runs(inhabitant) && !world.isAnybodyStopped()) {
            inhabitant.reopen(world.below(inhabitant.places().size()), world);
        }
    }

    /** The agent of some process has lost the processor: applications go on. */
    private void goOnMeanwhile(Inhabitant sender) {
        if (world.onceIn(3)) {
            scenes.goOnWithout(sender);
            return;
        }
        int count = world.below(MAX_PREEMPTED);
        for (int index = 0; index < count; index++) {
            performed++;
            if (world.onceIn(3)) {
                world.step(1 + world.below(10));
            } else {
                actAtPlace(1_800 + world.below(8_200));
            }
            meetings.tend();
        }
    }

    private Inhabitant anybody() {
        return world.inhabitants().get(world.below(world.inhabitants().size()));
    }

    private Place anyPlace(Inhabitant inhabitant) {
        return inhabitant.places().get(world.below(inhabitant.places().size()));
    }

    private void actAtPlace(int drawn) {
        Party focus = world.focus();
        if (focus != null
                && !focus.isClosed
                && !focus.place.isGone()
                && world.runs(focus.place.home())
                && world.onceIn(3)) {
            last = "focus";
            actInFocus(focus);
        } else {
            actAnywhere(drawn);
        }
    }

    /** Does what has to do with a process that was stopped inside the memory of this party. */
    private void actInFocus(Party party) {
        switch (world.below(6)) {
            case 0 -> requests.invalidate(party);
            case 1 -> requests.send(party);
            case 2 -> {
                Place place = party.place;
                Party other = place.parties.isEmpty() ? party : place.parties.get(world.below(place.parties.size()));
                requests.bind(other);
                if (world.onceIn(2)) {
                    requests.invalidate(other);
                }
            }
            default -> polls.poll(party.place);
        }
    }

    private void actAnywhere(int drawn) {
        Inhabitant inhabitant = anybody();
        if (!world.runs(inhabitant)) {
            return;
        }
        if (inhabitant.away > 0) {
            inhabitant.away--;
            return;
        }
        Place place = anyPlace(inhabitant);
        if (drawn < 2_300) {
            last = "connect";
            meetings.connect(place, anyPlace(anybody()));
        } else if (drawn < 4_000) {
            last = "poll";
            world.call(inhabitant, () -> polls.poll(place));
        } else if (drawn < 4_600) {
            last = "await";
            world.call(inhabitant, () -> polls.await(place));
        } else if (drawn < 4_650) {
            last = "away";
            inhabitant.away = world.below(world.onceIn(4) ? 600 : 60);
        } else if (!place.parties.isEmpty()) {
            Party party = place.parties.get(world.below(place.parties.size()));
            if (drawn < 4_900) {
                end(party, drawn);
            } else if (!party.isClosed) {
                world.call(party, () -> post(party, drawn));
            }
        }
    }

    private void end(Party party, int drawn) {
        last = "end";
        if (drawn < 4_700) {
            endings.disconnect(party);
        } else if (drawn < 4_710) {
            world.call(party, () -> endings.flush(party));
        } else if (drawn < 4_730) {
            endings.close(party);
        } else if (drawn < 4_760) {
            endings.closeQueue(party);
        } else if (party.stage == Party.Stage.OVER) {
            endings.close(party);
        }
    }

    private void post(Party party, int drawn) {
        last = "post at " + drawn;
        if (drawn < 6_700) {
            requests.receive(party);
        } else if (drawn < 8_500) {
            requests.send(party);
        } else if (drawn < 8_800) {
            requests.bind(party);
        } else if (drawn < 8_950) {
            requests.invalidate(party);
        } else if (drawn < 9_600) {
            requests.write(party);
        } else {
            requests.read(party);
        }
    }

    /** Returns what has happened last. */
    List<String> told() {
        return world.told();
    }

    Life traced() {
        world.trace();
        return this;
    }

    /** Returns how often what has happened. */
    Map<String, Long> tally() {
        return world.tally();
    }
}
