// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.choice;

import io.oriel.api.NdStatus;
import io.oriel.engine.transport.DialHandler;
import io.oriel.engine.transport.Link;
import java.net.InetSocketAddress;
import java.util.OptionalLong;

/**
 * A dial to an address of this host: on the host's own medium, and on the other one if nobody can be met there.
 *
 * <p>A listener begins on this host's medium before it begins on the other, and ends there after it. So whoever answers on the
 * other can be met on this host's by then, if at all: it is asked for there once more, and a peer that has just appeared, or has
 * been replaced by another process meanwhile, is not taken for one that cannot be met.
 */
final class HostDial {
    private final ChoosingPort port;
    private final InetSocketAddress destination;
    private final DialHandler handler;
    private OptionalLong answering = OptionalLong.empty();

    HostDial(ChoosingPort port, InetSocketAddress destination, DialHandler handler) {
        this.port = port;
        this.destination = destination;
        this.handler = handler;
    }

    void begin() {
        String reason = destination.getAddress().getHostAddress() + " is on this host";
        port.onHost().dial(destination, new OnHost(new ReasonedDial(port, handler, reason)));
    }

    /** The dial on this host's own medium. */
    private final class OnHost implements DialHandler {
        private final DialHandler reasoned;

        OnHost(DialHandler reasoned) {
            this.reasoned = reasoned;
        }

        @Override
        public void dialled(Link link) {
            reasoned.dialled(link);
        }

        @Override
        public void failed(NdStatus status, String why) {
            boolean isNobodyThere = status == NdStatus.CONNECTION_REFUSED || status == NdStatus.ACCESS_VIOLATION;
            if (!isNobodyThere) {
                reasoned.failed(status, why);
            } else if (port.detours().areAllowed()) {
                String reason = "the peer cannot be met on this host's own medium: " + why;
                port.betweenHosts().dial(destination, new Detour(reason));
            } else {
                reasoned.failed(status, why + "; UdpConfig.onHost allows no other medium");
            }
        }
    }

    /** The dial on the other medium. */
    private final class Detour implements DialHandler {
        private final String reason;
        private boolean isRefused;

        Detour(String reason) {
            this.reason = reason;
        }

        @Override
        public boolean wantsLink(long adapterId) {
            OptionalLong now = OptionalLong.of(adapterId);
            isRefused = !answering.equals(now);
            answering = now;
            return !isRefused;
        }

        @Override
        public void dialled(Link link) {
            try {
                port.detoured(link, destination, reason);
            } finally {
                handler.dialled(link);
            }
        }

        @Override
        public void failed(NdStatus status, String why) {
            if (isRefused) {
                begin();
            } else {
                handler.failed(status, why + "; this medium was chosen because " + reason);
            }
        }
    }
}
