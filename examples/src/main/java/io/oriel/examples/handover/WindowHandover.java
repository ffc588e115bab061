// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.examples.handover;

import io.oriel.api.Adapter;
import io.oriel.api.Listener;
import io.oriel.api.NetworkDirect;
import io.oriel.api.Provider;
import io.oriel.examples.TwoProcesses;
import java.net.InetAddress;
import java.net.InetSocketAddress;

/** One process grants another a window into its memory, and gets it back. */
public final class WindowHandover {
    private WindowHandover() {}

    /**
     * Runs the example: starts the second process unless it is the second.
     *
     * @param arguments none
     * @throws Exception if something goes wrong
     */
    public static void main(String[] arguments) throws Exception {
        try (Provider provider = NetworkDirect.open();
                Adapter adapter = provider.openAdapter()) {
            if (TwoProcesses.isConnecting(arguments)) {
                new WindowUser(adapter).run(TwoProcesses.address(arguments));
                return;
            }
            try (Listener listener = adapter.createListener()) {
                listener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
                listener.listen(1);
                Process user = TwoProcesses.connect(WindowHandover.class, listener.localAddress());
                new WindowOwner(adapter).run(listener);
                user.waitFor();
            }
        }
    }
}
