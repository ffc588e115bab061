// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.baseline.aeron;

import io.oriel.benchmarks.scenario.ControlChannel;
import io.oriel.benchmarks.scenario.Responder;
import io.oriel.benchmarks.scenario.SpinGuard;
import io.oriel.benchmarks.scenario.Tally;

/** Answers each message. */
final class AeronPong implements Responder {
    private final Tally tally = new Tally();
    private final AeronLink link;
    private final AeronSender sender;
    private final AeronReceiver receiver;
    private final SpinGuard guard;
    private long answered;

    AeronPong(AeronLink link, AeronSizes sizes, int slots, ControlChannel channel) {
        this.link = link;
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
}
