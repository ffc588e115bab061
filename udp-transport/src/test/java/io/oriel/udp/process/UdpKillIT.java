// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.api.NdStatus;
import io.oriel.api.Provider;
import io.oriel.testing.SeededRandom;
import io.oriel.testing.junit.WholeBuild;
import io.oriel.testing.process.ChildProcess;
import io.oriel.testing.process.Outcomes;
import io.oriel.testing.process.Party;
import io.oriel.testing.process.Traffic;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The peer's process is killed: its system sends nothing, so silence is all there is to notice. */
@Timeout(120)
class UdpKillIT {
    private static final int RECEIVE_LENGTH = 64;

    @RegisterExtension
    final UdpStage stage = newStage();

    private final Random random = SeededRandom.create(UdpKillIT.class);

    /** Makes what the test uses. */
    UdpStage newStage() {
        return new UdpStage();
    }

    /** Connects three parties to as many of a child's: two over one link, the third over another. */
    private List<Party> connectThree(ChildProcess victim) {
        Party one = new Party(stage.newProvider());
        List<Party> parties = List.of(one, one.sibling(), new Party(stage.newProvider()));
        for (int i = 0; i < parties.size(); i++) {
            if (i > 0) {
                victim.order("sibling", Integer.toString(i));
            }
            victim.accept(parties.get(i));
            victim.grant(parties.get(i));
            victim.openWindow(parties.get(i).bind());
        }
        parties.forEach(Party::settle);
        return parties;
    }

    private static void requireEnd(List<Party> survivors, List<CompletableFuture<Void>> notices, long killNs) {
        for (int i = 0; i < survivors.size(); i++) {
            Party survivor = survivors.get(i);
            survivor.settle();
            survivor.ledger().requireEndByDeath();
            long lastNs = survivor.ledger().lastEndNs() - killNs;
            System.out.printf("from the kill to the last completion: %d ms%n", TimeUnit.NANOSECONDS.toMillis(lastNs));
            assertThat(Outcomes.of(notices.get(i))).isEqualTo(NdStatus.SUCCESS);
            assertThat(survivor.send(1)).isEqualTo(NdStatus.CONNECTION_INVALID);
            assertThat(survivor.receive(1)).isEqualTo(NdStatus.CONNECTION_INVALID);
            for (int poll = 0; poll < 100; poll++) {
                survivor.pollOnce();
            }
            survivor.ledger().requireOnceInOrder();
        }
    }

    private static List<CompletableFuture<Void>> notices(List<Party> parties) {
        return parties.stream().map(each -> each.connector().notifyDisconnect()).toList();
    }

    @Test
    void everythingOutstandingCompletesOnce() {
        ChildProcess victim = stage.newChild();
        List<Party> survivors = connectThree(victim);
        List<CompletableFuture<Void>> notices = notices(survivors);
        victim.order("receive 4 64"); // of the third
        victim.stop();
        for (Party survivor : survivors) {
            Party.require(survivor.receive(RECEIVE_LENGTH));
            Party.require(survivor.receive(RECEIVE_LENGTH));
        }
        for (Party survivor : survivors.subList(1, 3)) {
            Party.require(survivor.write(8));
            Party.require(survivor.write(Party.HALF_LENGTH));
            Party.require(survivor.read(Party.HALF_LENGTH));
            Party.require(survivor.send(8));
            Party.require(survivor.read(8));
            Party.require(survivor.bindOrInvalidateSpare());
        }

        long killNs = System.nanoTime();
        victim.kill();

        requireEnd(survivors, notices, killNs);
        assertThat(survivors.get(0).ledger().receiveEnds()).containsExactly(NdStatus.CANCELED, NdStatus.CANCELED);
        for (Party survivor : survivors.subList(1, 3)) {
            List<NdStatus> ends = survivor.ledger().initiatorEnds();
            assertThat(ends).startsWith(NdStatus.SUCCESS, NdStatus.IO_TIMEOUT).hasSize(7); // the first bound the window
            assertThat(ends.subList(2, 7)).containsOnly(NdStatus.CANCELED);
        }
    }

    @WholeBuild
    @Test
    void everythingCompletesOnceInTheMidstOfTraffic() {
        ChildProcess victim = stage.newChild();
        List<Party> survivors = connectThree(victim);
        List<CompletableFuture<Void>> notices = notices(survivors);
        List<Traffic> traffics = new ArrayList<>();
        for (Party survivor : survivors) {
            traffics.add(new Traffic(survivor, random.nextLong()));
        }
        victim.order("mix 1", "serving");
        long endNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(300 + random.nextInt(200));
        while (System.nanoTime() - endNs < 0) {
            traffics.forEach(Traffic::step);
        }

        long killNs = System.nanoTime();
        victim.kill();

        while (!traffics.stream().allMatch(Traffic::isEnded)) {
            traffics.forEach(Traffic::step);
        }
        requireEnd(survivors, notices, killNs);
        assertThat(survivors.get(0).ledger().initiatorEnds()).startsWith(NdStatus.SUCCESS);
    }

    @Test
    void itsSuccessorAtTheSamePortsServesAndIsNotHarmed() {
        int first = 20_000 + 100 * random.nextInt(100);
        String[] ports = {"-Doriel.udp.firstPort=" + first, "-Doriel.udp.lastPort=" + (first + 3)};
        InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), first + 50);
        Provider provider = stage.newProvider();
        ChildProcess victim = stage.newChild(ports);
        Party survivor = new Party(provider);
        victim.accept(survivor, victim.listen(address));
        victim.grant(survivor);
        victim.stop();
        for (int i = 0; i < 20; i++) { // which is sent again and again, to whoever is there
            Party.require(survivor.write(Party.HALF_LENGTH / 16));
        }
        Party.require(survivor.receive(RECEIVE_LENGTH));

        victim.kill();
        victim.awaitEnd();
        ChildProcess successor = stage.newChild(ports);
        Party other = new Party(provider);
        successor.accept(other, successor.listen(address));
        successor.order("echo", "serving");

        exchange(other);
        survivor.settle();
        survivor.ledger().requireEndByDeath();
        exchange(other);
        successor.order("rest");
        survivor.renew();
        successor.order("sibling", "1");
        successor.accept(survivor);
        successor.order("echo", "serving");
        exchange(survivor);
    }

    private static void exchange(Party party) {
        for (int i = 0; i < 10; i++) {
            Party.require(party.receive(RECEIVE_LENGTH));
            Party.require(party.send(RECEIVE_LENGTH));
            party.settle();
        }
        party.ledger().requireSuccess();
    }
}
