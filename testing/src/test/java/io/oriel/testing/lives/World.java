// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.lives;

import io.oriel.api.config.OrielConfig;
import io.oriel.api.config.SharedMemoryConfig;
import io.oriel.api.config.TimeoutConfig;
import io.oriel.testing.heap.HeapMedium;
import io.oriel.testing.heap.failure.Failure;
import io.oriel.testing.heap.host.HeapConditions;
import io.oriel.testing.heap.host.HeapHabits;
import io.oriel.testing.heap.host.HeapHabits.Words;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A host and who lives there. */
final class World {
    private static final int PROCESSES = 3;
    private static final int TRACED = Integer.getInteger("oriel.test.lives.traced", 80);
    private static final int ONCE_IN = 100;
    private static final int PREEMPTED_ONCE_IN = 3;
    private static final long[] LINGER_MS = {0, 1, 20};
    private static final int[] THRESHOLDS = {0, 200, Integer.MAX_VALUE};

    private final Set<Trait> traits;
    private final Set<Failure> failures;
    private final SplittableRandom random;
    private final HeapMedium medium;
    private final OrielConfig config;
    private final int maxParties;
    private final List<Inhabitant> inhabitants = new ArrayList<>();
    private final Map<Long, Party> parties = new HashMap<>();
    private final Pledges pledges = new Pledges();
    private final Endings endings = new Endings(this);
    private final Map<String, Long> tally = new TreeMap<>();
    private Consumer<Inhabitant> whenPreempted = sender -> {};
    private boolean isTimePassing;
    private long names;
    private long contexts;
    private long disturbedUntilNs;
    private int stopsInside;
    private boolean wasStopped;
    private @Nullable Deque<String> trace;
    private @Nullable Inhabitant stopped;
    private @Nullable Party focus;
    private @Nullable Inhabitant preempted;
    private @Nullable Interruption interruption;

    World(long seed, Set<Trait> traits, Set<Failure> failures) {
        this.traits = traits;
        this.failures = failures;
        random = new SplittableRandom(seed);
        medium = new HeapMedium(conditions(seed, traits, failures));
        config = config();
        maxParties = 1 + below(6);
        int adapters = has(Trait.SEVERAL_ADAPTERS) ? 2 : 1;
        for (int number = 0; number < PROCESSES; number++) {
            inhabitants.add(new Inhabitant(number, this, config, adapters));
        }
    }

    private static HeapConditions conditions(long seed, Set<Trait> traits, Set<Failure> failures) {
        boolean drawn = traits.contains(Trait.DRAWN_HOSTS);
        HeapConditions conditions =
                drawn ? HeapConditions.seeded(seed) : HeapConditions.calm().withSharedMemory(seed % 2 == 0);
        if (traits.contains(Trait.NARROW_LOGS) && (!drawn || seed % 3 == 0)) {
            conditions = conditions.withNarrowLogs();
        }
        if (traits.contains(Trait.SHARED_MEMORY)) {
            conditions = conditions.withSharedMemory(true);
        }
        Words words = traits.contains(Trait.REUSED_WORDS_UNSEEN)
                ? Words.REUSED_UNSEEN
                : traits.contains(Trait.REUSED_WORDS) ? Words.REUSED : Words.OWN;
        return conditions.withHabits(HeapHabits.none().withWords(words).withFailures(failures, ONCE_IN));
    }

    private OrielConfig config() {
        Duration linger = Duration.ofMillis(has(Trait.SHORT_LINGER) ? LINGER_MS[below(LINGER_MS.length)] : 10_000);
        TimeoutConfig timeouts = TimeoutConfig.defaults()
                .withLinkLinger(linger)
                .withReceiverNotReady(below(2) == 0 ? Duration.ofMillis(10) : Duration.ofHours(1))
                .withRevoke(Duration.ofMillis(below(2) == 0 ? 1 : 30));
        SharedMemoryConfig memory = new SharedMemoryConfig(
                OrielConfig.defaults().sharedMemory().directory(), true, THRESHOLDS[below(THRESHOLDS.length)]);
        return OrielConfig.defaults().withTimeouts(timeouts).withSharedMemory(memory);
    }

    boolean has(Trait trait) {
        return traits.contains(trait);
    }

    /** Tells whether nothing is injected: then each status has its reason. */
    boolean isFaultless() {
        return failures.isEmpty();
    }

    /** Returns how many connections a place begins at a time. */
    int maxParties() {
        return maxParties;
    }

    int below(int bound) {
        return random.nextInt(bound);
    }

    boolean onceIn(int times) {
        return random.nextInt(times) == 0;
    }

    HeapMedium medium() {
        return medium;
    }

    List<Inhabitant> inhabitants() {
        return inhabitants;
    }

    Pledges pledges() {
        return pledges;
    }

    Endings endings() {
        return endings;
    }

    long nowNs() {
        return medium.time().nanoTime();
    }

    /** Keeps what happens from now on, for a failure's message. */
    void trace() {
        trace = new ArrayDeque<>();
    }

    void tell(Supplier<String> what) {
        Deque<String> to = trace;
        if (to != null) {
            to.add(nowNs() / 1000 + " us: " + what.get());
            if (to.size() > TRACED) {
                to.remove();
            }
        }
    }

    /** Returns what was kept. */
    List<String> told() {
        return trace == null ? List.of() : List.copyOf(trace);
    }

    /** Counts what has happened, for who wonders whether it does. */
    void count(String what) {
        tally.merge(what, 1L, Long::sum);
    }

    Map<String, Long> tally() {
        return tally;
    }

    long newContext() {
        return ++contexts;
    }

    Party newParty(Place place) {
        Party party = new Party(place, ++names, this);
        parties.put(party.name, party);
        return party;
    }

