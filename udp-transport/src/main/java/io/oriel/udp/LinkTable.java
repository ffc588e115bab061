// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp;

import io.oriel.udp.datagram.LinkReader;
import io.oriel.udp.seal.LinkKeys;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The links of a port. An adapter that dials itself has two, one on each side. Found by what their making has proved, because a peer may
 * give itself any adapter id. Used by the agent alone.
 */
final class LinkTable {
    private final Set<UdpLink> dialled = new HashSet<>();
    private final Map<PeerName, UdpLink> accepted = new HashMap<>();
    private final Map<HelloName, Acceptance> accepting = new LinkedHashMap<>(); // the oldest first
    private final Set<UdpLink> unreleased = new HashSet<>();

    /**
     * Who has the other end of a link. The adapter id is the peer's word; what it is of no use to claim is proved when a link is made.
     *
     * @param adapterId of the peer
     * @param control   where it takes control datagrams, and sends them from
     * @param key       the pre-shared key that it has
     * @param identity  that it has
     */
    record PeerName(long adapterId, InetSocketAddress control, LinkKeys.Name key, LinkKeys.Name identity) {}

    /**
     * One hello, which a cookie has shown to come from where it says.
     *
     * @param key    of the hello
     * @param source from where it came
     */
    record HelloName(long key, InetSocketAddress source) {}

    /** Enters a link that has been made. */
    void add(UdpLink link) {
        if (link.isDialler()) {
            dialled.add(link);
        } else {
            accepted.put(link.peerName(), link);
        }
        unreleased.add(link);
    }

    /** Hands out a link no more: it has ended, here or there. */
    void forget(UdpLink link) {
        dialled.remove(link);
        accepted.remove(link.peerName(), link);
    }

    /** Drops a link of which nothing is left. */
    void remove(UdpLink link) {
        forget(link);
        unreleased.remove(link);
    }

    /**
     * Returns the link that a listener says to have.
     *
     * @param exists what it says
     * @param mark   of the hello that it answers
     * @return null if its other end is not the listener's, or it has ended
     */
    @Nullable
    UdpLink dialled(LinkReader.Exists exists, byte[] mark) {
        for (UdpLink each : dialled) {
            if (each.peerName().adapterId() == exists.adapterId() && each.proof(mark) == exists.proof()) {
                return each;
            }
        }
        return null;
    }

    @Nullable
    UdpLink accepted(PeerName peer) {
        return accepted.get(peer);
    }

    @Nullable
    Acceptance accepting(HelloName hello) {
        return accepting.get(hello);
    }

    /** Tells whether somebody who claims to be this peer is being met. */
    boolean isAccepting(PeerName peer) {
        for (Acceptance each : accepting.values()) {
            if (each.caller().name().equals(peer)) {
                return true;
            }
        }
        return false;
    }

    void beginAccepting(Acceptance acceptance) {
        accepting.put(acceptance.caller().helloName(), acceptance);
    }

    void endAccepting(Acceptance acceptance) {
        accepting.remove(acceptance.caller().helloName(), acceptance);
    }

    List<Acceptance> acceptances() {
        return List.copyOf(accepting.values());
    }

    /** Returns what the same dialler has said before, which it has given up since. */
    List<Acceptance> formerOf(Acceptance.Caller caller) {
        List<Acceptance> former = new ArrayList<>();
        for (Acceptance each : accepting.values()) {
            if (each.caller().source().equals(caller.source())
                    && each.caller().name().equals(caller.name())) {
                former.add(each);
            }
        }
        return former;
    }

    /** Returns the links of which something is left, closed ones included whose peer does not know it yet. */
    List<UdpLink> unreleased() {
        return List.copyOf(unreleased);
    }
}
