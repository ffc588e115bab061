// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp.control;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.testing.SeededRandom;
import io.oriel.udp.datagram.Bye;
import io.oriel.udp.datagram.ControlChannel;
import io.oriel.udp.datagram.Datagram;
import io.oriel.udp.datagram.LinkReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.agrona.DirectBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ControlSessionTest {
    private static final long DEAD_PEER_NS = Duration.ofSeconds(2).toNanos();
    private static final long SIGN_PERIOD_NS = DEAD_PEER_NS / 16;
    private static final long MILLISECOND_NS = Duration.ofMillis(1).toNanos();
    private static final int MANY = 200;

    private final Random random = SeededRandom.create(ControlSessionTest.class);
    private final TestLoop loop = new TestLoop();
    private final TestNetwork network = new TestNetwork(loop, random);
    private final Side one = new Side(1, 2);
    private final Side two = new Side(2, 1);

    /** One end, and what it has heard. */
    private final class Side implements SessionHandler {
        final List<String> heard = new ArrayList<>();
        final ControlSession session;
        boolean acceptsByes = true;
        long signs;

        Side(int own, int peer) {
            this(own, peer, DEAD_PEER_NS, DEAD_PEER_NS);
        }

        Side(int own, int peer, long deadPeerNs, long peersNs) {
            ControlChannel channel = network.bind(address(own), (datagram, source) -> receive(datagram));
            ControlSession.Ends ends = new ControlSession.Ends(own, peer, address(peer));
            session = new ControlSession(loop, channel, ends, deadPeerNs, peersNs);
        }

        private void receive(Datagram datagram) {
            if (LinkReader.reset(datagram).isPresent()) {
                session.onReset();
            } else {
                session.onDatagram(datagram);
            }
        }

        void say(String text) {
            session.send(text.getBytes(UTF_8));
        }

        @Override
        public void onControl(DirectBuffer buffer, int offset, int length) {
            heard.add(buffer.getStringWithoutLengthUtf8(offset, length));
        }

        @Override
        public void onBye(Bye bye) {
            heard.add("bye " + bye.frames() + " " + bye.acknowledgement());
            if (acceptsByes) {
                session.acceptBye();
            }
        }

        @Override
        public void onByeTaken() {
            heard.add("taken");
        }

        @Override
        public long signs() {
            return signs;
        }

        @Override
        public void onDead(String reason) {
            heard.add("dead: " + reason);
        }
    }

    private static InetSocketAddress address(int port) {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    }

    private void open() {
        one.session.open(one);
        two.session.open(two);
    }

    @ParameterizedTest
    @CsvSource({"60000, 2000", "2000, 60000", "100, 3600000"})
    void keepsAnIdleLinkWhoseSidesHaveDifferentPatience(long oneMs, long twoMs) {
        Side patient = new Side(3, 4, oneMs * MILLISECOND_NS, twoMs * MILLISECOND_NS);
        Side other = new Side(4, 3, twoMs * MILLISECOND_NS, oneMs * MILLISECOND_NS);
        patient.session.open(patient);
        other.session.open(other);

        loop.pass(Math.min(oneMs, twoMs) * 100 * MILLISECOND_NS);

        assertThat(patient.heard).isEmpty();
        assertThat(other.heard).isEmpty();
    }

    @Test
    void endsWhenTooManyMessagesWaitForAPeerThatTakesNone() {
        open();
        loop.pass(MILLISECOND_NS);
        network.lost = address(2);
        for (int count = 0; count <= OutgoingMessages.MAX_WAITING; count++) {
            assertThat(one.heard).isEmpty();
            one.say("refused");
        }

        loop.pass(0);

        assertThat(one.heard).containsExactly("dead: the peer takes none of too many messages");
    }

    private static List<String> texts(String prefix) {
        return IntStream.range(0, MANY).mapToObj(i -> prefix + i).toList();
    }

    @ParameterizedTest(name = "loss {0}, repeats {1}, damage {2}, delays {3}")
    @CsvSource({"0,0,0,false", "0.1,0,0,false", "0.3,0.2,0.1,true", "0,0.5,0,true", "0.5,0.1,0.05,true"})
    void deliversEachMessageOnceAndInOrder(double loss, double repeats, double damage, boolean delays) {
        network.lossRate = loss;
        network.repeatRate = repeats;
        network.damageRate = damage;
        network.isDelayed = delays;
        one.session.open(one);
        List<String> questions = texts("question ");
        List<String> answers = texts("answer ");

        questions.forEach(one::say);
        two.session.open(two);
        answers.forEach(two::say);
        for (int i = 0; i < 1000 && one.heard.size() + two.heard.size() < 2 * MANY; i++) {
            loop.pass(100 * MILLISECOND_NS);
        }

        assertThat(two.heard).isEqualTo(questions);
        assertThat(one.heard).isEqualTo(answers);
        assertThat(network.unsound() > 0).isEqualTo(damage > 0);
    }

    @Test
    void keepsWhatComesBeforeItIsOpened() {
        one.session.open(one);
        one.say("early");
        loop.pass(10 * MILLISECOND_NS);
        assertThat(two.heard).isEmpty();

        two.session.open(two);

        assertThat(two.heard).containsExactly("early");
    }

    @Test
    void livesInSilence() {
        open();

        loop.pass(100 * DEAD_PEER_NS);

        assertThat(one.heard).isEmpty();
        assertThat(two.heard).isEmpty();
    }

    @Test
    void saysThatItLivesSixteenTimesInTheTimeOut() {
        open();
        int before = network.sent();

        loop.pass(10 * DEAD_PEER_NS);

        assertThat(network.sent() - before).isBetween(318, 322); // two sides
    }

    @Test
    void livesForHoursOnANetworkThatLosesEachTwentiethDatagram() {
        network.lossRate = 0.05;
        network.isDelayed = true;
        open();

        loop.pass(Duration.ofHours(4).toNanos());

        assertThat(one.heard).isEmpty();
        assertThat(two.heard).isEmpty();
    }

    @Test
    void missesAPeerThatIsNotHeard() {
        open();
        two.session.close();

        loop.pass(DEAD_PEER_NS + SIGN_PERIOD_NS - MILLISECOND_NS);
        assertThat(one.heard).isEmpty();
        loop.pass(2 * MILLISECOND_NS);

        assertThat(one.heard).containsExactly("dead: the peer was not heard for 2000 ms");
    }

    @Test
    void survivesACutThatIsShorterThanTheTimeOutWithoutASign() {
        open();
        for (int cut = 0; cut < 100; cut++) {
            loop.pass(SIGN_PERIOD_NS + (long) (random.nextDouble() * DEAD_PEER_NS));
            network.lossRate = 1;
            loop.pass(DEAD_PEER_NS - SIGN_PERIOD_NS - MILLISECOND_NS);
            network.lossRate = 0;
        }

        assertThat(one.heard).isEmpty();
        assertThat(two.heard).isEmpty();
    }

    @Test
    void doesNotMissAPeerWhoseFramesComeThoughNoDatagramDoes() {
        open();
        network.lossRate = 1;

        for (int frames = 1; frames <= 100; frames++) {
            one.signs++;
            loop.pass(DEAD_PEER_NS / 4);
        }
        assertThat(one.heard).isEmpty();
        assertThat(two.heard).containsExactly("dead: the peer was not heard for 2000 ms");
        loop.pass(DEAD_PEER_NS + 2 * SIGN_PERIOD_NS);

        assertThat(one.heard).containsExactly("dead: the peer was not heard for 2000 ms");
    }

    @Test
    void givesUpAPeerThatTakesNoMessageThoughItsFramesCome() {
        open();
        network.lossRate = 1;
        one.say("question");

        for (int frames = 1; frames <= 100; frames++) {
            one.signs++;
            loop.pass(DEAD_PEER_NS / 64);
        }

        assertThat(one.heard).containsExactly("dead: the peer did not take a message for 2000 ms");
    }

    @Test
    void tellsAPeerThatItHasGivenUp() {
        open();
        network.lost = address(1); // hears nothing, and is heard

        loop.pass(DEAD_PEER_NS + SIGN_PERIOD_NS + MILLISECOND_NS);

        assertThat(one.heard).containsExactly("dead: the peer was not heard for 2000 ms");
        assertThat(two.heard).containsExactly("dead: the peer does not know the link: it was restarted");
    }

    @Test
    void givesThePeerItsTimeOnceMoreWhenItWasAwayItself() {
        open();

        loop.stop(10 * DEAD_PEER_NS);
        loop.pass(100 * DEAD_PEER_NS);

        assertThat(one.heard).isEmpty();
        assertThat(two.heard).isEmpty();
    }

    @Test
    void saysByeBehindWhatItHasSaid() {
        network.lossRate = 0.3;
        network.isDelayed = true;
        open();

        texts("last ").forEach(one::say);
        one.session.bye(new Bye(17, 18));
        one.say("too late");
        loop.pass(60 * DEAD_PEER_NS);

        List<String> expected = new ArrayList<>(texts("last "));
        expected.add("bye 17 18");
        assertThat(two.heard.subList(0, expected.size())).isEqualTo(expected);
        assertThat(one.heard).containsExactly("taken");
    }

    @Test
    void waitsUntilItsByeIsAccepted() {
        two.acceptsByes = false;
        open();
        one.session.bye(new Bye(1, 2));
        loop.pass(DEAD_PEER_NS / 2);
        assertThat(one.heard).isEmpty();

        two.session.acceptBye();
        loop.pass(MILLISECOND_NS);

        assertThat(one.heard).containsExactly("taken");
        assertThat(two.heard).containsExactly("bye 1 2");
    }

    @Test
    void takesItsByeForTakenWhenThePeerIsSilent() {
        open();
        two.session.close();

        one.session.bye(new Bye(1, 2));
        loop.pass(2 * DEAD_PEER_NS);

        assertThat(one.heard).containsExactly("taken");
    }

    @Test
    void hearsThatThePeerDoesNotKnowItAnyMore() {
        open();

        one.session.onReset();
        loop.pass(2 * DEAD_PEER_NS);

        assertThat(one.heard).containsExactly("dead: the peer does not know the link: it was restarted");
    }

    @Test
    void takesItsByeForTakenWhenThePeerDoesNotKnowItAnyMore() {
        open();
        one.session.bye(new Bye(1, 2));

        one.session.onReset();

        assertThat(one.heard).containsExactly("taken");
    }
}
