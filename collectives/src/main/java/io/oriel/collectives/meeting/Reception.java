// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.collectives.meeting;

import io.oriel.api.Connector;
import io.oriel.api.Listener;
import io.oriel.api.NdException;
import io.oriel.api.NdStatus;
import io.oriel.collectives.config.CommunicatorConfig;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Where ranks of higher rank come to: takes their requests, and refuses what does not fit. By the domain's owner. */
final class Reception {
    private final Meeting meeting;
    private final CommunicatorConfig config;
    private final Listener listener;
    private final InetSocketAddress[] addresses;
    private final List<Acceptance> acceptances = new ArrayList<>();
    private Connector connector;
    private @Nullable CompletableFuture<Void> request;
    private @Nullable InetSocketAddress address;

    /** A rank whose request was accepted, until it has completed the connection. */
    private record Acceptance(Acquaintance peer, CompletableFuture<Void> step) {}

    Reception(Meeting meeting, CommunicatorConfig config) {
        this.meeting = meeting;
        this.config = config;
        listener = meeting.adapter().createListener();
        connector = meeting.adapter().createConnector();
        addresses = new InetSocketAddress[config.meeting().size()];
    }

    void listen(InetSocketAddress at) {
        listener.bind(at);
        listener.listen(0);
        InetSocketAddress listening = listener.localAddress();
        address = listening;
        addresses[config.meeting().rank()] = listening;
        request = listener.getConnectionRequest(connector);
    }

    InetSocketAddress address() {
        return Objects.requireNonNull(address);
    }

    /** Returns where all listen; complete when all have come to rank 0. */
    InetSocketAddress[] addresses() {
        return addresses.clone();
    }

    void progress() {
        CompletableFuture<Void> asked = request;
        if (asked != null && asked.isDone()) {
            if (asked.isCompletedExceptionally()) {
                connector.close(); // whoever asked has given up; others come
            } else {
                answer(connector);
            }
            connector = meeting.adapter().createConnector();
            request = listener.getConnectionRequest(connector);
        }
        for (int index = 0; index < acceptances.size(); ) {
            Acceptance acceptance = acceptances.get(index);
            if (!acceptance.step.isDone()) {
                index++;
                continue;
            }
            acceptances.remove(index);
            if (acceptance.step.isCompletedExceptionally()) {
                acceptance.peer.end(); // it may come again; the time-out says that it is missing
                meeting.forget(acceptance.peer);
            } else {
                acceptance.peer.introduce();
            }
        }
    }

    private void answer(Connector from) {
        byte[] data = from.privateData();
        Greeting greeting = Greeting.read(data, config);
        String difference = Greeting.difference(data, config);
        if (greeting == null || !difference.isEmpty()) {
            reject(from, difference.isEmpty() ? "there is no such rank" : difference);
            return;
        }
        forgetIfSameAgain(greeting);
        if (greeting.rank() <= config.meeting().rank() || meeting.knows(greeting.rank())) {
            reject(from, "rank " + greeting.rank() + " is there already");
            return;
        }
        addresses[greeting.rank()] = greeting.address();
        Acquaintance peer = meeting.newAcquaintance(greeting.rank(), from);
        acceptances.add(new Acceptance(peer, from.accept(peer.endpoint())));
    }

    /** A rank whose request was accepted may not have heard of it, and dials again. */
    private void forgetIfSameAgain(Greeting greeting) {
        Acceptance before = acceptances.stream()
                .filter(each -> each.peer.rank() == greeting.rank())
                .findAny()
                .orElse(null);
        if (before != null && greeting.address().equals(addresses[greeting.rank()])) {
            acceptances.remove(before);
            before.peer.end();
            meeting.forget(before.peer);
        }
    }

    private void reject(Connector from, String reason) {
        byte[] text = reason.getBytes(StandardCharsets.UTF_8); // of what a stranger has said, perhaps
        int most = meeting.adapter().info().connections().maxCalleeData();
        try {
            from.reject(Arrays.copyOf(text, Math.min(text.length, most)));
        } catch (NdException e) {
            if (e.status() != NdStatus.CONNECTION_ABORTED) {
                throw e;
            }
        } finally {
            from.close();
        }
    }

    void close() {
        listener.close();
        connector.close();
    }
}
