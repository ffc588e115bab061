// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.oriel;

import io.oriel.benchmarks.measure.RunRecorder;
import io.oriel.benchmarks.measure.RunResult;
import io.oriel.benchmarks.process.ControlChannel;
import io.oriel.benchmarks.scenario.Initiator;
import io.oriel.benchmarks.scenario.Responder;
import io.oriel.benchmarks.scenario.ScenarioConfig;
import io.oriel.benchmarks.scenario.Tally;
import io.oriel.benchmarks.session.Completions;
import io.oriel.benchmarks.session.OrielSession;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;

/**
 * Polls that find nothing, by the initiator; its endpoints are connected, and the responder does nothing. It also tells how long
 * connecting took, and what memory each endpoint has.
 */
final class IdlePolls implements Initiator, Responder {
    private static final int COLLECTIONS = 3;

    private final Tally tally = new Tally();
    private final OrielSession session;
    private final Completions completions;
    private final double bytesEach;
    private final double setUpNs;

    IdlePolls(ScenarioConfig config, ControlChannel channel, boolean isFirst) {
        long bytesBefore = memoryInUse();
        session = new OrielSession(channel, config, 1, 1);
        completions = new Completions(session.queue());
        long beginNs = System.nanoTime();
        if (isFirst) {
            session.connect(channel);
        } else {
            session.accept(channel);
        }
        setUpNs = System.nanoTime() - beginNs;
        bytesEach = (double) (memoryInUse() - bytesBefore) / session.endpointCount();
    }

    /** The bytes that this process uses: what is left in the heap when garbage is gone, direct buffers and mapped files. */
    static long memoryInUse() {
        for (int i = 0; i < COLLECTIONS; i++) {
            System.gc();
        }
        Runtime runtime = Runtime.getRuntime();
        long heap = runtime.totalMemory() - runtime.freeMemory();
        return heap
                + ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
                        .mapToLong(BufferPoolMXBean::getMemoryUsed)
                        .sum();
    }

    @Override
    public void run(long operations, RunRecorder recorder) {
        recorder.start(operations);
        recorder.figure(RunResult.SET_UP_NS, setUpNs);
        recorder.figure(RunResult.BYTES_EACH, bytesEach);
        for (long i = 0; i < operations; i++) {
            completions.requireNone();
        }
        recorder.finish();
    }

    @Override
    public void run(long operations) {}

    /** There is no payload. */
    @Override
    public void verify(long operations) {}

    @Override
    public String explanation() {
        return session.explanation();
    }

    @Override
    public Tally tally() {
        return tally;
    }

    @Override
    public void close() {
        session.close();
    }
}
