// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.request;

import io.oriel.api.NdStatus;
import io.oriel.service.Answer;
import io.oriel.service.Client;
import io.oriel.service.ClientHandlers;
import io.oriel.service.config.ClientConfig;
import java.net.InetSocketAddress;

/** By io.oriel.service. */
final class ServiceClient implements Asking {
    private final Client client;
    private final Answers handler;
    private NdStatus last = NdStatus.SUCCESS;

    ServiceClient(InetSocketAddress server, Answers handler) {
        this.handler = handler;
        client = Client.open(server, ClientConfig.defaults(), ClientHandlers.of(this::onAnswer));
    }

    @Override
    public boolean ask(long id, long number) {
        if (client.claim() != NdStatus.SUCCESS) {
            return false;
        }
        client.buffer().putLong(0, number);
        if (client.commit(Long.BYTES, id) == NdStatus.SUCCESS) {
            return true;
        }
        client.abort();
        return false;
    }

    @Override
    public int poll() {
        int count = client.poll();
        if (last != NdStatus.SUCCESS) {
            throw new IllegalStateException("a request was not answered: " + last);
        }
        return count;
    }

    private void onAnswer(Answer answer) {
        last = answer.status();
        if (last == NdStatus.SUCCESS) {
            handler.onAnswer(answer.requestContext(), answer.buffer().getLong(0));
        }
    }

    @Override
    public void close() {
        client.close();
    }
}