    @Nullable
    Party partyOf(long name) {
        return parties.get(name);
    }

    // Who runs.

    boolean runs(Inhabitant inhabitant) {
        return inhabitant.isAlive() && inhabitant != stopped;
    }

    /** Tells whether anybody was stopped in this life. */
    boolean wasAnybodyStopped() {
        return wasStopped;
    }

    boolean isAnybodyStopped() {
        return stopped != null;
    }

    /** Carries out a call of an application for one of its parties, which may be stopped inside. */
    void call(Party party, Runnable body) {
        Inhabitant caller = party.place.home();
        boolean wasRunning = stopped == null;
        call(caller, body);
        if (wasRunning && stopped == caller) {
            focus = party.peer;
        }
    }

    /** Returns the party that has most to do with who is stopped; null if nobody is. */
    @Nullable
    Party focus() {
        return stopped == null ? null : focus;
    }

    /** Carries out a call of an application, which may be stopped inside. */
    void call(Inhabitant caller, Runnable body) {
        if (stopped == null) {
            focus = null;
        }
        if (stopped == null && !isTimePassing && has(Trait.STOPS) && onceIn(20)) {
            boolean unused = stop(caller, new Interruption(caller.process(), 1 + below(onceIn(3) ? 20 : 4)), body);
        } else {
            body.run();
            Violation.unless(isFaultless() || !caller.process().isInside(), "a hazard stays set after a call");
        }
    }

    /** Carries out a call of a party's application; true if its process has stopped inside the memory of another. */
    boolean stopInside(Party party, int touches, Runnable body) {
        Inhabitant caller = party.place.home();
        boolean isStopped = stop(caller, Interruption.inside(caller.process(), touches), body);
        if (isStopped) {
            focus = party.peer;
        }
        return isStopped;
    }

    private boolean stop(Inhabitant caller, Interruption begun, Runnable body) {
        if (!begun.begin(body)) {
            return false;
        }
        stopsInside++;
        count("stopped inside");
        tell(() -> "process " + caller.number() + " stops inside");
        stopped = caller;
        wasStopped = true;
        interruption = begun;
        caller.process().stop();
        return true;
    }

    /** Returns how many calls were stopped inside: the world has moved during each. */
    int stopsInside() {
        return stopsInside;
    }

    /** Stops a process that is in no call. */
    void stop(Inhabitant inhabitant) {
        if (stopped == null) {
            stopped = inhabitant;
            wasStopped = true;
            inhabitant.process().stop();
        }
    }

    /** Lets who is stopped go on. */
    void goOn() {
        Inhabitant former = stopped;
        if (former == null) {
            return;
        }
        Interruption call = interruption;
        stopped = null;
        interruption = null;
        tell(() -> "process " + former.number() + " goes on");
        disturbed();
        boolean agentFirst = random.nextBoolean();
        if (agentFirst) {
            former.process().goOn();
        }
        if (call != null) {
            call.goOn();
        }
        if (!agentFirst) {
            former.process().goOn();
        }
        verifyMemory();
    }

    /** Kills a process, in its call if it is stopped in one, and starts another at its addresses. */
    void restart(Inhabitant inhabitant) {
        tell(() -> "process " + inhabitant.number() + " is killed");
        inhabitant.process().kill();
        if (inhabitant == stopped) {
            Interruption call = interruption;
            stopped = null;
            interruption = null;
            if (call != null) {
                call.kill();
            }
        }
        disturbed();
        int number = inhabitant.number();
        inhabitants.set(
                number, new Inhabitant(number, this, config, inhabitant.places().size()));
    }

    /** Something was in the way of what was promised; it has its time from now on. */
    void disturbed() {
        disturbedUntilNs = nowNs();
    }

    /** Returns for how long what is due since a moment could be done. */
    long undisturbedNs(long sinceNs) {
        return stopped != null ? 0 : nowNs() - Math.max(sinceNs, disturbedUntilNs);
    }

    void checkPledges() {
        if (stopped != null) {
            disturbed();
        } else {
            pledges.check(nowNs(), disturbedUntilNs);
        }
    }

    /** Nobody is inside the memory of another, unless it is stopped there. */
    void verifyHazards() {
        for (Inhabitant each : inhabitants) {
            if (runs(each) && each.process().isInside()) {
                throw new Violation("process " + each.number() + " is in no call, but inside the memory of a peer");
            }
        }
    }

    void verifyMemory() {
        verifyHazards();
        inhabitants.forEach(each -> each.places().forEach(Place::verify));
    }

    // Time.

    void passTime(long ns) {
        boolean outer = isTimePassing;
        isTimePassing = true;
        medium.time().pass(ns);
        isTimePassing = outer;
    }

    void step(int steps) {
        boolean outer = isTimePassing;
        isTimePassing = true;
        for (int count = 0; count < steps; count++) {
            medium.time().step();
        }
        isTimePassing = outer;
    }

    void whenPreempted(Consumer<Inhabitant> task) {
        whenPreempted = task;
    }

    /** Returns whose agent has lost the processor. */
    @Nullable
    Inhabitant preempted() {
        return preempted;
    }

    /** An agent has sent a control message: it may lose the processor now. */
    void controlSent(Inhabitant sender) {
        if (has(Trait.PREEMPTION)
                && isTimePassing
                && stopped == null
                && preempted == null
                && onceIn(PREEMPTED_ONCE_IN)) {
            count("agent preempted");
            preempted = sender;
            tell(() -> "the agent of process " + sender.number() + " loses the processor {");
            sender.process().runAsApplication(() -> whenPreempted.accept(sender));
            tell(() -> "}");
            preempted = null;
        }
    }
}
