// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.examples.marketdata;

import io.oriel.api.Adapter;
import io.oriel.api.Listener;
import io.oriel.api.NetworkDirect;
import io.oriel.api.Provider;
import io.oriel.examples.Meeting;
import io.oriel.examples.Peer;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;

/**
 * One process writes market data into a ring in its own memory; others Read it, as fast as each can. On one host the writer does
 * nothing for them, and does not know how far they are: a slow one misses entries and sees that, and holds nobody up. Nor does
 * one that is killed.
 *
 * <p>A reader tells how old entries were by its own clock, which is the writer's on the same host.
 */
public final class MarketData {
    private static final String SLOW_PAUSE = "20000";

    private MarketData() {}

    /** What this example can be told beside where to meet. */
    private static final class Options {
        @Option(
                names = "--readers",
                defaultValue = "3",
                description = "of the writer: how many; the last is a slow one")
        private int readers;

        @Option(
                names = "--pause",
                defaultValue = "0",
                paramLabel = "MICROSECONDS",
                description = "of a reader: what it takes for something else after each Read")
        private int pause;
    }

    /**
     * Runs the example, all sides or one of them.
     *
     * @param arguments as {@link Meeting} reads them, and those of this example
     * @throws Exception if something goes wrong
     */
    public static void main(String[] arguments) throws Exception {
        Options options = new Options();
        Meeting meeting = Meeting.of(MarketData.class, arguments, options);
        try (Provider provider = NetworkDirect.open(meeting.config());
                Adapter adapter = provider.openAdapter(meeting.localAddress())) {
            if (meeting.isConnecting()) {
                new Reader(adapter, meeting.waiting(), options.pause).run(meeting.address());
                return;
            }
            try (Listener listener = adapter.createListener()) {
                listener.bind(meeting.address());
                listener.listen(options.readers);
                List<Peer> peers = invite(meeting, listener, options.readers);
                Writer writer = new Writer(adapter, meeting.waiting());
                for (int reader = 0; reader < options.readers; reader++) {
                    writer.admit(listener);
                }
                writer.run(meeting.seconds());
                for (Peer peer : peers) {
                    peer.await();
                }
            }
        }
    }

    /** Starts the readers, if they are to be started, or says where they can connect to. */
    private static List<Peer> invite(Meeting meeting, Listener listener, int readers) throws Exception {
        List<Peer> peers = new ArrayList<>();
        for (int reader = 1; peers.isEmpty() || (meeting.isStartingPeers() && reader <= readers); reader++) {
            boolean isSlow = readers > 1 && reader == readers;
            peers.add(isSlow ? meeting.invite(listener, "--pause", SLOW_PAUSE) : meeting.invite(listener));
        }
        return peers;
    }
}
