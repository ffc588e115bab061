// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm.meeting;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.oriel.shm.directory.ProcessName;
import io.oriel.testing.junit.WholeBuild;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Whatever a socket says is read as a message or as nothing: no byte beyond its end is touched, nothing is thrown. */
final class MeetingFuzzTest {
    private static final int RANDOM_INPUTS = WholeBuild.RUNS ? 50_000 : 15_000;
    private static final LinkOffer OFFER = new LinkOffer(
            LinkOffer.PROTOCOL_VERSION,
            1,
            -2,
            -3,
            -4,
            65_536,
            true,
            5,
            "p-1-2-3-0123456789abcdef/d-0123456789abcdef",
            "p-1-2-3",
            "w-4",
            "l-5",
            new LogPlace("g-6", 64));

    @FuzzTest
    void readsEveryMessageOrNothing(byte[] bytes) {
        Message message = new Message(new UnsafeBuffer(new byte[0]));
        // A buffer of just this length: an access beyond it throws.
        if (!message.wrap(new UnsafeBuffer(bytes), 0, bytes.length)) {
            return;
        }
        check(LinkReader.hello(message));
        check(LinkReader.welcome(message));
        assertThat(LinkReader.exists(message)).isNotNull();
        LinkReader.@Nullable Ready ready = LinkReader.ready(message);
        LinkReader.@Nullable NextLog next = LinkReader.nextLog(message);
        assertThat(next == null || next.log().name() != null).isTrue();
        assertThat(ready == null || ready.linkId() != LinkIds.NONE).isTrue();
        LinkReader.@Nullable Refusal refusal = LinkReader.refused(message);
        if (refusal != null) {
            assertThat(refusal.status().isFailure()).isTrue();
        }
        assertThat(DriverMessages.client(message)).isNotNull();
        String texts = LinkReader.versionMismatch(message, "a", "b")
                + DriverMessages.versionMismatch(message)
                + DriverMessages.welcome(message);
        assertThat(texts).isNotNull();
    }

    @Test
    void readsMutatedMessages() {
        long seed = Long.getLong("oriel.test.seed", System.nanoTime());
        System.out.println("MeetingFuzzTest: repeat with -Doriel.test.seed=" + seed);
        Random random = new Random(seed);
        List<byte[]> samples = SampleMessages.all(OFFER);
        for (int count = 0; count < RANDOM_INPUTS; count++) {
            byte[] sample = samples.get(random.nextInt(samples.size()));
            byte[] bytes = Arrays.copyOf(sample, random.nextInt(sample.length + 8));
            for (int change = random.nextInt(6); change > 0 && bytes.length > 0; change--) {
                bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
            }
            readsEveryMessageOrNothing(bytes);
        }
    }

    private static void check(@Nullable LinkOffer offer) {
        if (offer != null) {
            ProcessName process = ProcessName.parse(offer.process());
            assertThat(process == null || process.pid() >= 0).isTrue();
        }
    }
}
