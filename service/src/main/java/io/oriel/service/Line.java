// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.service;

import io.oriel.api.Adapter;
import io.oriel.api.Completion;
import io.oriel.api.CompletionQueue;
import io.oriel.api.Endpoint;
import io.oriel.api.NdException;
import io.oriel.api.NdStatus;
import io.oriel.api.OpFlags;
import io.oriel.api.RequestType;
import io.oriel.api.config.EndpointConfig;
import io.oriel.service.config.ClientConfig;
import io.oriel.service.config.Surroundings;
import io.oriel.service.connect.Connection;
import io.oriel.service.connect.DialHandler;
import io.oriel.service.connect.Holdings;
import io.oriel.service.protocol.Greeting;
import io.oriel.service.protocol.HeaderLayout;
import io.oriel.service.protocol.Refusal;
import io.oriel.service.run.Errors;
import io.oriel.service.slot.CompletionDispatcher;
import io.oriel.service.slot.SlotLayout;
import io.oriel.service.slot.SlotPool;
import org.agrona.MutableDirectBuffer;
import org.jspecify.annotations.Nullable;

/**
 * The connection of a client to its server, one after the other, with the memory that all of them use.
 *
 * <p>For each request there is a Receive for its last answer, for each part that was agreed another, one for the news that the server leaves,
 * and one for the answer that is just being looked at. So no answer ever waits for a Receive.
 */
final class Line implements DialHandler {
    private static final int BATCH = 64;
    private static final int SPARE_RECEIVES = 2;
    private static final int SPARE_SENDS = 8;

    private final Client client;
    private final Adapter adapter;
    private final ClientConfig config;
    private final Errors errors;
    private final Surroundings surroundings;
    private final CompletionQueue queue;
    private final CompletionDispatcher dispatcher;
    private final SlotPool requests;
    private final SlotPool notes;
    private SlotPool answers;
    private boolean answersTainted;
    private @Nullable Endpoint endpoint;
    private @Nullable Connection connection;
    private long epoch;
    private int taken;
    private int giveBackAt;
    private boolean leaving;

    Line(
            Client client,
            Adapter adapter,
            ClientConfig config,
            Holdings holdings,
            Errors errors,
            Surroundings surroundings) {
        this.surroundings = surroundings;
        this.client = client;
        this.adapter = adapter;
        this.config = config;
        this.errors = errors;
        requests = new SlotPool(
                adapter, config.requestsInFlight(), new SlotLayout(HeaderLayout.LENGTH, config.maxRequestLength()));
        holdings.add(requests::close);
        notes = new SlotPool(adapter, 1, new SlotLayout(HeaderLayout.LENGTH, 0));
        holdings.add(notes::close);
        answers = newAnswers();
        holdings.add(() -> answers.close());
        queue = adapter.createCompletionQueue(Math.max(BATCH, answers.count()));
        holdings.add(queue::close);
        dispatcher = new CompletionDispatcher(queue, BATCH, this::onSent).on(RequestType.RECEIVE, this::onReceived);
    }

    private SlotPool newAnswers() {
        int count = config.requestsInFlight() + config.partsInFlight() + SPARE_RECEIVES;
        return new SlotPool(adapter, count, new SlotLayout(HeaderLayout.LENGTH, config.maxAnswerLength()));
    }

    Adapter adapter() {
        return adapter;
    }

    boolean isUp() {
        return connection != null && !leaving;
    }

    /** Returns a number that each connection, and each attempt at one, has for itself. */
    long epoch() {
        return epoch;
    }

    MutableDirectBuffer request(int index) {
        return requests.body(index);
    }

    NdStatus send(long claimedEpoch, int index, int bytes, int kind, long id) {
        Connection by = connection;
        if (by == null || claimedEpoch != epoch) {
            return NdStatus.CONNECTION_INVALID;
        }
        int credit = Math.min(taken, HeaderLayout.MAX_CREDIT);
        HeaderLayout.write(requests.memory(), requests.offset(index), kind, credit, 0, id);
        NdStatus status = by.endpoint().send(0, requests.list(index, bytes), OpFlags.SILENT_SUCCESS);
        if (status == NdStatus.SUCCESS) {
            taken -= credit;
        }
        return status == NdStatus.SUCCESS || status == NdStatus.NO_MORE_ENTRIES ? status : NdStatus.CONNECTION_INVALID;
    }

    int poll() {
        int work = dispatcher.poll();
        if (taken > 0 && taken >= giveBackAt) {
            giveBack();
        }
        return work;
    }

    private void giveBack() {
        Connection by = connection;
        if (by != null) {
            int credit = Math.min(taken, HeaderLayout.MAX_CREDIT);
            HeaderLayout.write(notes.memory(), 0, HeaderLayout.TAKEN, credit, 0, 0);
            if (by.endpoint().send(0, notes.list(0), OpFlags.SILENT_SUCCESS | OpFlags.INLINE) == NdStatus.SUCCESS) {
                taken -= credit;
            }
        }
    }

    int attend(boolean idle, boolean done, long nowNs) {
        Connection by = connection;
        if (by == null) {
            return 0;
        }
        if (idle && by.hasEnded()) {
            lost(NdStatus.STATUS_CONNECTION_DISCONNECTED, "the server has left or died", false, nowNs);
            return 1;
        }
        if (leaving && done) {
            lost(
                    NdStatus.STATUS_CONNECTION_DISCONNECTED,
                    "the server leaves, and has answered everything",
                    true,
                    nowNs);
            return 1;
        }
        return 0;
    }

