// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.baseline.aeron;

import io.oriel.benchmarks.scenario.ControlChannel;
import io.oriel.benchmarks.scenario.Responder;
import io.oriel.benchmarks.scenario.SpinGuard;
import io.oriel.benchmarks.scenario.Tally;

/** Answers each message, and helps the last answer on its way until the other side has it. */
final class AeronPong implements Responder {
    private static final int POLLS_PER_LOOK = 64;

    private final Tally tally = new Tally();
    private final ControlChannel channel;
    private final AeronLink link;
    private final AeronSender sender;
    private final AeronReceiver receiver;
    private final SpinGuard guard;
    private long answered;

    AeronPong(AeronLink link, AeronSizes sizes, int slots, ControlChannel channel) {
        this.link = link;
        this.channel = channel;
        guard = new SpinGuard(channel);
        sender = new AeronSender(link, sizes.response(), guard, tally);
        receiver = new AeronReceiver(link, sizes.request(), slots, tally);
    }

    @Override
    public void run(long operations) {
        long last = answered + operations;
        while (answered < last) {
            if (receiver.poll()) {
                guard.progressed();
                while (answered < receiver.received()) {
                    answered++;
                    sender.send(answered);
                }
            } else {
                guard.spin();
            }
        }
        pollUntilMessage();
    }

    @Override
    public void verify(long operations) {
        sender.thorough(true);
        receiver.thorough(true);
        run(operations);
        receiver.thorough(false);
        sender.thorough(false);
    }

    @Override
    public Tally tally() {
        return tally;
    }

    @Override
    public void close() {
        link.close();
    }

    private void pollUntilMessage() {
        do {
            for (int i = 0; i < POLLS_PER_LOOK; i++) {
                receiver.poll();
                Thread.onSpinWait();
            }
        } while (!channel.hasMessage());
    }
}
