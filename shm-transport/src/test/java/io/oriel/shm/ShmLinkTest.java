// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm;

import static io.oriel.shm.TestPort.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.oriel.engine.transport.Link;
import io.oriel.engine.transport.Port;
import io.oriel.shm.driver.DriverSession;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class ShmLinkTest {
    private final ShmTestBed bed = new ShmTestBed();
    private final TestPort listener = bed.openPort();
    private final TestPort dialler = bed.openPort();
    private final InetSocketAddress address = listener.listen().address();

    @AfterEach
    void closeBed() {
        bed.close();
    }

    @Test
    void carriesFramesWithTheirWordsBothWays() {
        TestPort.TestLink ours = dialler.dial(address);
        TestPort.TestLink theirs = listener.nextOpened();

        ours.send(0x1234_5678_9ABC_DEF0L, 1);
        ours.send(-1, 2);
        theirs.send(3, 4);

        assertThat(theirs.receive()).containsExactly(0x1234_5678_9ABC_DEF0L, 1);
        assertThat(theirs.receive()).containsExactly(-1, 2);
        assertThat(ours.receive()).containsExactly(3, 4);
        assertThat(ours.link().isDialler()).isTrue();
        assertThat(theirs.link().isDialler()).isFalse();
    }

    @Test
    void carriesFramesOfEveryLengthUpToItsLimit() {
        TestPort.TestLink ours = dialler.dial(address);
        TestPort.TestLink theirs = listener.nextOpened();
        int max = ours.link().maxPayloadLength();

        for (int length : new int[] {0, 1, 31, 32, 33, max - 1, max}) {
            byte[] bytes = new byte[length];
            Arrays.fill(bytes, (byte) length);
            while (!ours.link().tryClaim(length)) {
                dialler.port().kick();
            }
            ours.link().claimedBuffer().putBytes(ours.link().claimedOffset(), bytes);
            ours.link().commit(length);

            byte[][] received = new byte[1][];
            while (theirs.link()
                            .poll(
                                    (word, buffer, offset, count) -> {
                                        assertThat(word).isEqualTo(length);
                                        received[0] = new byte[count];
                                        buffer.getBytes(offset, received[0]);
                                    },
                                    1)
                    == 0) {
                Thread.onSpinWait();
            }
            assertThat(received[0]).isEqualTo(bytes);
        }
    }

    @Test
    void hasRoomAtOnceForWhatThePeerHasReadWithoutAnybodyBeingKicked() {
        TestPort.TestLink ours = dialler.dial(address);
        TestPort.TestLink theirs = listener.nextOpened();
        int length = 1024;

        for (int round = 0; round < 100; round++) {
            while (ours.link().tryClaim(length)) {
                ours.link().commit(round);
            }
            while (theirs.link().poll((word, buffer, offset, count) -> {}, 64) > 0) {
                // and on
            }

            assertThat(ours.link().tryClaim(length)).as("round %d", round).isTrue();
            ours.link().commit(round);
        }
    }

    @Test
    void executesNoCommandsOfTheDriversClientsWhenItHasNoRoom() {
        TestPort.TestLink ours = dialler.dial(address);
        TestPort.TestLink theirs = listener.nextOpened();
        DriverSession session = ((ShmPort) dialler.port()).session();
        fill(ours, 1024);
        List<String> logs = logs();

        long id = session.aeron().asyncAddExclusivePublication("aeron:ipc", 4711);
        for (int count = 0; count < 1000; count++) {
            assertThat(ours.link().tryClaim(1024)).isFalse();
        }
        drain(theirs);
        fill(ours, 1024);

        assertThat(logs()).isEqualTo(logs);
        session.hurry();
        assertThat(session.aeron().getExclusivePublication(id)).isNotNull();
        assertThat(logs()).hasSize(logs.size() + 1);
    }

    private List<String> logs() {
        return bed.files().stream().filter(name -> name.endsWith(".logbuffer")).toList();
    }

    private static void fill(TestPort.TestLink link, int length) {
        while (link.link().tryClaim(length)) {
            link.link().commit(1);
        }
    }

    private static void drain(TestPort.TestLink link) {
        while (link.link().poll((word, buffer, offset, count) -> {}, 64) > 0) {
            // and on
        }
    }

    @Test
    void keepsFramesInOrderThroughBackPressure() {
        TestPort.TestLink ours = dialler.dial(address);
        TestPort.TestLink theirs = listener.nextOpened();
        int count = 100_000;
        long[] next = {0};
        int sent = 0;
        int declined = 0;

        while (next[0] < count) {
            // More than one term before the other side reads, so that the log fills.
            while (sent < count && ours.link().tryClaim(Long.BYTES)) {
                ours.link().claimedBuffer().putLong(ours.link().claimedOffset(), sent);
                ours.link().commit(sent++);
            }
            declined++;
            dialler.port().kick();
            int limit = 64;
            int polled = theirs.link()
                    .poll(
                            (word, buffer, offset, length) -> {
                                assertThat(word).isEqualTo(next[0]);
                                assertThat(buffer.getLong(offset)).isEqualTo(next[0]);
                                next[0]++;
                            },
                            limit);
            assertThat(polled).isLessThanOrEqualTo(limit);
        }

        assertThat(declined).isPositive();
    }

    @Test
    void showsAcknowledgementsAndCreditsToThePeer() {
        TestPort.TestLink ours = dialler.dial(address);
        TestPort.TestLink theirs = listener.nextOpened();
        assertThat(ours.link().acknowledgement()).isZero();

        theirs.link().publishAcknowledgement(Long.MIN_VALUE + 5);
        ours.link().publishAcknowledgement(7);
        listener.port().publishCredit(0, 11);
        listener.port().publishCredit(Port.MAX_ENDPOINTS - 1, 13);
        dialler.port().publishCredit(42, 17);

        assertThat(ours.link().acknowledgement()).isEqualTo(Long.MIN_VALUE + 5);
        assertThat(theirs.link().acknowledgement()).isEqualTo(7);
        assertThat(ours.link().credit(0)).isEqualTo(11);
        assertThat(ours.link().credit(Port.MAX_ENDPOINTS - 1)).isEqualTo(13);
        assertThat(theirs.link().credit(42)).isEqualTo(17);
        assertThatThrownBy(() -> ours.link().credit(Port.MAX_ENDPOINTS)).isInstanceOf(IndexOutOfBoundsException.class);
    }

    @Test
    void deliversControlMessagesInOrder() {
        TestPort.TestLink ours = dialler.dial(address);
        TestPort.TestLink theirs = listener.nextOpened();
        String longest = "x".repeat(Link.MAX_CONTROL_LENGTH);

        ours.sendControl("first");
        ours.sendControl("");
        ours.sendControl(longest);
        theirs.sendControl("back");

        assertThat(theirs.nextEvent()).isEqualTo("control first");
        assertThat(theirs.nextEvent()).isEqualTo("control ");
        assertThat(theirs.nextEvent()).isEqualTo("control " + longest);
        assertThat(ours.nextEvent()).isEqualTo("control back");
    }

    @Test
    void keepsControlMessagesThatTheSocketCannotTake() {
        TestPort.TestLink ours = dialler.dial(address);
        TestPort.TestLink theirs = listener.nextOpened();
        String text = "y".repeat(4000);
        int count = 500;
        CompletableFuture<Boolean> blocked = new CompletableFuture<>();
        listener.loop().execute(() -> listener.loop().executeBlocking(() -> {}));
        listener.loop().execute(blocked::join);

        for (int i = 0; i < count; i++) {
            ours.sendControl(text + i);
        }
        blocked.complete(true);

        for (int i = 0; i < count; i++) {
            assertThat(theirs.nextEvent()).isEqualTo("control " + text + i);
        }
    }

    @Test
    void rejectsAControlMessageThatIsTooLong() {
        TestPort.TestLink ours = dialler.dial(address);
        UnsafeBuffer tooLong = new UnsafeBuffer(new byte[Link.MAX_CONTROL_LENGTH + 1]);

        assertThatThrownBy(() -> ours.link().sendControl(tooLong, 0, tooLong.capacity()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("4096");
    }

    @Test
    void tellsThePeerOfAnOrderlyClose() {
        TestPort.TestLink ours = dialler.dial(address);
        TestPort.TestLink theirs = listener.nextOpened();

        ours.sendControl("last words");
        ours.close();
        ours.close();

        assertThat(theirs.nextEvent()).isEqualTo("control last words");
        assertThat(theirs.nextEvent()).isEqualTo("closed");
        theirs.close();
        assertThat(ours.events()).isEmpty();
    }

    @Test
    void tellsThePeerThatThePortWasClosed() {
        dialler.dial(address);
        TestPort.TestLink theirs = listener.nextOpened();

        dialler.port().close();
        dialler.port().close();

        assertThat(theirs.nextEvent()).isEqualTo("closed");
    }

    @Test
    void findsTheLinkThatExists() {
        TestPort.TestLink first = dialler.dial(address);
        InetSocketAddress second = listener.listen().address();

        Link again = await(dialler.beginDial(address));
        Link elsewhere = await(dialler.beginDial(second));

        assertThat(again).isSameAs(first.link());
        assertThat(elsewhere).isSameAs(first.link());
        assertThat(dialler.opened()).isEmpty();
        listener.nextOpened();
        assertThat(listener.opened()).isEmpty();
    }

    @Test
    void makesOneLinkOfManyDialsAtOnce() {
        List<CompletableFuture<Link>> dials = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            dials.add(dialler.beginDial(address));
        }

        Set<Link> links = new HashSet<>();
        dials.forEach(dial -> links.add(await(dial)));

        assertThat(links).hasSize(1);
        listener.nextOpened();
        assertThat(listener.opened()).isEmpty();
        assertThat(dialler.opened()).hasSize(1);
    }

    @Test
    void makesANewLinkAfterTheOldOneWasClosed() {
        TestPort.TestLink first = dialler.dial(address);
        TestPort.TestLink firstTheirs = listener.nextOpened();
        firstTheirs.link().publishAcknowledgement(99);
        first.close();

        TestPort.TestLink second = dialler.dial(address);
        TestPort.TestLink secondTheirs = listener.nextOpened();

        assertThat(second.link()).isNotSameAs(first.link());
        assertThat(second.link().acknowledgement()).isZero();
        second.send(1, 2);
        assertThat(secondTheirs.receive()).containsExactly(1, 2);
        assertThat(firstTheirs.nextEvent()).isEqualTo("closed");
    }

    @Test
    void makesANewLinkAfterTheListenerClosedTheOldOne() {
        TestPort.TestLink first = dialler.dial(address);
        listener.nextOpened().close();
        assertThat(first.nextEvent()).isEqualTo("closed");

        TestPort.TestLink second = dialler.dial(address);

        listener.nextOpened().send(5, 6);
        assertThat(second.receive()).containsExactly(5, 6);
    }

    @Test
    void linksAnAdapterToItself() {
        TestPort.TestLink dialled = listener.dial(address);
        TestPort.TestLink accepted = listener.nextOpened();

        dialled.send(1, 2);
        accepted.send(3, 4);
        dialled.link().publishAcknowledgement(5);
        accepted.sendControl("to myself");

        assertThat(accepted.receive()).containsExactly(1, 2);
        assertThat(dialled.receive()).containsExactly(3, 4);
        assertThat(accepted.link().acknowledgement()).isEqualTo(5);
        assertThat(dialled.link().acknowledgement()).isZero();
        assertThat(dialled.nextEvent()).isEqualTo("control to myself");
    }

    @Test
    void linksTwoAdaptersThatDialEachOther() {
        InetSocketAddress back = dialler.listen().address();
        CompletableFuture<Link> there = dialler.beginDial(address);
        CompletableFuture<Link> here = listener.beginDial(back);

        assertThat(await(there).isDialler()).isTrue();
        assertThat(await(here).isDialler()).isTrue();
    }

    @Test
    void saysWhichMediumItIs() {
        TestPort.TestLink ours = dialler.dial(address);

        assertThat(ours.link().explain())
                .startsWith("shared memory")
                .contains(bed.directory().toString())
                .contains("same user");
    }
}