    private void lost(NdStatus status, String words, boolean peerLeaves, long nowNs) {
        Connection by = connection;
        if (by != null) {
            connection = null;
            endpoint = null;
            String explanation = words + ": " + by.explain();
            by.close();
            client.onLost(status, explanation, peerLeaves, nowNs);
        }
    }

    private void onSent(Completion completion) {
        if (completion.endpointContext() == epoch && completion.status() != NdStatus.SUCCESS) {
            failed(completion.status());
        }
    }

    private void failed(NdStatus status) {
        boolean isEnd = status == NdStatus.CANCELED;
        lost(
                isEnd ? NdStatus.STATUS_CONNECTION_DISCONNECTED : status,
                isEnd ? "the server has left or died" : "the connection has failed with " + status,
                leaving,
                surroundings.nanoTime());
    }

    private void onReceived(Completion completion) {
        NdStatus status = completion.status();
        Endpoint by = endpoint;
        if (status == NdStatus.IO_TIMEOUT) {
            answersTainted = true; // a server that is stopped in the midst of a copy may go on with it
        }
        if (by == null || completion.endpointContext() != epoch) {
            return;
        }
        if (status != NdStatus.SUCCESS) {
            failed(status);
            return;
        }
        int slot = (int) completion.requestContext();
        int bytes = (int) completion.bytesTransferred();
        if (!onMessage(slot, bytes)) {
            lost(
                    NdStatus.INTERNAL_ERROR,
                    "the server broke the protocol with a message of " + bytes + " bytes",
                    false,
                    surroundings.nanoTime());
        }
        if (by == endpoint) { // else it ended meanwhile
            post(by, slot);
        }
    }

    private boolean onMessage(int slot, int bytes) {
        int length = bytes - HeaderLayout.LENGTH;
        if (length < 0) {
            return false;
        }
        int offset = answers.offset(slot);
        long word = HeaderLayout.word(answers.memory(), offset);
        if (!client.onTold(HeaderLayout.credit(word))) {
            return false;
        }
        long id = HeaderLayout.id(answers.memory(), offset);
        int status = HeaderLayout.status(word);
        switch (HeaderLayout.kind(word)) {
            case HeaderLayout.LAST -> {
                return client.onAnswer(id, status, true, answers, slot, length);
            }
            case HeaderLayout.PART -> {
                boolean good = client.onAnswer(id, status, false, answers, slot, length);
                taken++;
                return good;
            }
            case HeaderLayout.DONE -> {
                return true;
            }
            case HeaderLayout.LEAVING -> {
                leaving = true;
                return true;
            }
            default -> {
                return false;
            }
        }
    }

    private void post(Endpoint by, int slot) {
        NdStatus status = by.receive(slot, answers.list(slot));
        // That the connection has ended is told by what is outstanding.
        if (status != NdStatus.SUCCESS && status != NdStatus.CONNECTION_INVALID) {
            errors.onError(new NdException(status, "answer slot " + slot + " cannot be used again"));
        }
    }

    @Override
    public Endpoint newEndpoint() {
        int left;
        do {
            left = dispatcher.poll(); // what the last endpoint has left
        } while (left > 0);
        if (answersTainted) {
            // The adapter keeps the memory until it is closed.
            answers = newAnswers();
            answersTainted = false;
        }
        epoch++;
        leaving = false;
        taken = 0;
        EndpointConfig endpointConfig = EndpointConfig.defaults()
                .withReceiveQueueDepth(answers.count())
                .withInitiatorQueueDepth(config.requestsInFlight() + SPARE_SENDS)
                .withMaxSge(1)
                .withInlineDataSize(HeaderLayout.LENGTH)
                .withContext(epoch);
        Endpoint made = adapter.createEndpoint(queue, queue, endpointConfig);
        for (int slot = 0; slot < answers.count(); slot++) {
            post(made, slot);
        }
        endpoint = made;
        return made;
    }

    @Override
    public byte[] privateData() {
        return Greeting.of(config).toBytes();
    }

    @Override
    public void onConnection(Connection made, byte[] privateData) {
        connection = made;
        String fault = Greeting.fault(privateData);
        String misfit = fault.isEmpty() ? Greeting.parse(privateData).misfit(config) : fault;
        if (!misfit.isEmpty()) {
            connection = null;
            endpoint = null;
            made.close();
            client.onRefused(NdStatus.INVALID_PARAMETER_MIX, misfit);
            return;
        }
        Greeting agreed = Greeting.parse(privateData);
        giveBackAt = (agreed.partsInFlight() + 1) / 2;
        client.onConnected(agreed.requestsInFlight(), made.explain());
    }

    @Override
    public void onFailure(NdStatus status, String explanation, byte[] privateData) {
        endpoint = null;
        Refusal told = Refusal.parse(privateData, new Refusal(status, explanation));
        client.onRefused(told.status(), told.text());
    }

    void close() {
        lost(NdStatus.CANCELED, "the client was closed", false, surroundings.nanoTime());
    }
}
