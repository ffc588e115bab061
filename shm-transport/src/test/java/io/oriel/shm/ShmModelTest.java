// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm;

import io.oriel.testing.junit.WholeBuild;
import io.oriel.testing.model.ModelCheck;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The engine on real shared memory does what the model does. */
@Timeout(value = 1, unit = TimeUnit.DAYS) // as many operations as wished; each wait has a bound of its own
final class ShmModelTest {
    private static final int OPERATIONS = WholeBuild.RUNS ? 4_000 : 1_500;

    @ParameterizedTest(name = "direct access: {0}")
    @ValueSource(booleans = {true, false})
    void agrees(boolean directAccess) {
        String name = directAccess ? "shared memory" : "shared memory without direct access";
        new ModelCheck(name, (config, seed) -> ShmFixture.open(config, directAccess), false).run(OPERATIONS);
    }
}
