// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm.users;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.oriel.api.NdException;
import io.oriel.api.NdStatus;
import io.oriel.api.config.SharingConfig;
import io.oriel.engine.control.SelectorLoop;
import io.oriel.shm.ShmTestBed;
import io.oriel.shm.TestPort;
import io.oriel.shm.directory.BaseDirectory;
import io.oriel.shm.directory.ProcessDirectory;
import io.oriel.shm.directory.RandomNames;
import io.oriel.shm.directory.SocketNames;
import io.oriel.shm.meeting.HalfOpen;
import io.oriel.shm.meeting.LinkOffer;
import io.oriel.shm.meeting.LinkReader;
import io.oriel.shm.meeting.Message;
import io.oriel.shm.meeting.RawPeer;
import io.oriel.shm.meeting.SampleMessages;
import io.oriel.shm.meeting.SocketListener;
import io.oriel.shm.memory.MappedRegion;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.ServerSocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A member who claims what is another's: an adapter's id, all connections, names in the directory that it has made. */
@Timeout(120)
class ClaimIT {
    private static final int ROUNDS = 100;
    private static final int PRIVATE = 0700;
    private static final int GROUPS = 03770;

    @RegisterExtension
    static final Village VILLAGE = new Village();

    private static SharingConfig sharing() {
        return SharingConfig.defaults().withGroup(Integer.toString(User.TRADERS));
    }

    /** Returns what opens adapters of this process, which is root's, in the group's directory. */
    private static ShmTestBed bed() {
        return new ShmTestBed(
                VILLAGE.directory(),
                config -> config.withTimeouts(config.timeouts().withHandshake(Duration.ofSeconds(1)))
                        .withSharedMemory(config.sharedMemory().withSharing(sharing())));
    }

    private static Path socket(InetSocketAddress address) {
        return SocketNames.of(BaseDirectory.open(VILLAGE.directory(), sharing()))
                .listener(address);
    }

    @Test
    void aListenerOfAnotherUserGetsNoLinkByTheIdOfTheAdapterThatHasIt() throws Exception {
        try (ShmTestBed bed = bed()) {
            TestPort listener = bed.openPort();
            TestPort dialler = bed.openPort();
            InetSocketAddress address = listener.listen().address();
            TestPort.TestLink link = dialler.dial(address);
            InetSocketAddress claimed = new InetSocketAddress(InetAddress.getLoopbackAddress(), 50_007);

            Process liar =
                    begin(User.CAROL, "answer", socket(claimed), frame(SampleMessages.exists(adapterIdOf(link))));
            try {
                assertThatThrownBy(() -> TestPort.await(dialler.beginDial(claimed)))
                        .isInstanceOfSatisfying(
                                NdException.class, e -> assertThat(e.status()).isEqualTo(NdStatus.IO_TIMEOUT));
            } finally {
                end(liar);
            }
            assertThat(TestPort.await(dialler.beginDial(address))).isSameAs(link.link());
        }
    }

    /** Returns the digits of a message with its length. */
    private static String frame(byte[] message) {
        ByteBuffer frame = ByteBuffer.allocate(Integer.BYTES + message.length).order(ByteOrder.LITTLE_ENDIAN);
        return HexFormat.of()
                .formatHex(frame.putInt(message.length).put(message).array());
    }

    /** Returns what an adapter of this process says of itself: driver, process, words and file are all there. */
    private static LinkOffer offerOf(TestPort third) throws IOException {
        InetSocketAddress raw = new InetSocketAddress(InetAddress.getLoopbackAddress(), 50_008);
        try (ServerSocketChannel listening = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            listening.bind(UnixDomainSocketAddress.of(socket(raw)));
            CompletableFuture<?> dial = third.beginDial(raw);
            try (RawPeer peer = new RawPeer(listening.accept())) {
                return Objects.requireNonNull(LinkReader.hello(Objects.requireNonNull(peer.readMessage())));
            } finally {
                dial.handle((link, failure) -> true).join();
            }
        } finally {
            Files.deleteIfExists(socket(raw));
        }
    }

    /** Every field of its hello is a live third one's: adapter, driver, process, words and file of the link. */
    @Test
    void aDiallerOfAnotherUserWhoSaysWhatAThirdOneSaysOfItselfIsRefused() throws Exception {
        try (ShmTestBed bed = bed()) {
            TestPort listener = bed.openPort();
            TestPort third = bed.openPort();
            InetSocketAddress address = listener.listen().address();
            TestPort.TestLink link = third.dial(address);
            TestPort.TestLink there = listener.nextOpened();
            LinkOffer offer = offerOf(third);

            String answer = answerTo(User.CAROL, address, SampleMessages.hello(offer));

            assertThat(answer).contains("must be of user " + User.CAROL.uid());
            link.send(1, 2);
            assertThat(there.receive()).containsExactly(1, 2);
            assertThat(TestPort.await(third.beginDial(address))).isSameAs(link.link());
        }
    }

