// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.examples.marketdata;

import io.oriel.api.Adapter;
import io.oriel.api.NetworkDirect;
import io.oriel.api.Provider;
import io.oriel.examples.Attendance;
import io.oriel.examples.Meeting;
import io.oriel.examples.Peer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;

/**
 * One process writes market data into a ring in its own memory; others Read it, as fast as each can. On one host the writer does
 * nothing for them but let them in, and does not know how far they are: a slow one misses entries and sees that, and holds nobody up. Nor
 * does one that is killed. If the writer is, and started again, they go on with its new feed.
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
                description =
                        "of the writer: how many it waits for, others may come later; if it starts them, the last is a"
                                + " slow one")
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
        Attendance attendance = new Attendance();
        Meeting meeting = Meeting.of(MarketData.class, arguments, options, attendance);
        try (Provider provider = NetworkDirect.open(meeting.config());
                Adapter adapter = provider.openAdapter(meeting.localAddress())) {
            if (meeting.isConnecting()) {
                read(meeting, options, attendance, adapter);
            } else {
                write(meeting, options, attendance, adapter);
            }
        }
    }

    private static void read(Meeting meeting, Options options, Attendance attendance, Adapter adapter) {
        Tally tally = new Tally();
        try (Reader reader = new Reader(adapter, meeting.address(), meeting.waiting(), options.pause, tally)) {
            attendance.onEnd(reader::end);
            reader.run();
        }
        System.out.println((options.pause > 0 ? "slow reader: " : "reader: ") + tally);
    }

    private static void write(Meeting meeting, Options options, Attendance attendance, Adapter adapter)
            throws Exception {
        List<Peer> peers;
        try (Writer writer = new Writer(adapter, meeting.address(), meeting.waiting())) {
            peers = invite(meeting, writer, options.readers);
            if (!meeting.isStartingPeers()) { // else the readers are to see how it ends
                attendance.onEnd(writer::end);
            }
            writer.run(options.readers, meeting.seconds());
        }
        for (Peer peer : peers) {
            peer.await();
        }
    }

    /** Starts the readers, if they are to be started, or says where they can connect to. */
    private static List<Peer> invite(Meeting meeting, Writer writer, int readers) throws IOException {
        if (!meeting.isStartingPeers()) {
            return List.of(meeting.invite(writer.address(), writer::begin));
        }
        List<Peer> peers = new ArrayList<>();
        for (int reader = 1; reader <= readers; reader++) {
            boolean isSlow = readers > 1 && reader == readers;
            String[] more = isSlow ? new String[] {"--pause", SLOW_PAUSE} : new String[0];
            peers.add(meeting.invite(writer.address(), writer::begin, more)); // if it fails, it is not waited for
        }
        return peers;
    }
}
