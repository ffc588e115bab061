// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.examples.keyvalue;

import io.oriel.api.Adapter;
import io.oriel.api.NetworkDirect;
import io.oriel.api.Provider;
import io.oriel.examples.Attendance;
import io.oriel.examples.Meeting;
import io.oriel.examples.Peer;

/**
 * A process with a store of keys and values, and one that uses it: puts values by request and answer, looks them up likewise, and
 * by one-sided Reads of the store's memory, which on one host cost the store nothing. At the end the store takes its memory back
 * from the client, which from then on can only ask. Either may be killed and started again: the store is empty then, and the client
 * puts its keys anew.
 */
public final class KeyValue {
    private KeyValue() {}

    /**
     * Runs the example, both sides or one of them.
     *
     * @param arguments as {@link Meeting} reads them; {@code --attended} is for the store
     * @throws Exception if something goes wrong
     */
    public static void main(String[] arguments) throws Exception {
        Attendance attendance = new Attendance();
        Meeting meeting = Meeting.of(KeyValue.class, arguments, attendance);
        try (Provider provider = NetworkDirect.open(meeting.config());
                Adapter adapter = provider.openAdapter(meeting.localAddress())) {
            if (meeting.isConnecting()) {
                try (StoreClient client = new StoreClient(adapter, meeting.address(), meeting.waiting())) {
                    client.run(meeting.seconds());
                }
                return;
            }
            try (Store store = new Store(adapter, meeting.address(), meeting.waiting())) {
                if (!meeting.isStartingPeers()) { // else the client ends it
                    attendance.onEnd(store::stop);
                }
                Peer client = meeting.invite(store.address(), store::stop);
                store.run();
                client.await();
            }
        }
    }
}
