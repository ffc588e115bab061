// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.examples.gateway;

import io.oriel.api.Adapter;
import io.oriel.api.config.OrielConfig;
import io.oriel.examples.gateway.matching.Entry;
import io.oriel.examples.gateway.matching.Journal;
import io.oriel.examples.gateway.matching.Matcher;
import io.oriel.examples.gateway.matching.MatcherConfig;
import io.oriel.service.config.ClientConfig;
import io.oriel.service.config.RedialConfig;
import io.oriel.service.config.ServerConfig;
import io.oriel.service.config.Surroundings;
import io.oriel.testing.SimulatedProcess;
import io.oriel.testing.Simulation;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.agrona.concurrent.UnsafeBuffer;

/** An engine, a gateway and members in a simulation, of which each can die and begin another life. */
final class SimulatedExchange {
    static final int MEMBERS = 2;
    private static final int ENTRIES = 1000;
    private static final int DEPTH = 4;
    private static final int REQUESTS = 16;
    private static final int FILLS = 16;
    private static final InetSocketAddress ENGINE = address(7001);
    private static final InetSocketAddress GATEWAY = address(7002);
    private static final MatcherConfig MATCHER = new MatcherConfig(MEMBERS, 2, 512, 1024, 512);
    private static final ServerConfig SERVER =
            new ServerConfig(2 * MEMBERS, REQUESTS, FILLS, Protocol.MAX_LENGTH, Protocol.MAX_LENGTH, 0);
    private static final RedialConfig REDIAL =
            new RedialConfig(Duration.ofMillis(100), Duration.ofMillis(2), Duration.ofMillis(20));
    private static final OrielConfig ORIEL = OrielConfig.defaults()
            .withTimeouts(OrielConfig.defaults()
                    .timeouts()
                    .withDeadPeer(Duration.ofMillis(100))
                    .withHandshake(Duration.ofMillis(100)));

    /** What the exchange does wrong. */
    enum Fault {
        NONE,
        /** The engine's next life knows sessions, and nothing of orders. */
        ENGINE_FORGETS,
        /** Members send again by another id. */
        MEMBERS_SEND_ANEW
    }

    private final Simulation simulation;
    private final Surroundings surroundings;
    private final Fault fault;
    private final long orders;
    private final List<Life> engines = new ArrayList<>();
    private final List<List<MemberLife>> members = new ArrayList<>();
    private Matcher matcher;
    private SimulatedProcess gateway;
    private int gateways;

    /** A life of the engine: its process and its journal, which may be that of the life before. */
    private record Life(SimulatedProcess process, UnsafeBuffer journal, boolean isJournalNew) {}

    /** A life of a member. */
    private record MemberLife(SimulatedProcess process, LedgerTrader trader, List<String> ledger) {}

    SimulatedExchange(Simulation simulation, Random random, long orders, Fault fault) {
        this.simulation = simulation;
        this.orders = orders;
        this.fault = fault;
        surroundings = new Surroundings(simulation::nanoTime, random);
        startEngine();
        startGateway();
        for (int member = 0; member < MEMBERS; member++) {
            members.add(new ArrayList<>());
            startMember(member);
        }
    }

    private static InetSocketAddress address(int port) {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    }

    private static ClientConfig client(long timeoutMs) {
        return new ClientConfig(
                REQUESTS, FILLS, Protocol.MAX_LENGTH, Protocol.MAX_LENGTH, 0, Duration.ofMillis(timeoutMs), REDIAL);
    }

    private static UnsafeBuffer zeros() {
        return new UnsafeBuffer(ByteBuffer.allocateDirect(ENTRIES * Journal.ENTRY_LENGTH));
    }

    /** Memory of a process: what that writes after its death, before it returns to the simulation, is not there. */
    private static final class MortalBuffer extends UnsafeBuffer {
        private final SimulatedProcess process;

        MortalBuffer(UnsafeBuffer memory, SimulatedProcess process) {
            super(memory);
            this.process = process;
        }

        @Override
        public void putIntRelease(int index, int value) {
            if (process.isAlive()) {
                super.putIntRelease(index, value);
            }
        }
    }

