// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp.hosts;

import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.testing.SeededRandom;
import io.oriel.testing.hosts.TwoHosts;
import io.oriel.testing.junit.WholeBuild;
import io.oriel.testing.process.ChildJvm;
import io.oriel.testing.resource.Directories;
import io.oriel.udp.keys.KeyFile;
import io.oriel.udp.keys.KeyRing;
import io.oriel.udp.keys.PresharedKey;
import io.oriel.udp.keys.SealCipher;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Two hosts whose processes seal what they say, and between them a network that loses datagrams, or is cut. The properties are those of
 * {@link TwoHostsIT}.
 */
@Timeout(Conversation.PATIENCE_SECONDS)
class SealedHostsIT {
    private static final int MESSAGES = Integer.getInteger("oriel.test.hostMessages", 2_000);
    private static final int WRITES = Integer.getInteger("oriel.test.hostWrites", 200);
    private static final int FEW = 1_000;

    /** So that a key changes as often, however many messages there are. */
    private static final int REKEY_DATAGRAMS = Math.max(16, MESSAGES / 100);

    private static final String SEALED = "meta l4proto udp @th,64,8 1";
    private static final String LANE_AND_EPOCH = "@th,72,16";
    private static final int LANES = 3;
    private static final int PORTS = 4;

    @RegisterExtension
    final TwoHosts hosts = new TwoHosts();

    @SuppressWarnings("NullAway.Init") // Set before each test that is not skipped.
    private Path directory;

    @SuppressWarnings("NullAway.Init") // As well.
    private Conversation talk;

    @BeforeEach
    void makeKeys() throws IOException {
        directory = Directories.make("ok");
        Path keyFile = directory.resolve("keys");
        KeyFile.create(keyFile, new KeyRing(List.of(PresharedKey.draw("key", SealCipher.AES_256))));
        talk = new Conversation(
                hosts,
                List.of(
                        "-XX:TieredStopAtLevel=4", // the first compiler has no AES of the processor's
                        "-Doriel.udp.security=SEALED",
                        "-Doriel.udp.keyFile=" + keyFile,
                        "-Doriel.udp.rekeyDatagrams=" + REKEY_DATAGRAMS));
    }

    @AfterEach
    void removeKeys() {
        Directories.delete(directory);
    }

    @Test
    void loseNothingThatTheNetworkLosesWhileTheirKeysChange() {
        TwoHosts.note(hosts.one(), SEALED, LANE_AND_EPOCH);
        TwoHosts.note(hosts.two(), SEALED, LANE_AND_EPOCH);

        talk.loseNothing(5, List.of(hosts.one().ipv4(), hosts.two().ipv4()), MESSAGES, WRITES);

        int toOne = TwoHosts.noted(hosts.one());
        int toTwo = TwoHosts.noted(hosts.two());
        System.out.println("keys of three lanes to each host: " + toOne + " and " + toTwo);
        assertThat(toOne).isGreaterThan(2 * LANES);
        assertThat(toTwo).isGreaterThan(2 * LANES);
    }

    @WholeBuild
    @Test
    void noticeACutInTimeAndMeetAgainWhenItIsHealed() {
        talk.noticeACutAndMeetAgain(FEW, FEW / 10);
    }

    /** What is sent to the former process comes to its successor, who cannot open it. */
    @WholeBuild
    @Test
    void meetASuccessorAtTheSamePorts() {
        Random random = SeededRandom.create(SealedHostsIT.class);
        int first = 20_000 + PORTS * random.nextInt(1_000);
        String[] ports = {"-Doriel.udp.firstPort=" + first, "-Doriel.udp.lastPort=" + (first + PORTS - 1)};
        String listen = "listen " + (first + PORTS);
        ChildJvm former = talk.start(hosts.one(), hosts.one().ipv4(), ports);
        ChildJvm two = talk.start(hosts.two(), hosts.two().ipv4(), ports);
        talk.connect(former, two, talk.ask(former, listen));
        former.tell("flow");
        two.tell("flow");
        assertThat(two.answer()).isEqualTo("flowing");

        former.close();
        ChildJvm one = talk.start(hosts.one(), hosts.one().ipv4(), ports);
        String listener = talk.ask(one, listen);
        assertThat(two.answer()).startsWith("ended ");

        talk.connect(one, two, listener);
        talk.exchange(one, two, FEW, FEW / 10);
        two.close();
        ChildJvm next = talk.start(hosts.two(), hosts.two().ipv4(), ports);
        talk.connect(one, next, listener); // while one still takes its former peer to be there
        talk.exchange(one, next, FEW, FEW / 10);
        one.close();
        next.close();
    }
}
