// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.connection;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.oriel.engine.testing.FuzzInput;
import io.oriel.engine.testing.SeededRandom;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * A peer that says what it likes, to an adapter whose application connects and accepts: nothing is thrown, every answer
 * is well formed, no future stays pending when the adapter closes.
 */
class LinkConnectionsFuzzTest {
    private static final int MAX_LENGTH = 2000;
    private static final int RANDOM_INPUTS = 2000;

    @FuzzTest
    void survivesWhateverThePeerSays(byte[] bytes) {
        FuzzedConnections session = new FuzzedConnections(new FuzzInput(bytes));
        session.run();
        session.endAndCheck();
    }

    @Test
    void survivesRandomInput() {
        Random random = SeededRandom.create(LinkConnectionsFuzzTest.class);
        for (int count = 0; count < RANDOM_INPUTS; count++) {
            byte[] bytes = new byte[random.nextInt(MAX_LENGTH)];
            random.nextBytes(bytes);
            survivesWhateverThePeerSays(bytes);
        }
    }
}
