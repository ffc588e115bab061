// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.oriel.api.NdException;
import io.oriel.api.NdStatus;
import io.oriel.api.Provider;
import io.oriel.testing.junit.WholeBuild;
import io.oriel.testing.process.ChildProcess;
import io.oriel.testing.process.Outcomes;
import io.oriel.testing.process.Party;
import io.oriel.testing.resource.SmallTmpfs;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A small memory file system, and a full one. Skipped, with the reason, for users who cannot mount one. */
@Timeout(120)
class SpaceIT {
    private static final int PEERS = 4;
    private static final String REMEDY = "oriel.sharedMemory.directory";

    @RegisterExtension
    final Stage stage = new Stage();

    @WholeBuild
    @Test
    void fourPeersThatAllTalkToEachOtherFitInto64MiBBesideTheirMemory() throws Exception {
        Path small = mount(Integer.toString((64 << 20) + PEERS * 2 * Party.HALF_LENGTH));
        List<ChildProcess> children = new ArrayList<>();
        for (int i = 0; i < PEERS; i++) {
            ChildProcess child = stage.newChildIn(small);
            child.order("open", "opened");
            children.add(child);
        }
        // Each has one connection with each of the others.
        for (int i = 0; i < PEERS; i++) {
            for (int j = i + 1; j < PEERS; j++) {
                connect(children.get(i), i == 0 && j == 1, children.get(j), i == 0);
            }
        }
        for (ChildProcess child : children) {
            child.order("mix " + child.pid(), "serving");
        }

        LockSupport.parkNanos(TimeUnit.SECONDS.toNanos(2));

        System.out.printf(
                "four peers use %d KiB%n",
                (Files.getFileStore(small).getTotalSpace()
                                - Files.getFileStore(small).getUsableSpace())
                        / 1024);
        ask(children, "stop-mixing");
        ask(children, "settle-initiator");
        for (ChildProcess child : children) {
            child.order("rest");
            child.order("require-success-so-far");
        }
    }

    /** All at once, since each needs the others' polls. */
    private static void ask(List<ChildProcess> children, String order) {
        children.forEach(child -> child.tell(order));
        children.forEach(child -> assertThat(child.answer()).isEqualTo("done"));
    }

    private static void connect(ChildProcess one, boolean isFirstOfOne, ChildProcess other, boolean isFirstOfOther) {
        if (!isFirstOfOne) {
            one.ask("sibling");
        }
        if (!isFirstOfOther) {
            other.ask("sibling");
        }
        InetSocketAddress address = other.listen();
        other.order("begin-request", "begun");
        one.beginConnect(address);
        other.order("end", "SUCCESS");
        other.order("begin-accept", "begun");
        one.order("end", "SUCCESS");
        one.order("begin-complete", "begun");
        one.order("end", "SUCCESS");
        other.order("end", "SUCCESS");
        one.order("open-window " + other.ask("bind"));
        other.order("open-window " + one.ask("bind"));
    }

    @Test
    void aFullFileSystemRefusesAndNothingIsHalfMade() throws Exception {
        Path small = mount("80m");
        Provider provider = stage.newProvider(Stage.configIn(small));
        Party connected = new Party(provider);
        Party peer = new Party(stage.newProvider(Stage.configIn(small)));
        KillScene.requireConnection(connected, peer);
        Party lone = new Party(stage.newProvider(Stage.configIn(small)));
        InetSocketAddress address = lone.listen();
        CompletableFuture<Void> request = lone.request();
        Party dialler = peer.sibling();
        Path filler = small.resolve("filler");
        fill(filler);
        List<String> before = files(small);

        assertThatThrownBy(() -> connected.adapter().allocateMemory(1 << 20, 0))
                .isInstanceOfSatisfying(NdException.class, SpaceIT::requireInsufficient)
                .hasMessageContaining(Integer.toString(1 << 20))
                .hasMessageContaining(REMEDY);
        assertThatThrownBy(provider::openAdapter)
                .isInstanceOfSatisfying(NdException.class, SpaceIT::requireInsufficient)
                .hasMessageContaining(REMEDY);
        assertThatThrownBy(peer::sibling).hasMessageContaining(REMEDY);
        CompletableFuture<Void> connecting = dialler.connect(address);
        assertThat(Outcomes.of(connecting)).isEqualTo(NdStatus.INSUFFICIENT_RESOURCES);
        assertThatThrownBy(connecting::join)
                .cause()
                .hasMessageContaining("no space is left there")
                .hasMessageContaining(REMEDY);
        assertThat(request).isNotDone();
        assertThat(files(small)).isEqualTo(before);
        // What there was works on.
        Party.require(connected.receive(64));
        Party.require(peer.send(64));
        connected.settle();
        connected.ledger().requireSuccess();

        Files.delete(filler);

        connected.adapter().allocateMemory(1 << 20, 0).deregister();
        provider.openAdapter().close();
        CompletableFuture<Void> again = dialler.connect(address);
        Outcomes.requireFirst(request, again);
        assertThat(again).isNotDone();
        Outcomes.requireSuccess(request);
        CompletableFuture<Void> accepted = lone.accept();
        Outcomes.requireSuccess(again);
        Outcomes.requireSuccess(dialler.complete());
        Outcomes.requireSuccess(accepted);
    }

