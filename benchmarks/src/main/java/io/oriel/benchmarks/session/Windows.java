// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.session;

import io.oriel.api.MemoryWindow;
import io.oriel.api.OpFlags;
import io.oriel.api.RemoteWindow;
import io.oriel.api.WindowDescriptor;
import io.oriel.benchmarks.process.ControlChannel;
import java.util.HexFormat;
import org.agrona.concurrent.UnsafeBuffer;

/** The exchange of windows, one for each endpoint, over the control channel. */
public final class Windows {
    private static final int RIGHTS = OpFlags.ALLOW_READ | OpFlags.ALLOW_WRITE;

    private Windows() {}

    /**
     * Grants the peer, through each endpoint, an equal share of the slots.
     *
     * @param session connected
     * @param slots   the memory
     * @param channel on which the peer {@link #open opens} them
     */
    public static void grant(OrielSession session, Slots slots, ControlChannel channel) {
        int share = slots.count() / session.endpointCount();
        long length = (long) share * slots.stride();
        byte[] descriptor = new byte[WindowDescriptor.LENGTH];
        for (int i = 0; i < session.endpointCount(); i++) {
            MemoryWindow window = session.adapter().createMemoryWindow(i);
            Posts.require(session.endpoint(i)
                    .bind(
                            i,
                            slots.region(),
                            window,
                            slots.offset(i * share),
                            length,
                            RIGHTS | OpFlags.SILENT_SUCCESS,
                            new UnsafeBuffer(descriptor),
                            0));
            channel.send("window " + HexFormat.of().formatHex(descriptor));
        }
    }

    /**
     * Opens what the peer has granted.
     *
     * @param session connected
     * @param channel on which the peer {@link #grant grants} them
     * @return a window for each endpoint
     */
    public static RemoteWindow[] open(OrielSession session, ControlChannel channel) {
        RemoteWindow[] windows = new RemoteWindow[session.endpointCount()];
        for (int i = 0; i < windows.length; i++) {
            windows[i] = open(session, i, channel);
        }
        return windows;
    }

    /**
     * Opens what the peer of one endpoint has granted.
     *
     * @param session connected
     * @param index   of the endpoint
     * @param channel on which that peer {@link #grant grants} it
     * @return the window
     */
    public static RemoteWindow open(OrielSession session, int index, ControlChannel channel) {
        byte[] descriptor = HexFormat.of().parseHex(channel.expect("window"));
        return session.endpoint(index).openWindow(new UnsafeBuffer(descriptor), 0);
    }
}
