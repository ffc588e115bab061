// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.engine.protocol.LinkRefusedDecoder;
import io.oriel.shm.meeting.LinkOffer;
import io.oriel.shm.meeting.LinkReader;
import io.oriel.shm.meeting.LogPlace;
import io.oriel.shm.meeting.Message;
import io.oriel.shm.meeting.RawPeer;
import io.oriel.shm.meeting.SampleMessages;
import io.oriel.testing.process.ChildProcess;
import io.oriel.testing.process.Outcomes;
import io.oriel.testing.process.Party;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Whatever is written to the sockets, those who speak properly still meet. */
@Timeout(60)
class MeetingIT {
    private static final int CLIENTS = 200;

    @RegisterExtension
    final Stage stage = new Stage();

    @Test
    void garbageAtTheSocketsOfAnotherProcessIsSurvived() throws IOException {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        System.out.println("garbage: seed " + seed);
        ChildProcess child = stage.newChild();
        child.order("open", "opened");
        InetSocketAddress address = child.listen();
        List<RawPeer> open = new ArrayList<>();
        for (Path socket : sockets()) {
            for (int i = 0; i < CLIENTS; i++) {
                RawPeer peer = RawPeer.connect(socket);
                writeGarbage(peer, random);
                if (random.nextInt(4) == 0) {
                    open.add(peer); // says no more
                } else {
                    peer.close();
                }
            }
        }

        Party party = new Party(stage.newProvider());
        child.order("begin-request", "begun");
        connect(party, child, address);

        for (RawPeer peer : open) {
            peer.close();
        }
        child.order("echo", "serving");
        Party.require(party.receive(64));
        Party.require(party.send(64));
        party.settle();
        party.ledger().requireSuccess();
    }

    private static void connect(Party party, ChildProcess child, InetSocketAddress address) {
        var connecting = party.connect(address);
        child.order("end", "SUCCESS");
        child.order("begin-accept", "begun");
        Outcomes.requireSuccess(connecting);
        Outcomes.requireSuccess(party.complete());
        child.order("end", "SUCCESS");
    }

    private static void writeGarbage(RawPeer peer, Random random) {
        byte[] hello = SampleMessages.hello(offer(LinkOffer.PROTOCOL_VERSION));
        switch (random.nextInt(5)) {
            case 0 -> {
                byte[] bytes = new byte[random.nextInt(10_000)];
                random.nextBytes(bytes);
                peer.sendBytes(bytes);
            }
            case 1 -> peer.sendMessage(Arrays.copyOf(hello, random.nextInt(hello.length)));
            case 2 -> {
                hello[random.nextInt(hello.length)] ^= (byte) (1 << random.nextInt(8));
                peer.sendMessage(hello);
            }
            case 3 -> {
                // A length, and less than it says.
                peer.sendBytes(new byte[] {100, 0, 0, 0, 1, 2, 3});
            }
            default -> {
                // Silence.
            }
        }
    }

    @Test
    void anotherVersionIsToldWhatWeSpeak() throws IOException {
        ChildProcess child = stage.newChild();
        child.order("open", "opened");
        child.listen();
        Path socket = sockets().stream()
                .filter(path -> path.getFileName().toString().startsWith("s-"))
                .findFirst()
                .orElseThrow();

        try (RawPeer peer = RawPeer.connect(socket)) {
            peer.sendMessage(SampleMessages.hello(offer(99)));
            Message answer = Objects.requireNonNull(peer.readMessage());
            assertThat(answer.templateId()).isEqualTo(LinkRefusedDecoder.TEMPLATE_ID);
            assertThat(Objects.requireNonNull(LinkReader.refused(answer)).reason())
                    .contains("version 99", "version " + LinkOffer.PROTOCOL_VERSION, "run the same version");
            assertThat(peer.readMessage()).isNull();
        }

        child.order("renew");
        child.accept(new Party(stage.newProvider()));
    }

    @Test
    void staleSocketsAreTakenOver() throws IOException {
        ChildProcess dead = stage.newChild();
        dead.order("open", "opened");
        InetSocketAddress address = dead.listen();
        List<Path> left = sockets();
        assertThat(left).hasSize(1);
        dead.kill();
        dead.awaitEnd();
        // Unlike those of the dead, these belong to no process that is known.
        for (Path socket : left) {
            Files.delete(socket);
            try (ServerSocketChannel stale = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
                stale.bind(UnixDomainSocketAddress.of(socket));
            }
            assertThat(socket).exists();
        }

        Party party = new Party(stage.newProvider());
        assertThat(party.listen(address)).isEqualTo(address);
        ChildProcess child = stage.newChild();
        child.order("open", "opened");
        child.connectTo(party, address);
    }

    @Test
    void whatIsNotOrielsIsLeftAlone() throws IOException {
        Path file = Files.createFile(stage.directory().resolve("notes.txt"));
        Path directory = Files.createDirectory(stage.directory().resolve("p-1"));
        Path inside = Files.createFile(directory.resolve("alive"));
        Path outside = Files.createFile(stage.directory().resolve("precious"));
        Path link = Files.createSymbolicLink(stage.directory().resolve("p-99999999-1-3-0123456789abcdef"), directory);

        Party one = new Party(stage.newProvider());
        Party other = new Party(stage.newProvider());
        KillScene.requireConnection(one, other);

        assertThat(List.of(file, directory, inside, outside)).allMatch(Files::exists);
        assertThat(link).isSymbolicLink();
    }

    private List<Path> sockets() throws IOException {
        try (Stream<Path> entries = Files.list(stage.directory())) {
            return entries.filter(entry -> entry.getFileName().toString().matches("s-.*|d\\.sock"))
                    .toList();
        }
    }

    private static LinkOffer offer(int version) {
        return new LinkOffer(
                version,
                1,
                2,
                3,
                4,
                65_536,
                false,
                LinkOffer.NO_CLIENT,
                "d",
                "p-1-2-3-0123456789abcdef",
                "w-0123456789abcdef",
                "l-0123456789abcdef",
                LogPlace.NONE);
    }
}
