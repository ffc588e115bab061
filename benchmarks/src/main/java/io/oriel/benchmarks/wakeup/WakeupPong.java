// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.wakeup;

import io.oriel.api.AccessFlags;
import io.oriel.api.Completion;
import io.oriel.api.NdStatus;
import io.oriel.api.OpFlags;
import io.oriel.api.RequestType;
import io.oriel.benchmarks.oriel.Completions;
import io.oriel.benchmarks.oriel.OrielSession;
import io.oriel.benchmarks.oriel.Posts;
import io.oriel.benchmarks.oriel.Receives;
import io.oriel.benchmarks.oriel.Slots;
import io.oriel.benchmarks.plan.ScenarioConfig;
import io.oriel.benchmarks.scenario.BenchmarkException;
import io.oriel.benchmarks.scenario.ControlChannel;
import io.oriel.benchmarks.scenario.Payload;
import io.oriel.benchmarks.scenario.PayloadInspector;
import io.oriel.benchmarks.scenario.Responder;
import io.oriel.benchmarks.scenario.Tally;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Sleeps in await until a message comes, and answers when it woke. */
public final class WakeupPong implements Responder {
    private static final long LIMIT_NS = TimeUnit.SECONDS.toNanos(30);

    private final Tally tally = new Tally();
    private final OrielSession session;
    private final ControlChannel channel;
    private final Payload payload;
    private final PayloadInspector inspector;
    private final Receives receives;
    private final Slots source;
    private final Completions completions;
    private long sequence;
    private boolean isVerifying;

    /**
     * Posts the Receives and accepts.
     *
     * @param session      one endpoint, not connected
     * @param config       what the peer does
     * @param receiveDepth Receives of the endpoint
     * @param channel      to the peer
     */
    public WakeupPong(OrielSession session, ScenarioConfig config, int receiveDepth, ControlChannel channel) {
        this.session = session;
        this.channel = channel;
        int size = config.shape().sizeBytes();
        payload = new Payload(size);
        inspector = new PayloadInspector(payload, tally);
        receives = new Receives(session, receiveDepth, size, inspector);
        source = new Slots(session.adapter(), 1, size, AccessFlags.NONE);
        source.fillAll(payload, 0);
        completions = new Completions(session.queue());
        receives.postAll();
        session.accept(channel);
    }

    @Override
    public void run(long operations) {
        long last = sequence + operations;
        sleep(true); // while the peer rests
        while (sequence < last) {
            sleep(false);
        }
    }

    @Override
    public void verify(long operations) {
        inspector.thorough(true);
        isVerifying = true;
        run(operations);
        isVerifying = false;
        inspector.thorough(false);
        source.fillAll(payload, 0);
    }

    @Override
    public Tally tally() {
        return tally;
    }

    @Override
    public void close() {
        session.close();
    }

    private void sleep(boolean countsCpu) {
        @Nullable ProcessCpu cpu = countsCpu ? ProcessCpu.now() : null;
        NdStatus status = session.adapter().await(LIMIT_NS);
        long wokenNs = System.nanoTime();
        if (status != NdStatus.SUCCESS) {
            channel.checkPeer();
            throw new BenchmarkException("a wait ended with " + status);
        }
        int count = completions.poll();
        for (int i = 0; i < count; i++) {
            if (completions.get(i).requestType() == RequestType.RECEIVE) {
                answer(completions.get(i), wokenNs, cpu == null ? 0 : cpu.usedNs());
            }
        }
    }

    private void answer(Completion completion, long wokenNs, long cpuNs) {
        sequence++;
        inspector.write(source.buffer(), 0, sequence);
        if (!isVerifying) {
            WakeMessage.put(source.buffer(), 0, wokenNs, cpuNs);
        }
        Posts.require(session.endpoint(0).send(sequence, source.list(0), OpFlags.SILENT_SUCCESS));
        receives.accept(completion, sequence);
    }
}
