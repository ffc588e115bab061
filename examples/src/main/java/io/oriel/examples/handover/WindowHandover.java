// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.examples.handover;

import io.oriel.api.Adapter;
import io.oriel.api.Listener;
import io.oriel.api.NetworkDirect;
import io.oriel.api.Provider;
import io.oriel.examples.Meeting;
import io.oriel.examples.Peer;

/** One process grants another a window into its memory, and gets it back. */
public final class WindowHandover {
    private WindowHandover() {}

    /**
     * Runs the example, both sides or one of them.
     *
     * @param arguments as {@link Meeting} reads them
     * @throws Exception if something goes wrong
     */
    public static void main(String[] arguments) throws Exception {
        Meeting meeting = Meeting.of(WindowHandover.class, arguments);
        try (Provider provider = NetworkDirect.open(meeting.config());
                Adapter adapter = provider.openAdapter(meeting.localAddress())) {
            if (meeting.isConnecting()) {
                new WindowUser(adapter, meeting.waiting()).run(meeting.address());
                return;
            }
            try (Listener listener = adapter.createListener()) {
                listener.bind(meeting.address());
                listener.listen(1);
                Peer user = meeting.invite(listener);
                new WindowOwner(adapter, meeting.waiting()).run(listener);
                user.await();
            }
        }
    }
}