    @Test
    void aListenerOfAnotherUserWhoSaysWhatAThirdOneSaysOfItselfIsRefused() throws Exception {
        try (ShmTestBed bed = bed()) {
            TestPort listener = bed.openPort();
            TestPort third = bed.openPort();
            InetSocketAddress address = listener.listen().address();
            TestPort.TestLink link = third.dial(address);
            TestPort.TestLink there = listener.nextOpened();
            InetSocketAddress claimed = new InetSocketAddress(InetAddress.getLoopbackAddress(), 50_009);
            LinkOffer offer = offerOf(listener);

            Process liar = begin(
                    User.CAROL,
                    "answer",
                    socket(claimed),
                    frame(SampleMessages.welcome(offer.withLink(7, offer.file()))));
            try {
                assertThatThrownBy(() -> TestPort.await(third.beginDial(claimed)))
                        .isInstanceOf(NdException.class)
                        .hasMessageContaining("must be of user " + User.CAROL.uid());
            } finally {
                end(liar);
            }
            link.send(1, 2);
            assertThat(there.receive()).containsExactly(1, 2);
        }
    }

    /** Returns the reason with which a listener refuses a message of another user's. */
    private static String answerTo(User user, InetSocketAddress address, byte[] message) throws Exception {
        Process process = VILLAGE.beginAttack(user, "tell", socket(address).toString(), frame(message));
        try {
            String line = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))
                    .readLine();
            byte[] bytes = HexFormat.of().parseHex(line.substring("tell ".length()));
            UnsafeBuffer buffer = new UnsafeBuffer(bytes);
            Message answer = new Message(buffer);
            assertThat(answer.wrap(buffer, Integer.BYTES, bytes.length - Integer.BYTES))
                    .isTrue();
            return Objects.requireNonNull(LinkReader.refused(answer)).reason();
        } finally {
            end(process);
        }
    }

    private static long adapterIdOf(TestPort.TestLink link) {
        return ShmTestBed.peerAdapterId(link.link());
    }

    @Test
    void whoConnectsAndSaysNothingKeepsNoOtherUserOut() throws Exception {
        try (ShmTestBed bed = bed()) {
            TestPort listener = bed.openPort();
            InetSocketAddress address = listener.listen().address();

            Process silent = begin(User.CAROL, "silent", socket(address), Integer.toString(2 * HalfOpen.MAX));
            try {
                assertThat(bed.openPort().dial(address).link().isDialler()).isTrue();
                assertThat(silent.isAlive()).isTrue();
            } finally {
                end(silent);
            }
        }
    }

    /** As whose process was the first, and made the directory: the sticky bit does not bind its owner. */
    @Test
    void theOwnerOfTheDirectoryChangesNothingThatItsLinksLeadTo() throws Exception {
        Path base = Files.createDirectory(VILLAGE.directory());
        Files.setAttribute(base, "unix:uid", User.CAROL.uid());
        Files.setAttribute(base, "unix:gid", User.TRADERS);
        Files.setAttribute(base, "unix:mode", GROUPS);
        Path target = Files.createDirectory(VILLAGE.place().resolve("target"));
        Files.setAttribute(target, "unix:mode", PRIVATE);
        BlockingQueue<Throwable> errors = new LinkedBlockingQueue<>();
        SelectorLoop loop = SelectorLoop.start(errors::add);
        Process swapping = begin(User.CAROL, "swap", base, target.toString());
        try {
            for (int round = 0; round < ROUNDS; round++) {
                work(loop, base);
                assertThat((int) Files.getAttribute(target, "unix:mode", LinkOption.NOFOLLOW_LINKS) & 07777)
                        .as("round %d", round)
                        .isEqualTo(PRIVATE);
                assertThat(target).isEmptyDirectory();
            }
        } finally {
            end(swapping);
            loop.close();
        }
    }

    /** Makes one of each kind of file; that it fails is no flaw. */
    private static void work(SelectorLoop loop, Path path) {
        try {
            BaseDirectory base = BaseDirectory.open(path, sharing());
            try (ProcessDirectory process = ProcessDirectory.create(base)) {
                MappedRegion.create(process, 4096, region -> {});
                Path socket = path.resolve(RandomNames.next("s-"));
                SocketListener.bind(loop, socket, base.members(), (channel, user) -> {})
                        .close();
            }
        } catch (NdException | IOException e) {
            assertThat(e).hasMessageNotContaining("target");
        }
    }

    private static Process begin(User user, String how, Path at, String... words) throws IOException {
        String[] all = new String[words.length + 2];
        all[0] = how;
        all[1] = at.toString();
        System.arraycopy(words, 0, all, 2, words.length);
        Process process = VILLAGE.beginAttack(user, all);
        BufferedReader output =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        assertThat(output.readLine()).startsWith(how.equals("swap") ? "swapping" : how);
        return process;
    }

    private static void end(Process process) throws InterruptedException {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly().waitFor();
    }
}
