// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.choice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.oriel.api.NdException;
import io.oriel.api.NdStatus;
import io.oriel.engine.counter.AdapterCounter;
import io.oriel.engine.testing.FakeLink;
import io.oriel.engine.testing.FakePort;
import io.oriel.engine.transport.DialHandler;
import io.oriel.engine.transport.Link;
import io.oriel.engine.transport.Port;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ChoosingPortTest {
    private static final InetSocketAddress HERE = new InetSocketAddress(InetAddress.getLoopbackAddress(), 7);
    private static final InetSocketAddress ELSEWHERE = elsewhere();

    private final FakePort onHost = new FakePort();
    private final FakePort betweenHosts = new FakePort();
    private final List<String> warnings = new ArrayList<>();
    private final ChoosingPort port = new ChoosingPort(onHost, betweenHosts, new Detours(true, warnings::add));
    private final Answers answers = new Answers();
    private final Link link = new FakeLink(64);

    /** How dials ended. */
    private static final class Answers implements DialHandler {
        final List<Link> links = new ArrayList<>();
        final List<String> failures = new ArrayList<>();

        @Override
        public void dialled(Link made) {
            links.add(made);
        }

        @Override
        public void failed(NdStatus status, String reason) {
            failures.add(status + ": " + reason);
        }
    }

    private static InetSocketAddress elsewhere() {
        try {
            return new InetSocketAddress(InetAddress.getByName("192.0.2.1"), 7); // nobody's, by RFC 5737
        } catch (UnknownHostException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void dialsAPeerOfThisHostOnTheHostsMedium() {
        port.dial(HERE, answers);

        onHost.dials().remove().dialled(link);

        assertThat(onHost.dialled()).containsExactly(HERE);
        assertThat(betweenHosts.dialled()).isEmpty();
        assertThat(answers.links).containsExactly(link);
        assertThat(port.explain(link)).contains("because 127.0.0.1 is on this host");
    }

    @Test
    void dialsAPeerElsewhereOnTheOtherMedium() {
        port.dial(ELSEWHERE, answers);

        betweenHosts.dials().remove().dialled(link);

        assertThat(onHost.dialled()).isEmpty();
        assertThat(answers.links).containsExactly(link);
        assertThat(port.explain(link)).contains("because 192.0.2.1 is not on this host");
    }

    @ParameterizedTest
    @EnumSource(names = {"CONNECTION_REFUSED", "ACCESS_VIOLATION"})
    void dialsAPeerOfThisHostThatCannotBeMetThereOnTheOtherMediumAndSaysWhy(NdStatus status) {
        port.dial(HERE, answers);

        onHost.dials().remove().failed(status, "nobody listens");
        betweenHosts.dials().remove().dialled(link);

        assertThat(betweenHosts.dialled()).containsExactly(HERE);
        assertThat(answers.links).containsExactly(link);
        assertThat(port.explain(link)).contains("nobody listens");
    }

    @Test
    void asksAListenerThatAnswersOnTheOtherMediumForALinkOnTheHostsOwn() {
        port.dial(HERE, answers);
        onHost.dials().remove().failed(NdStatus.CONNECTION_REFUSED, "nobody listens");

        refuseLink(betweenHosts.dials().remove(), 1);
        onHost.dials().remove().dialled(link);

        assertThat(answers.links).containsExactly(link);
        assertThat(port.explain(link)).contains("because 127.0.0.1 is on this host");
        assertThat(warnings).isEmpty();
        assertThat(port.counters().get(AdapterCounter.DETOURS)).isZero();
    }

    @Test
    void takesTheOtherMediumForAListenerThatAnswersThereButNeverOnTheHostsOwn() {
        port.dial(HERE, answers);
        onHost.dials().remove().failed(NdStatus.CONNECTION_REFUSED, "nobody listens");
        refuseLink(betweenHosts.dials().remove(), 1);
        onHost.dials().remove().failed(NdStatus.CONNECTION_REFUSED, "nobody listens");

        assertThat(betweenHosts.dials().element().wantsLink(1)).isTrue();
        betweenHosts.dials().remove().dialled(link);

        assertThat(answers.links).containsExactly(link);
    }

    @Test
    void asksTheListenerThatHasTakenTheOthersPlaceAsWell() {
        port.dial(HERE, answers);
        onHost.dials().remove().failed(NdStatus.CONNECTION_REFUSED, "nobody listens");
        refuseLink(betweenHosts.dials().remove(), 1);
        onHost.dials().remove().failed(NdStatus.CONNECTION_REFUSED, "nobody listens");

        refuseLink(betweenHosts.dials().remove(), 2);

        onHost.dials().remove().dialled(link);
        assertThat(answers.links).containsExactly(link);
    }

    private static void refuseLink(DialHandler dial, long adapterId) {
        assertThat(dial.wantsLink(adapterId)).isFalse();
        dial.failed(NdStatus.CANCELED, "not wanted");
    }

    @Test
    void triesTheHostsOwnMediumAgainForTheNextConnection() {
        detour();

        port.dial(HERE, answers);
        onHost.dials().remove().dialled(link);

        assertThat(answers.links).hasSize(2);
    }

    @Test
    void countsEachDetourAndWarnsOncePerLink() {
        detour();
        detour();

        assertThat(port.counters().get(AdapterCounter.DETOURS)).isEqualTo(2);
        assertThat(warnings)
                .singleElement()
                .asString()
                .contains("127.0.0.1", "on this host", "nobody listens", link.explain());
    }

    @Test
    void hasALinkThoughNobodyCouldBeWarned() {
        ChoosingPort scarce = new ChoosingPort(onHost, betweenHosts, new Detours(true, text -> {
            throw new OutOfMemoryError("injected by a test");
        }));
        scarce.dial(HERE, answers);
        onHost.dials().remove().failed(NdStatus.CONNECTION_REFUSED, "nobody listens");

        assertThatThrownBy(() -> betweenHosts.dials().remove().dialled(link)).isInstanceOf(OutOfMemoryError.class);

        assertThat(answers.links).containsExactly(link);
        assertThat(scarce.explain(link)).contains("nobody listens");
    }

    private void detour() {
        port.dial(HERE, answers);
        onHost.dials().remove().failed(NdStatus.CONNECTION_REFUSED, "nobody listens");
        betweenHosts.dials().remove().dialled(link);
    }

    @ParameterizedTest
    @EnumSource(names = {"CONNECTION_REFUSED", "ACCESS_VIOLATION"})
    void refusesAPeerOfThisHostThatCannotBeMetThereIfDetoursAreNotAllowed(NdStatus status) {
        ChoosingPort strict = new ChoosingPort(onHost, betweenHosts, new Detours(false, warnings::add));
        strict.dial(HERE, answers);

        onHost.dials().remove().failed(status, "nobody listens");

        assertThat(betweenHosts.dialled()).isEmpty();
        assertThat(answers.failures).singleElement().asString().startsWith(status + ": nobody listens");
        assertThat(warnings).isEmpty();
    }

    @Test
    void listensOnTheHostsOwnMediumWheneverItListensOnTheOther() {
        Runnable check = () -> assertThat(onHost.listening()).containsAll(betweenHosts.listening());
        onHost.onListening(check);
        betweenHosts.onListening(check);

        Port.Listening listening = port.listen(HERE);
        listening.close();

        assertThat(onHost.listening()).isEmpty();
    }

    @Test
    void tellsWhyNeitherMediumReachesThePeer() {
        port.dial(HERE, answers);

        onHost.dials().remove().failed(NdStatus.CONNECTION_REFUSED, "nobody listens");
        betweenHosts.dials().remove().failed(NdStatus.IO_TIMEOUT, "no answer");

        assertThat(answers.failures)
                .singleElement()
                .asString()
                .startsWith("IO_TIMEOUT: no answer")
                .contains("nobody");
    }

    @ParameterizedTest
    @EnumSource(names = {"IO_TIMEOUT", "INSUFFICIENT_RESOURCES", "CONNECTION_ABORTED", "DEVICE_REMOVED"})
    void doesNotTakeTheOtherMediumWhenTheHostsOwnFails(NdStatus status) {
        port.dial(HERE, answers);

        onHost.dials().remove().failed(status, "broken");

        assertThat(betweenHosts.dialled()).isEmpty();
        assertThat(answers.failures).hasSize(1);
    }

    @Test
    void listensAtOneAddressOnBothMedia() {
        Port.Listening listening = port.listen(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));

        assertThat(betweenHosts.listening()).containsExactly(listening.address());
        assertThat(onHost.listening()).containsExactly(listening.address());
        listening.close();
        assertThat(betweenHosts.listening()).isEmpty();
        assertThat(onHost.listening()).isEmpty();
    }

    @Test
    void takesAnotherPortIfOneMediumHasTakenTheFirst() {
        betweenHosts.refuseListening(NdStatus.SHARING_VIOLATION);

        Port.Listening listening = port.listen(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));

        assertThat(listening.address().getPort()).isEqualTo(5001);
        assertThat(betweenHosts.listening()).hasSize(1);
        assertThat(onHost.listening()).isEqualTo(betweenHosts.listening());
    }

    @Test
    void listensOnNoMediumIfOneRefusesTheAddress() {
        betweenHosts.refuseListening(NdStatus.SHARING_VIOLATION);

        assertThatThrownBy(() -> port.listen(HERE))
                .isInstanceOfSatisfying(
                        NdException.class,
                        failure -> assertThat(failure.status()).isEqualTo(NdStatus.SHARING_VIOLATION));
        assertThat(onHost.listening()).isEmpty();
        assertThat(betweenHosts.listening()).isEmpty();
    }

    @Test
    void showsCreditOnBothMediaAndClosesBoth() {
        port.publishCredit(3, 9);

        assertThat(onHost.credit(3)).isEqualTo(9);
        assertThat(betweenHosts.credit(3)).isEqualTo(9);
        port.close();
        assertThat(onHost.isClosed()).isTrue();
        assertThat(betweenHosts.isClosed()).isTrue();
    }
}
