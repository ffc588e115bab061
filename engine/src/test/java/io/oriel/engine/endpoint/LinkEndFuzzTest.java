// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.endpoint;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.oriel.engine.testing.FuzzInput;
import io.oriel.engine.testing.SeededRandom;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * A peer that sends what it likes, at an endpoint in use: nothing is thrown, no byte changes or leaves that was not
 * granted, every request completes once and with a documented status.
 */
class LinkEndFuzzTest {
    private static final int MAX_LENGTH = 3000;
    private static final int RANDOM_INPUTS = Boolean.getBoolean("oriel.test.whole") ? 3000 : 300;

    @FuzzTest
    void survivesWhateverThePeerSends(byte[] bytes) {
        FuzzedSession session = new FuzzedSession(new FuzzInput(bytes));
        session.run();
        session.endAndCheck();
    }

    @Test
    void survivesRandomInput() {
        Random random = SeededRandom.create(LinkEndFuzzTest.class);
        for (int count = 0; count < RANDOM_INPUTS; count++) {
            byte[] bytes = new byte[random.nextInt(MAX_LENGTH)];
            random.nextBytes(bytes);
            survivesWhateverThePeerSends(bytes);
        }
    }
}
