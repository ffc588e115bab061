// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.baseline.aeron;

import io.oriel.api.config.Medium;
import io.oriel.api.config.OrielConfig;
import io.oriel.api.config.UdpConfig;
import io.oriel.api.config.UdpDriverMode;
import io.oriel.benchmarks.BenchmarkException;
import io.oriel.benchmarks.message.MessageLengths;
import io.oriel.benchmarks.message.MessageSubject;
import io.oriel.benchmarks.message.Messages;
import io.oriel.benchmarks.process.ControlChannel;
import io.oriel.benchmarks.scenario.Pattern;
import io.oriel.benchmarks.scenario.ScenarioConfig;

/** Raw Aeron, on the medium that Oriel is on. */
public final class AeronSubject implements MessageSubject {
    /** Answers of one word that surely fit a term while the initiator is still sending. */
    private static final int MAX_OUTSTANDING = 1024;

    /** Creates the subject. */
    public AeronSubject() {}

    @Override
    public String name() {
        return "aeron";
    }

    @Override
    public boolean canDo(ScenarioConfig config) {
        Pattern pattern = config.shape().pattern();
        return config.medium() != Medium.AUTO && (pattern == Pattern.LATENCY || !pattern.isOneByOne());
    }

    @Override
    public Messages connect(ScenarioConfig config, MessageLengths lengths, ControlChannel channel, boolean isFirst) {
        int outstanding = config.load().totalOutstanding();
        if (!config.shape().pattern().isOneByOne() && outstanding > MAX_OUTSTANDING) {
            throw new BenchmarkException("the Aeron reference can have " + MAX_OUTSTANDING
                    + " messages outstanding, was " + outstanding
                    + " on all endpoints together; choose a smaller --outstanding or --endpoints");
        }
        int slots = config.shape().pattern() == Pattern.LATENCY ? 1 : outstanding;
        return new AeronMessages(link(config, channel, isFirst), lengths, slots, channel);
    }

    private static AeronLink link(ScenarioConfig config, ControlChannel channel, boolean isFirst) {
        if (config.medium() == Medium.UDP) {
            return UdpLink.meet(udp(config), channel);
        }
        return isFirst ? IpcLink.create(config.aeronTermLength(), channel) : IpcLink.join(channel);
    }

    private static UdpConfig udp(ScenarioConfig config) {
        UdpConfig oriel = OrielConfig.fromSystemProperties().udp();
        if (oriel.driverMode() != UdpDriverMode.INVOKER) {
            throw new BenchmarkException("the Aeron reference has drivers without threads, as Oriel has with"
                    + " oriel.udp.driverMode INVOKER, was " + oriel.driverMode()
                    + "; leave that property out, or --reference aeron");
        }
        int termLength = config.aeronTermLength();
        return termLength == 0 ? oriel : oriel.withTermLength(termLength);
    }
}
