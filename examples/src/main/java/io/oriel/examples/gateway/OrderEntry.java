// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.examples.gateway;

import io.oriel.api.Adapter;
import io.oriel.api.NdStatus;
import io.oriel.examples.gateway.protocol.CancelOrderEncoder;
import io.oriel.examples.gateway.protocol.FillDecoder;
import io.oriel.examples.gateway.protocol.ListenEncoder;
import io.oriel.examples.gateway.protocol.LoggedInDecoder;
import io.oriel.examples.gateway.protocol.LoginEncoder;
import io.oriel.examples.gateway.protocol.MessageHeaderDecoder;
import io.oriel.examples.gateway.protocol.MessageHeaderEncoder;
import io.oriel.examples.gateway.protocol.NewOrderEncoder;
import io.oriel.examples.gateway.protocol.OrderAnswerDecoder;
import io.oriel.examples.gateway.protocol.Side;
import io.oriel.service.Answer;
import io.oriel.service.Client;
import io.oriel.service.ClientHandlers;
import io.oriel.service.config.ClientConfig;
import io.oriel.service.config.Surroundings;
import io.oriel.service.name.StaticResolver;
import io.oriel.service.run.Duty;
import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;

/**
 * A member's way to the exchange, by a gateway. It begins one session, which lasts as long as this object however often the gateway or the
 * engine is started anew, and listens for Fills from where it was. It never sends an order twice: that is its user's to do.
 *
 * <p><b>Threading:</b> the adapter's domain. <b>Memory:</b> orders and their answers allocate nothing.
 */
final class OrderEntry implements Duty, AutoCloseable {
    private static final long LOGIN = -1;
    private static final long LISTEN = -2;
    private static final long LISTEN_NS = TimeUnit.HOURS.toNanos(1);
    private static final long PAUSE_NS = TimeUnit.MILLISECONDS.toNanos(2);

    private final int member;
    private final OrderEvents events;
    private final Surroundings surroundings;
    private final Client gateway;
    private final MessageHeaderEncoder header = new MessageHeaderEncoder();
    private final NewOrderEncoder newOrder = new NewOrderEncoder();
    private final CancelOrderEncoder cancelOrder = new CancelOrderEncoder();
    private final LoginEncoder login = new LoginEncoder();
    private final ListenEncoder listen = new ListenEncoder();
    private final MessageHeaderDecoder answerHeader = new MessageHeaderDecoder();
    private final OrderAnswerDecoder orderAnswer = new OrderAnswerDecoder();
    private final LoggedInDecoder loggedIn = new LoggedInDecoder();
    private final FillDecoder fill = new FillDecoder();
    private long session;
    private long nextFill;
    private boolean isAsking; // for the session, and then for Fills
    private boolean isOver;
    private long askNs;

    OrderEntry(
            Adapter adapter,
            InetSocketAddress gateway,
            ClientConfig config,
            Surroundings surroundings,
            int member,
            OrderEvents events) {
        this.member = member;
        this.events = events;
        this.surroundings = surroundings;
        this.gateway = Client.open(
                adapter,
                StaticResolver.of(gateway),
                "gateway",
                config,
                ClientHandlers.of(this::onAnswer).withSurroundings(surroundings));
        askNs = surroundings.nanoTime();
    }

    /** Tells whether orders can be sent. */
    boolean isReady() {
        return session > 0 && !isOver && gateway.isConnected();
    }

    /**
     * Sends an order to buy or to sell. Its id is higher than those before, or that of an order without an answer, which is then the same
     * order again.
     *
     * @return SUCCESS: the events will tell how it ends; NO_MORE_ENTRIES: too many are under way; CONNECTION_INVALID: not ready
     */
    NdStatus send(long orderId, int instrument, Side side, int price, int quantity) {
        NdStatus status = claim();
        if (status != NdStatus.SUCCESS) {
            return status;
        }
        newOrder.wrapAndApplyHeader(gateway.buffer(), 0, header)
                .member(member)
                .instrument(instrument)
                .session(session)
                .orderId(orderId)
                .price(price)
                .quantity(quantity)
                .side(side);
        return commit(gateway.commit(Protocol.HEADER_LENGTH + NewOrderEncoder.BLOCK_LENGTH, orderId));
    }

