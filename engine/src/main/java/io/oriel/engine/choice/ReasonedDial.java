// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.choice;

import io.oriel.api.NdStatus;
import io.oriel.engine.transport.DialHandler;
import io.oriel.engine.transport.Link;

/** A dial on a medium that was chosen for a reason. */
final class ReasonedDial implements DialHandler {
    private final ChoosingPort port;
    private final DialHandler handler;
    private final String reason;

    ReasonedDial(ChoosingPort port, DialHandler handler, String reason) {
        this.port = port;
        this.handler = handler;
        this.reason = reason;
    }

    @Override
    public void dialled(Link link) {
        port.chosen(link, reason);
        handler.dialled(link);
    }

    @Override
    public void failed(NdStatus status, String why) {
        handler.failed(status, why + "; this medium was chosen because " + reason);
    }
}
