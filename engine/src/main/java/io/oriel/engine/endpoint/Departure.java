// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.endpoint;

/** The last that a domain does with a link: it tells the agent that it has let go of it. By the domain's owner. */
final class Departure {
    private final EndpointHome home;
    private final Runnable onDetached;
    private boolean told;

    Departure(EndpointHome home, Runnable onDetached) {
        this.home = home;
        this.onDetached = onDetached;
    }

    /** Tells; if that throws, the link stays in the domain and nothing but this is done with it. */
    void tell(LinkEnd link) {
        if (!told) {
            home.loop().execute(onDetached);
            told = true;
        }
        home.domain().remove(link);
    }

    /** Instead of a progress, when a post has left its frame half made, or the link is gone. */
    void tellOrBreak(LinkEnd link) {
        if (link.life().isGone()) {
            tell(link);
        } else {
            link.breakLink();
        }
    }
}