    /** Sends an order to cancel another one; as {@link #send}. */
    NdStatus cancel(long orderId, long targetId) {
        NdStatus status = claim();
        if (status != NdStatus.SUCCESS) {
            return status;
        }
        cancelOrder
                .wrapAndApplyHeader(gateway.buffer(), 0, header)
                .member(member)
                .session(session)
                .orderId(orderId)
                .targetId(targetId);
        return commit(gateway.commit(Protocol.HEADER_LENGTH + CancelOrderEncoder.BLOCK_LENGTH, orderId));
    }

    private NdStatus claim() {
        return isReady() ? gateway.claim() : NdStatus.CONNECTION_INVALID;
    }

    private NdStatus commit(NdStatus status) {
        gateway.abort(); // does nothing if it was sent
        return status;
    }

    @Override
    public int poll() {
        int work = gateway.poll();
        if (!isAsking && !isOver && gateway.isConnected() && surroundings.nanoTime() - askNs >= 0) {
            work++;
            ask();
        }
        return work;
    }

    private void ask() {
        NdStatus status = gateway.claim();
        if (status == NdStatus.SUCCESS && session == 0) {
            login.wrapAndApplyHeader(gateway.buffer(), 0, header).member(member);
            status = commit(gateway.commit(Protocol.HEADER_LENGTH + LoginEncoder.BLOCK_LENGTH, LOGIN));
        } else if (status == NdStatus.SUCCESS) {
            listen.wrapAndApplyHeader(gateway.buffer(), 0, header)
                    .member(member)
                    .session(session)
                    .fromNumber(nextFill);
            status = commit(gateway.commit(Protocol.HEADER_LENGTH + ListenEncoder.BLOCK_LENGTH, LISTEN, LISTEN_NS));
        }
        isAsking = status == NdStatus.SUCCESS;
        askNs = surroundings.nanoTime() + PAUSE_NS; // if it has to be asked again
    }

    @Override
    public long untilDueNs(long nowNs) {
        long askInNs = isAsking || isOver || !gateway.isConnected() ? Long.MAX_VALUE : Math.max(0, askNs - nowNs);
        return Math.min(askInNs, gateway.untilDueNs(nowNs));
    }

    private void onAnswer(Answer answer) {
        long context = answer.requestContext();
        boolean isFine = answer.status() == NdStatus.SUCCESS;
        if (context < 0 && answer.isLast()) {
            isAsking = false;
        }
        if (isFine) {
            onMessage(answer);
        } else if (context == LISTEN && answer.status() == NdStatus.INVALID_DEVICE_STATE) {
            isOver = true;
            events.onSessionOver();
        } else if (context > 0) {
            events.onStatus(context, answer.status());
        }
    }

    private void onMessage(Answer answer) {
        var buffer = answer.buffer();
        int template = Protocol.template(answerHeader, buffer, answer.length());
        int block = answerHeader.blockLength();
        int version = answerHeader.version();
        switch (template) {
            case OrderAnswerDecoder.TEMPLATE_ID ->
                events.onAnswer(orderAnswer.wrap(buffer, Protocol.HEADER_LENGTH, block, version));
            case FillDecoder.TEMPLATE_ID -> {
                fill.wrap(buffer, Protocol.HEADER_LENGTH, block, version);
                nextFill = fill.number() + 1;
                events.onFill(fill);
            }
            case LoggedInDecoder.TEMPLATE_ID -> {
                loggedIn.wrap(buffer, Protocol.HEADER_LENGTH, block, version);
                session = loggedIn.session();
                nextFill = loggedIn.reportCount() + 1;
                events.onSession(loggedIn.lastOrderId());
            }
            default ->
                throw new IllegalStateException("the gateway has answered nonsense, of " + answer.length() + " bytes");
        }
    }

    @Override
    public void close() {
        gateway.close();
    }
}