    @Test
    void aLinkWithRoomForHalfOfItIsNotMade() throws Exception {
        Path small = mount("80m");
        Party dialler = new Party(stage.newProvider(Stage.configIn(small)));
        Party listener = new Party(stage.newProvider(Stage.configIn(small)));
        InetSocketAddress address = listener.listen();
        CompletableFuture<Void> request = listener.request();
        Path filler = small.resolve("filler");
        fill(filler);
        // A log has 772 KiB.
        try (FileChannel channel = FileChannel.open(filler, StandardOpenOption.WRITE)) {
            channel.truncate(channel.size() - (1 << 20));
        }

        for (int i = 0; i < 3; i++) {
            assertThat(Outcomes.of(dialler.connect(address))).isEqualTo(NdStatus.INSUFFICIENT_RESOURCES);
        }
        assertThat(request).isNotDone();
        Files.delete(filler);

        CompletableFuture<Void> connecting = dialler.connect(address);
        Outcomes.requireFirst(request, connecting);
        Outcomes.requireSuccess(request);
        CompletableFuture<Void> accepted = listener.accept();
        Outcomes.requireSuccess(connecting);
        Outcomes.requireSuccess(dialler.complete());
        Outcomes.requireSuccess(accepted);
        listener.close();
        dialler.progressUntil("the link is gone", () -> !hasLogs(small));
    }

    private static boolean hasLogs(Path directory) {
        try {
            return files(directory).stream().anyMatch(name -> name.endsWith(".logbuffer"));
        } catch (UncheckedIOException e) {
            return true; // one was removed while it was looked at
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void aDriverWithoutRoomIsRefusedAndFitsLater() throws Exception {
        Path small = mount("24m");
        Path filler = small.resolve("filler");
        Provider provider = stage.newProvider(Stage.configIn(small));
        fill(filler);
        List<String> before = files(small);

        assertThatThrownBy(provider::openAdapter)
                .isInstanceOfSatisfying(NdException.class, SpaceIT::requireInsufficient)
                .hasMessageContaining("bytes")
                .hasMessageContaining(REMEDY);
        assertThat(files(small)).isEqualTo(before);

        Files.delete(filler);
        provider.openAdapter().close();
    }

    private static void requireInsufficient(NdException failure) {
        assertThat(failure.status()).isEqualTo(NdStatus.INSUFFICIENT_RESOURCES);
    }

    private Path mount(String size) throws IOException, InterruptedException {
        return stage.closing(SmallTmpfs.mount(size)).path().resolve("d");
    }

    /** Writes until there is no room. */
    private static void fill(Path filler) throws IOException {
        byte[] page = new byte[4096];
        try (OutputStream output = Files.newOutputStream(filler)) {
            while (true) {
                output.write(page);
            }
        } catch (IOException e) {
            assertThat(e).hasMessageContaining("No space left");
        }
    }

    private static List<String> files(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            return files.map(Path::toString).sorted().toList();
        }
    }
}
