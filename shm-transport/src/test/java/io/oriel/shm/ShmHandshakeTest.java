// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm;

import static io.oriel.shm.ShmListenTest.assertStatus;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.oriel.api.NdException;
import io.oriel.api.NdStatus;
import io.oriel.engine.protocol.LinkHelloDecoder;
import io.oriel.engine.protocol.LinkRefusedDecoder;
import io.oriel.shm.directory.BaseDirectory;
import io.oriel.shm.directory.SocketNames;
import io.oriel.shm.meeting.LinkIds;
import io.oriel.shm.meeting.LinkOffer;
import io.oriel.shm.meeting.LinkReader;
import io.oriel.shm.meeting.LogPlace;
import io.oriel.shm.meeting.Message;
import io.oriel.shm.meeting.MessageSocket;
import io.oriel.shm.meeting.RawPeer;
import io.oriel.shm.meeting.SampleMessages;
import io.oriel.shm.memory.WordsLayout;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ShmHandshakeTest {
    private static final InetSocketAddress FAKE = TestAddresses.at("127.0.0.1", 50007);
    private static final String LINK_FILE = "l-0123456789abcdef";

    private final ShmTestBed bed =
            new ShmTestBed(config -> config.withTimeouts(config.timeouts().withHandshake(Duration.ofSeconds(1))));
    private final TestPort port = bed.openPort();
    private final TestPort other = bed.openPort();
    private final InetSocketAddress address = port.listen().address();

    @AfterEach
    void closeBed() {
        bed.close();
    }

    @Test
    void refusesADiallerOfAnotherVersion() throws IOException {
        try (RawPeer peer = RawPeer.connect(socket(address))) {
            peer.sendMessage(SampleMessages.hello(
                    new LinkOffer(98, 99, 1, 2, 3, 65_536, true, 4, "d", "p", "w", "l", LogPlace.NONE)));

            Message answer = Objects.requireNonNull(peer.readMessage());

            assertThat(answer.templateId()).isEqualTo(LinkRefusedDecoder.TEMPLATE_ID);
            LinkReader.Refusal refusal = Objects.requireNonNull(LinkReader.refused(answer));
            assertThat(refusal.status()).isEqualTo(NdStatus.CONNECTION_REFUSED);
            assertThat(refusal.reason())
                    .contains("the dialler speaks protocol version 98 with layout version 99")
                    .contains("the listener protocol version " + LinkOffer.PROTOCOL_VERSION + " with layout version "
                            + WordsLayout.VERSION);
            assertThat(peer.readMessage()).isNull();
        }
    }

    @Test
    void refusesAListenerOfAnotherVersion() throws IOException {
        byte[] welcome = SampleMessages.welcome(
                new LinkOffer(98, 99, 1, 2, 3, 65_536, true, 4, "d", "p", "w", "l", LogPlace.NONE));

        assertThatThrownBy(() -> dialFake(welcome))
                .isInstanceOfSatisfying(
                        NdException.class, e -> assertThat(e.status()).isEqualTo(NdStatus.CONNECTION_REFUSED))
                .hasMessageContaining("the listener speaks protocol version 98 with layout version 99");
    }

    @Test
    void refusesADiallerWhoseDriverIsNotThere() throws IOException {
        String name = realOffer().process() + "/d-0123456789abcdef";

        LinkReader.Refusal refusal = refusalOf(realOffer(), name);

        assertThat(refusal.status()).isEqualTo(NdStatus.CONNECTION_REFUSED);
        assertThat(refusal.reason()).contains("d-0123456789abcdef");
    }

    @Test
    void refusesADiallerWhoseDriverHasLeftItsDirectoryBehind() throws IOException {
        LinkOffer real = realOffer();
        Path left = bed.directory().resolve(real.process()).resolve("d-0123456789abcdef");
        Files.createDirectory(left);

        LinkReader.Refusal refusal = refusalOf(real, real.process() + "/" + left.getFileName());

        assertThat(refusal.status()).isEqualTo(NdStatus.CONNECTION_REFUSED);
        assertThat(refusal.reason()).contains("d-0123456789abcdef");
    }

    private LinkReader.Refusal refusalOf(LinkOffer real, String driver) throws IOException {
        LinkOffer offer = new LinkOffer(
                real.protocolVersion(),
                real.layoutVersion(),
                real.adapterId(),
                real.linkId(),
                real.sessionId(),
                real.termLength(),
                real.directAccess(),
                real.clientId(),
                driver,
                real.process(),
                real.words(),
                real.file(),
                real.log());
        try (RawPeer peer = RawPeer.connect(socket(address))) {
            peer.sendMessage(SampleMessages.hello(offer));
            Message answer = Objects.requireNonNull(peer.readMessage());
            return Objects.requireNonNull(LinkReader.refused(answer));
        }
    }

    @Test
    void passesOnARefusal() {
        assertThatThrownBy(() -> dialFake(SampleMessages.refused(NdStatus.INSUFFICIENT_RESOURCES, "no more links")))
                .isInstanceOfSatisfying(
                        NdException.class, e -> assertThat(e.status()).isEqualTo(NdStatus.INSUFFICIENT_RESOURCES))
                .hasMessageContaining("no more links");
    }

    @Test
    void refusesAListenerWhoseFilesAreNotThere() {
        byte[] welcome = SampleMessages.welcome(offer("p-1-2-3-0123456789abcdef/d-0123456789abcdef", 5));

        assertStatus(NdStatus.CONNECTION_ABORTED, () -> dialFake(welcome));
    }

    @Test
    void givesUpOnAListenerThatDoesNotAnswer() throws IOException {
        try (ServerSocketChannel silent = listenAs(FAKE)) {
            assertThat(silent.isOpen()).isTrue();
            assertStatus(NdStatus.IO_TIMEOUT, () -> other.dial(FAKE));
        }
    }

    @Test
    void givesUpWhenTheLinkThatIsSaidToExistNeverComes() throws IOException {
        try (ServerSocketChannel fake = listenAs(FAKE)) {
            CompletableFuture<Boolean> done = new CompletableFuture<>();
            Thread server = new Thread(() -> {
                while (!done.isDone()) {
                    try (RawPeer peer = new RawPeer(fake.accept())) {
                        peer.readMessage();
                        peer.sendMessage(SampleMessages.exists(77));
                    } catch (IOException e) {
                        done.complete(true);
                    }
                }
            });
            server.start();

            assertStatus(NdStatus.IO_TIMEOUT, () -> other.dial(FAKE));
        }
    }

    @Test
    void failsAtOnceIfTheListenerHangsUp() {
        assertStatus(NdStatus.CONNECTION_REFUSED, () -> dialFake());
    }

    @Test
    void failsAtOnceIfTheListenerTalksNonsense() {
        assertStatus(NdStatus.CONNECTION_REFUSED, () -> dialFake(SampleMessages.bye()));
        assertStatus(NdStatus.CONNECTION_REFUSED, () -> dialFake(new byte[] {1, 2, 3, 4, 5, 6, 7, 8}));
        assertStatus(NdStatus.CONNECTION_REFUSED, () -> dialFake(new byte[0]));
    }

    @Test
    void hangsUpOnADiallerThatTalksNonsense() throws IOException {
        for (byte[] message : List.of(SampleMessages.ready(1), SampleMessages.bye(), new byte[9], new byte[2])) {
            try (RawPeer peer = RawPeer.connect(socket(address))) {
                peer.sendMessage(message);
                assertThat(peer.readMessage()).isNull();
            }
        }
    }

    @Test
    void hangsUpOnAMessageOfAnImpossibleLength() throws IOException {
        for (int length : new int[] {-1, 0, 7, MessageSocket.MAX_MESSAGE_LENGTH + 1, Integer.MAX_VALUE}) {
            try (RawPeer peer = RawPeer.connect(socket(address))) {
                ByteBuffer bytes = ByteBuffer.allocate(Integer.BYTES).order(ByteOrder.LITTLE_ENDIAN);
                peer.sendBytes(bytes.putInt(length).array());
                assertThat(peer.readMessage()).isNull();
            }
        }
    }

    @Test
    void survivesWhateverIsSentToIt() throws IOException {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        List<byte[]> samples = SampleMessages.all(offer(driverName(), 5));
        for (int i = 0; i < 200; i++) {
            try (RawPeer peer = RawPeer.connect(socket(address))) {
                for (int j = random.nextInt(4); j >= 0; j--) {
                    byte[] sample = samples.get(random.nextInt(samples.size()));
                    byte[] bytes = random.nextBoolean() ? sample : Arrays.copyOf(sample, random.nextInt(sample.length));
                    if (bytes.length > 0 && random.nextBoolean()) {
                        bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
                    }
                    peer.sendMessage(bytes);
                }
            }
        }

        TestPort.TestLink link = other.dial(address);

        link.send(1, 2);
        assertThat(port.nextOpened().receive()).as("seed %d", seed).containsExactly(1, 2);
        assertThat(bed.errors()).isEmpty();
    }

    @Test
    void clearsUpAfterADiallerThatVanishesHalfway() throws IOException {
        LinkOffer half = realOffer();
        try (RawPeer peer = RawPeer.connect(socket(address))) {
            peer.sendMessage(SampleMessages.hello(half));
            Message welcome = Objects.requireNonNull(peer.readMessage());
            assertThat(LinkReader.welcome(welcome)).isNotNull();
            assertThat(logs()).isNotEmpty();
        }

        Eventually.becomes(this::logs, List.of());
        assertThat(port.opened()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"l-fedcba9876543210", "../l-0123456789abcdef", "alive", "l", ""})
    void refusesADiallerWhoseFileForTheLinkIsNone(String name) throws IOException {
        try (RawPeer peer = RawPeer.connect(socket(address))) {
            peer.sendMessage(SampleMessages.hello(realOffer().withLink(LinkIds.NONE, name)));

            Message answer = Objects.requireNonNull(peer.readMessage());
            LinkReader.Refusal refusal = Objects.requireNonNull(LinkReader.refused(answer));
            assertThat(refusal.status()).isEqualTo(NdStatus.CONNECTION_REFUSED);
            assertThat(refusal.reason()).contains("files cannot be used").contains(name);
        }
    }

    @Test
    void clearsUpAfterADiallerThatIsNeverReady() throws IOException {
        try (RawPeer peer = RawPeer.connect(socket(address))) {
            peer.sendMessage(SampleMessages.hello(realOffer()));
            assertThat(peer.readMessage()).isNotNull();

            assertThat(peer.readMessage()).isNull();
        }

        Eventually.becomes(this::logs, List.of());
    }

    // A hello whose files exist: those of the other port, as it would say it.
    private LinkOffer realOffer() throws IOException {
        try (ServerSocketChannel fake = listenAs(FAKE)) {
            CompletableFuture<?> dial = other.beginDial(FAKE);
            try (RawPeer peer = new RawPeer(fake.accept())) {
                Message hello = Objects.requireNonNull(peer.readMessage());
                assertThat(hello.templateId()).isEqualTo(LinkHelloDecoder.TEMPLATE_ID);
                LinkOffer offer = Objects.requireNonNull(LinkReader.hello(hello));
                // Its file of the link goes with the dial, a copy does not.
                Path process = bed.directory().resolve(offer.process());
                Files.copy(
                        process.resolve(offer.file()),
                        process.resolve(LINK_FILE),
                        StandardCopyOption.COPY_ATTRIBUTES,
                        StandardCopyOption.REPLACE_EXISTING);
                return offer.withLink(LinkIds.NONE, LINK_FILE);
            } finally {
                dial.handle((link, failure) -> true).join();
            }
        } finally {
            Files.deleteIfExists(socket(FAKE));
        }
    }

    private String driverName() throws IOException {
        return realOffer().driver();
    }

    private static LinkOffer offer(String driver, long adapterId) {
        return new LinkOffer(
                LinkOffer.PROTOCOL_VERSION,
                WordsLayout.VERSION,
                adapterId,
                8,
                7,
                65_536,
                true,
                LinkOffer.NO_CLIENT,
                driver,
                "p-1-2-3-0123456789abcdef",
                "w-0123456789abcdef",
                LINK_FILE,
                LogPlace.NONE);
    }

    private void dialFake(byte[]... answers) throws IOException {
        try (ServerSocketChannel fake = listenAs(FAKE)) {
            CompletableFuture<?> dial = other.beginDial(FAKE);
            try (RawPeer peer = new RawPeer(fake.accept())) {
                peer.readMessage();
                for (byte[] answer : answers) {
                    peer.sendMessage(answer);
                }
                if (answers.length > 0) {
                    TestPort.await(dial);
                }
            }
            TestPort.await(dial);
        } finally {
            Files.deleteIfExists(socket(FAKE));
        }
    }

    private ServerSocketChannel listenAs(InetSocketAddress fake) throws IOException {
        ServerSocketChannel channel = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        return channel.bind(UnixDomainSocketAddress.of(socket(fake)));
    }

    private Path socket(InetSocketAddress listener) {
        return SocketNames.of(BaseDirectory.open(bed.directory())).listener(listener);
    }

    private List<String> logs() {
        return bed.files().stream().filter(name -> name.endsWith(".logbuffer")).toList();
    }
}
