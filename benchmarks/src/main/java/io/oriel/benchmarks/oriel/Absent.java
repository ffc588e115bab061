// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.oriel;

import io.oriel.benchmarks.scenario.Responder;
import io.oriel.benchmarks.scenario.Tally;

/** The other side of who has found peers of its own: it does nothing. */
final class Absent implements Responder {
    private final Tally tally = new Tally();

    @Override
    public void run(long operations) {}

    @Override
    public void verify(long operations) {}

    @Override
    public Tally tally() {
        return tally;
    }

    @Override
    public void close() {}
}
