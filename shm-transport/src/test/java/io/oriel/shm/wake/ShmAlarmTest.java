// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm.wake;

import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.engine.transport.Alarm;
import io.oriel.engine.transport.Link;
import io.oriel.shm.ShmTestBed;
import io.oriel.shm.TestPort;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
final class ShmAlarmTest {
    private final ShmTestBed bed = new ShmTestBed();
    private final TestPort sleeper = bed.openPort();
    private final TestPort publisher = bed.openPort();
    private final TestPort.TestLink toSleeper = publisher.dial(sleeper.listen().address());
    private final TestPort.TestLink toPublisher = sleeper.nextOpened();
    private final Alarm alarm = sleeper.port().alarm();
    private final Selector selector = openSelector();

    private static Selector openSelector() {
        try {
            return Selector.open();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @AfterEach
    void close() throws IOException {
        boolean unused = Thread.interrupted();
        alarm.detach(selector);
        selector.close();
        bed.close();
    }

    private Link link() {
        return toSleeper.link();
    }

    /** Selects until a wake has come. */
    private void sleep() throws IOException {
        while (selector.select(key -> ((Runnable) key.attachment()).run()) == 0) {
            assertThat(Thread.currentThread().isInterrupted())
                    .as("the test's time is over")
                    .isFalse();
        }
    }

    /** Falls asleep anew until woken: a closed channel takes wakes until both of its selectors have let go of it. */
    private void sleepUntilWoken() throws IOException {
        do {
            assertThat(Thread.currentThread().isInterrupted())
                    .as("the test's time is over")
                    .isFalse();
            sleeper.loop().execute(() -> {}); // the agent's selector lets go, too
            alarm.arm();
            link().announce();
        } while (selector.select(key -> ((Runnable) key.attachment()).run(), 1) == 0);
    }

    /** Takes the wakes that have come. */
    private int wakes() throws IOException {
        int count = 0;
        for (SelectionKey key : selector.keys()) {
            count += ((SocketChannel) key.channel()).read(ByteBuffer.allocate(100));
        }
        return count;
    }

    @Test
    void wakesASleeperOnceForEachTimeThatItFallsAsleep() throws IOException {
        alarm.attach(selector);
        for (int count = 0; count < 5; count++) {
            alarm.arm();
            link().announce();
            sleep();

            link().announce();
            assertThat(wakes()).isEqualTo(1);
            alarm.disarm();
        }
    }

    @Test
    void leavesAlonePeersThatAreAwake() throws IOException {
        alarm.attach(selector);
        alarm.arm();
        link().announce();
        sleep(); // it is connected by now
        assertThat(wakes()).isEqualTo(1);
        alarm.disarm();

        link().announce();

        assertThat(wakes()).isZero();
    }

    @Test
    void takesTheWakesWhenItIsArmedAgain() throws IOException {
        alarm.attach(selector);
        alarm.arm();
        link().announce();
        sleep();

        alarm.arm();

        assertThat(selector.selectNow()).isZero();
    }

    @Test
    void wakesASleeperThatAttachesAfterTheWake() throws IOException {
        alarm.arm();
        link().announce();

        alarm.attach(selector);

        sleep();
    }

    @Test
    void wakesTheAgentOnce() throws InterruptedException {
        BlockingQueue<String> wakes = new LinkedBlockingQueue<>();
        for (int count = 0; count < 3; count++) {
            sleeper.loop().execute(() -> {
                alarm.watch(() -> wakes.add("woken"));
                alarm.arm();
                publisher.loop().execute(link()::announce); // the one who publishes here
            });

            assertThat(TestPort.take(wakes)).isEqualTo("woken");
        }
        assertThat(wakes).isEmpty();
    }

    @Test
    void connectsAgainWhenTheSleeperHasLostItsChannel() throws IOException {
        alarm.attach(selector);
        for (int count = 0; count < 5; count++) {
            sleepUntilWoken();
            for (SelectionKey key : List.copyOf(selector.keys())) {
                key.channel().close();
            }
        }
    }

    @Test
    void survivesInterrupts() throws IOException {
        alarm.attach(selector);
        for (int count = 0; count < 100; count++) {
            alarm.arm();
            Thread.currentThread().interrupt();
            link().announce();
            assertThat(Thread.interrupted()).isTrue();
            sleep();
        }
        assertThat(selector.keys()).allMatch(key -> key.channel().isOpen());
    }

    @Test
    void forgetsTheChannelOfALinkThatWasClosed() throws IOException {
        alarm.attach(selector);
        alarm.arm();
        link().announce();
        sleep();
        assertThat(selector.keys()).hasSize(1);

        toPublisher.close();
        toSleeper.close();

        while (!selector.keys().isEmpty()) {
            selector.select();
        }
    }

    @Test
    void takesNoConnectionThatIsOfNoLink() throws IOException {
        alarm.attach(selector);
        Path socket = bed.directory().resolve(wakeSocketName());
        Bell stranger = new Bell(publisher.loop(), Runnable::run, socket, ShmTestBed.self(), 77);
        publisher.loop().execute(stranger::connect);

        alarm.arm();
        link().announce();
        sleep();

        assertThat(selector.keys()).hasSize(1);
        publisher.loop().execute(stranger::close);
    }

    private String wakeSocketName() {
        return bed.files().stream()
                .filter(name -> name.contains("/k-"))
                .findFirst()
                .orElseThrow();
    }
}
