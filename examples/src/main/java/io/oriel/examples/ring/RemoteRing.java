// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.examples.ring;

import io.oriel.api.Adapter;
import io.oriel.api.Listener;
import io.oriel.api.NetworkDirect;
import io.oriel.api.Provider;
import io.oriel.examples.Meeting;
import io.oriel.examples.Peer;

/**
 * A producer Writes bursts of records into a ring in the consumer's memory, and rings once for each burst; the consumer
 * sleeps in between. The consumer never sends anything: the producer Reads how far it has come.
 *
 * <pre>
 *      0  +--------------------------------+
 *         |  records consumed, by consumer |
 *    128  +--------------------------------+
 *         |  records produced, by producer |
 *    256  +--------------------------------+
 *         |  record 0, 64 bytes            |
 *         |  ... record 1023               |
 *         +--------------------------------+
 * </pre>
 */
public final class RemoteRing {
    static final int BURSTS = 100;
    static final int RECORDS_PER_BURST = 500;
    static final int CAPACITY = 1024;
    static final int CONSUMED = 0;
    static final int PRODUCED = 128;
    static final int RECORDS = 256;
    static final int RECORD_LENGTH = 64;
    static final int LENGTH = RECORDS + CAPACITY * RECORD_LENGTH;

    private RemoteRing() {}

    /**
     * Runs the example, both sides or one of them.
     *
     * @param arguments as {@link Meeting} reads them
     * @throws Exception if something goes wrong
     */
    public static void main(String[] arguments) throws Exception {
        Meeting meeting = Meeting.of(RemoteRing.class, arguments);
        try (Provider provider = NetworkDirect.open(meeting.config());
                Adapter adapter = provider.openAdapter(meeting.localAddress())) {
            if (meeting.isConnecting()) {
                new Producer(adapter, meeting.waiting()).run(meeting.address());
                return;
            }
            try (Listener listener = adapter.createListener()) {
                listener.bind(meeting.address());
                listener.listen(1);
                Peer producer = meeting.invite(listener);
                new Consumer(adapter, meeting.waiting()).run(listener);
                producer.await();
            }
        }
    }

    /** Returns where a record lies. */
    static int recordOffset(long number) {
        return RECORDS + (int) (number % CAPACITY) * RECORD_LENGTH;
    }
}
