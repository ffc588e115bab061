// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm;

import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.engine.transport.Transport;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class ShmDeathTest {
    private final ShmTestBed bed = new ShmTestBed();

    @AfterEach
    void closeBed() {
        bed.close();
    }

    @Test
    void tellsTheDiallerOfTheListenersDeath() {
        TestPort port = bed.openPort();
        try (TestChild child = TestChild.start(bed.directory())) {
            TestPort.TestLink link = dial(port, child);
            child.ask("accept");
            child.ask("send 1 2");
            child.ask("acknowledge 3");

            child.kill();

            assertThat(link.nextEvent()).isEqualTo("died");
            assertThat(link.receive()).containsExactly(1, 2);
            assertThat(link.link().acknowledgement()).isEqualTo(3);
            assertThat(port.removals()).isEmpty();
        }
    }

    @Test
    void tellsTheListenerOfTheDiallersDeath() {
        TestPort port = bed.openPort();
        InetSocketAddress address = port.listen().address();
        try (TestChild child = TestChild.start(bed.directory())) {
            child.ask("dial " + address.getPort());
            TestPort.TestLink link = port.nextOpened();

            child.kill();

            assertThat(link.nextEvent()).isEqualTo("died");
            assertThat(link.events()).isEmpty();
        }
    }

    @Test
    void hearsAnOrderlyCloseOfAnotherProcess() {
        TestPort port = bed.openPort();
        try (TestChild child = TestChild.start(bed.directory())) {
            TestPort.TestLink link = dial(port, child);
            child.ask("accept");

            child.finish();

            assertThat(link.nextEvent()).isEqualTo("closed");
        }
    }

    @Test
    void doesNotTakeAStoppedPeerForDead() {
        TestPort port = bed.openPort();
        try (TestChild child = TestChild.start(bed.directory())) {
            TestPort.TestLink link = dial(port, child);
            child.ask("accept");

            child.signal("STOP");
            CompletableFuture<Boolean> later = new CompletableFuture<>();
            port.loop().schedule(Duration.ofMillis(300).toNanos(), () -> later.complete(true));
            TestPort.await(later);
            assertThat(link.events()).isEmpty();
            link.send(4, 5);
            child.signal("CONT");

            assertThat(child.ask("receive")).isEqualTo("5");
            assertThat(link.events()).isEmpty();
        }
    }

    @Test
    void removesTheFilesOfTheDeadAtTheNextOpening() {
        TestPort port = bed.openPort();
        try (TestChild child = TestChild.start(bed.directory())) {
            TestPort.TestLink link = dial(port, child);
            String processPrefix = "p-" + child.pid() + "-";
            assertThat(bed.files()).anyMatch(name -> name.startsWith(processPrefix));

            child.kill();
            assertThat(link.nextEvent()).isEqualTo("died");
            Transport next = bed.open();

            assertThat(bed.files()).noneMatch(name -> name.startsWith(processPrefix));
            assertThat(bed.files()).noneMatch(name -> name.startsWith("s-"));
            bed.close(next);
        }
    }

    @Test
    void givesBackItsLogsAlthoughTheirReaderHasDied() {
        TestPort port = bed.openPort();
        try (TestChild child = TestChild.start(bed.directory())) {
            TestPort.TestLink link = dial(port, child);
            assertThat(logs()).hasSize(2);

            child.kill();
            assertThat(link.nextEvent()).isEqualTo("died");
            link.close();

            String own = "p-" + ProcessHandle.current().pid() + "-";
            Eventually.becomes(
                    () -> logs().stream().filter(name -> name.startsWith(own)).toList(), List.of());
        }
    }

    @Test
    void harmsNoLinkOfOthersWhenTheProcessDiesThatCameFirst() {
        try (TestChild first = TestChild.start(bed.directory())) {
            TestPort port = bed.openPort();
            TestPort other = bed.openPort();
            TestPort.TestLink toFirst = dial(port, first);
            TestPort.TestLink link = other.dial(port.listen().address());
            TestPort.TestLink peer = port.nextOpened();

            first.kill();

            assertThat(toFirst.nextEvent()).isEqualTo("died");
            link.send(1, 2);
            assertThat(peer.receive()).containsExactly(1, 2);
            peer.send(3, 4);
            assertThat(link.receive()).containsExactly(3, 4);
            port.dial(other.listen().address()).send(5, 6);
            assertThat(other.nextOpened().receive()).containsExactly(5, 6);
            assertThat(link.events()).isEmpty();
            assertThat(port.removals()).isEmpty();
            assertThat(other.removals()).isEmpty();
        }
    }

    @Test
    void harmsNoLinkOfOthersWhenTheProcessExitsThatCameFirst() {
        TestChild first = TestChild.start(bed.directory());
        try (first;
                TestChild next = TestChild.start(bed.directory());
                TestChild guest = TestChild.start(bed.directory())) {
            TestPort.TestLink toFirst = dial(bed.openPort(), first);
            String port = next.ask("listen");
            assertThat(guest.ask("dial " + port)).isEqualTo("dialled");
            assertThat(next.ask("accept")).isEqualTo("accepted");

            first.finish();

            assertThat(toFirst.nextEvent()).isEqualTo("closed");
            guest.ask("send 1 2");
            assertThat(next.ask("receive")).isEqualTo("2");
            next.ask("send 3 4");
            assertThat(guest.ask("receive")).isEqualTo("4");
            next.finish();
            assertThat(guest.ask("event")).isEqualTo("closed");
        }
    }

    private static TestPort.TestLink dial(TestPort port, TestChild child) {
        int listening = Integer.parseInt(child.ask("listen"));
        return port.dial(new InetSocketAddress(InetAddress.getLoopbackAddress(), listening));
    }

    private List<String> logs() {
        return bed.files().stream().filter(name -> name.endsWith(".logbuffer")).toList();
    }
}