    void startEngine() {
        SimulatedProcess process = simulation.newProcess("engine " + (engines.size() + 1));
        UnsafeBuffer journal =
                engines.isEmpty() ? zeros() : nextJournal(last(engines).journal());
        engines.add(new Life(process, journal, engines.isEmpty() || fault == Fault.ENGINE_FORGETS));
        matcher = new Matcher(MATCHER, Journal.in(new MortalBuffer(journal, process)));
        Engine engine = new Engine(open(process), ENGINE, SERVER, surroundings, matcher);
        process.runs(engine::poll);
    }

    private UnsafeBuffer nextJournal(UnsafeBuffer before) {
        if (fault != Fault.ENGINE_FORGETS) {
            return before;
        }
        UnsafeBuffer forgetful = zeros();
        Matcher heir = new Matcher(MATCHER, Journal.in(forgetful));
        Journal.in(before).replay(entry -> {
            if (entry.kind() == Entry.Kind.LOGIN) {
                var unused = heir.login(entry);
            }
        });
        return forgetful;
    }

    void startGateway() {
        gateway = simulation.newProcess("gateway " + ++gateways);
        Gateway.Config config = new Gateway.Config(GATEWAY, SERVER, ENGINE, client(80));
        Gateway opened = new Gateway(open(gateway), config, surroundings);
        gateway.runs(opened::poll);
    }

    void startMember(int member) {
        List<MemberLife> lives = members.get(member);
        SimulatedProcess process = simulation.newProcess("member " + member + ", life " + (lives.size() + 1));
        List<String> ledger = new ArrayList<>();
        LedgerTrader.Habit habit =
                fault == Fault.MEMBERS_SEND_ANEW ? LedgerTrader.Habit.SENDS_ANEW : LedgerTrader.Habit.ASKS_AGAIN;
        LedgerTrader trader = new LedgerTrader(DEPTH, orders, surroundings, habit, line -> {
            if (process.isAlive()) {
                ledger.add(line);
            }
        });
        trader.begin(new OrderEntry(open(process), GATEWAY, client(120), surroundings, member, trader));
        lives.add(new MemberLife(process, trader, ledger));
        process.runs(trader::poll);
    }

    private static Adapter open(SimulatedProcess process) {
        return process.open(ORIEL).openAdapter();
    }

    private static <T> T last(List<T> list) {
        return list.get(list.size() - 1);
    }

    SimulatedProcess engine() {
        return last(engines).process();
    }

    SimulatedProcess gateway() {
        return gateway;
    }

    SimulatedProcess member(int member) {
        return last(members.get(member)).process();
    }

    /** Waits until all members who live have heard all that there is to hear. */
    void runToTheEnd() {
        simulation.runUntil(
                "all members are done: " + members,
                () -> members.stream().allMatch(lives -> last(lives).trader().isDone()));
        simulation.runUntil("all members know their fills", () -> {
            for (int member = 0; member < MEMBERS; member++) {
                long told = last(members.get(member)).trader().lastFill();
                if (told > 0 && told < matcher.reports(member).count()) {
                    return false;
                }
            }
            return true;
        });
    }

    /** Returns which rules were broken. */
    List<String> violations() {
        List<String> violations = new ArrayList<>();
        Truth truth = new Truth(MATCHER, Journal.in(zeros()), violations);
        for (int life = 0; life < engines.size(); life++) {
            boolean isFirst = life == 0;
            if (engines.get(life).isJournalNew()) {
                Journal.in(engines.get(life).journal()).replay(entry -> {
                    if (isFirst || entry.kind() != Entry.Kind.LOGIN) {
                        truth.add(entry);
                    }
                });
            }
        }
        for (int member = 0; member < MEMBERS; member++) {
            LedgerCheck check = new LedgerCheck(member, truth, violations);
            List<MemberLife> lives = members.get(member);
            for (int life = 0; life < lives.size(); life++) {
                check.life(lives.get(life).ledger(), life < lives.size() - 1);
            }
            check.end();
            if (check.missedFills() > 0) {
                violations.add("member " + member + " has missed " + check.missedFills() + " fills");
            }
        }
        return violations;
    }
}
