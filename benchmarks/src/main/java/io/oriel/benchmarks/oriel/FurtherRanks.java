// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.oriel;

import io.oriel.benchmarks.contender.SideMain;
import io.oriel.benchmarks.contender.Subjects;
import io.oriel.benchmarks.process.ControlChannel;
import io.oriel.benchmarks.process.PeerProcess;
import io.oriel.benchmarks.scenario.ScenarioConfig;
import io.oriel.benchmarks.scenario.Tally;
import java.util.ArrayList;
import java.util.List;
import org.agrona.CloseHelper;

/** The processes of the ranks beyond the first two, which rank 0 starts and leads. */
final class FurtherRanks implements AutoCloseable {
    /** Where there are two ranks, or another leads. */
    static final FurtherRanks NONE = new FurtherRanks();

    private final List<PeerProcess> processes = new ArrayList<>();

    private FurtherRanks() {}

    /** Starts them; they meet the others at a port, where they wait until all are there. */
    static FurtherRanks start(ScenarioConfig config, int port) {
        FurtherRanks ranks = new FurtherRanks();
        for (int rank = 2; rank <= config.load().peers(); rank++) {
            PeerProcess process = PeerProcess.start(SideMain.class, List.of());
            ranks.processes.add(process);
            process.channel().send("open " + Subjects.ORIEL + " " + config.toLine());
            process.channel().send("rank " + rank + " " + port);
        }
        return ranks;
    }

    void awaitOpen() {
        for (PeerProcess process : processes) {
            process.channel().expect("opened");
        }
    }

    /** Has them call the operation so often, as this rank does next. */
    void begin(boolean thorough, long operations) {
        for (PeerProcess process : processes) {
            process.channel().send((thorough ? "verify " : "run ") + Subjects.ORIEL + " " + operations);
            process.channel().expect("running");
        }
    }

    /** Waits until they have; counts what they have found wrong. */
    void end(Tally tally) {
        for (PeerProcess process : processes) {
            ControlChannel channel = process.channel();
            channel.send("stop");
            tally.errors(Long.parseLong(channel.expect("done").split(" ", -1)[0]));
        }
    }

    @Override
    public void close() {
        for (PeerProcess process : processes) {
            process.channel().send("exit");
        }
        CloseHelper.quietCloseAll(processes);
    }
}
