// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp.meeting;

import io.oriel.udp.hello.Cookies;

/** How an adapter's dials and listeners speak. */
public interface Words {
    /**
     * Begins a dial.
     *
     * @return for one offer
     */
    DialWords dial();

    /**
     * Begins to listen.
     *
     * @param cookies of the listeners
     * @return for all listeners of the adapter
     */
    ListenerWords listen(Cookies cookies);
}
