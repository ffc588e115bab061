// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.rival;

import io.oriel.benchmarks.scenario.Operation;
import io.oriel.benchmarks.scenario.ScenarioConfig;

/** UCX's messages that are matched by tags with posted receives, as MPI's are. */
public final class UcxTagSubject extends UcxSubject {
    /** Creates the subject. */
    public UcxTagSubject() {
        super("ucx-tag", "tag");
    }

    @Override
    public boolean canDo(ScenarioConfig config) {
        return config.shape().operation() == Operation.SEND && super.canDo(config);
    }
}
