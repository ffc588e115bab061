// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.examples.gateway;

import io.oriel.api.Adapter;
import io.oriel.api.NdStatus;
import io.oriel.examples.gateway.matching.Entry;
import io.oriel.examples.gateway.matching.Matcher;
import io.oriel.examples.gateway.matching.Outcome;
import io.oriel.examples.gateway.protocol.CancelOrderDecoder;
import io.oriel.examples.gateway.protocol.ListenDecoder;
import io.oriel.examples.gateway.protocol.LoggedInEncoder;
import io.oriel.examples.gateway.protocol.LoginDecoder;
import io.oriel.examples.gateway.protocol.MessageHeaderDecoder;
import io.oriel.examples.gateway.protocol.MessageHeaderEncoder;
import io.oriel.examples.gateway.protocol.NewOrderDecoder;
import io.oriel.examples.gateway.protocol.OrderAnswerEncoder;
import io.oriel.examples.gateway.protocol.Reason;
import io.oriel.examples.gateway.protocol.Side;
import io.oriel.service.Request;
import io.oriel.service.Server;
import io.oriel.service.ServerHandlers;
import io.oriel.service.config.ServerConfig;
import io.oriel.service.config.Surroundings;
import io.oriel.service.run.Duty;
import java.net.InetSocketAddress;

/**
 * The matching engine's process: takes orders from gateways, answers each, and tells members who listen of their Fills.
 *
 * <p><b>Threading:</b> the adapter's domain. <b>Memory:</b> an order allocates nothing.
 */
final class Engine implements Duty, AutoCloseable {
    private final Matcher matcher;
    private final Server server;
    private final Listeners listeners;
    private final MessageHeaderDecoder header = new MessageHeaderDecoder();
    private final MessageHeaderEncoder answerHeader = new MessageHeaderEncoder();
    private final LoginDecoder login = new LoginDecoder();
    private final NewOrderDecoder newOrder = new NewOrderDecoder();
    private final CancelOrderDecoder cancelOrder = new CancelOrderDecoder();
    private final ListenDecoder listen = new ListenDecoder();
    private final LoggedInEncoder loggedIn = new LoggedInEncoder();
    private final OrderAnswerEncoder orderAnswer = new OrderAnswerEncoder();
    private final Entry entry = new Entry();

    Engine(
            Adapter adapter,
            InetSocketAddress address,
            ServerConfig config,
            Surroundings surroundings,
            Matcher matcher) {
        this.matcher = matcher;
        listeners = new Listeners(matcher);
        server = Server.open(
                adapter, address, config, ServerHandlers.of(this::onRequest).withSurroundings(surroundings));
    }

    InetSocketAddress address() {
        return server.address();
    }

    @Override
    public int poll() {
        return server.poll() + listeners.tell();
    }

    @Override
    public long untilDueNs(long nowNs) {
        return server.untilDueNs(nowNs);
    }

    private void onRequest(Request request) {
        if (request.isOneWay()) {
            return; // all that is asked for here has an answer
        }
        var buffer = request.buffer();
        int template = Protocol.template(header, buffer, request.length());
        int block = header.blockLength();
        int version = header.version();
        switch (template) {
            case NewOrderDecoder.TEMPLATE_ID -> {
                newOrder.wrap(buffer, Protocol.HEADER_LENGTH, block, version);
                onNewOrder(request);
            }
            case CancelOrderDecoder.TEMPLATE_ID -> {
                cancelOrder.wrap(buffer, Protocol.HEADER_LENGTH, block, version);
                entry.set(Entry.Kind.CANCEL, cancelOrder.member(), cancelOrder.session());
                answer(request, matcher.execute(entry.with(cancelOrder.orderId(), cancelOrder.targetId(), 0, 0)));
            }
            case LoginDecoder.TEMPLATE_ID -> {
                login.wrap(buffer, Protocol.HEADER_LENGTH, block, version);
                onLogin(request, login.member());
            }
            case ListenDecoder.TEMPLATE_ID -> {
                listen.wrap(buffer, Protocol.HEADER_LENGTH, block, version);
                listeners.add(request, listen.member(), listen.session(), listen.fromNumber());
            }
            default -> decline(request, NdStatus.INVALID_DEVICE_REQUEST);
        }
    }

    private void onNewOrder(Request request) {
        int side = newOrder.sideRaw();
        if (side != Side.BUY.value() && side != Side.SELL.value()) {
            decline(request, NdStatus.INVALID_DEVICE_REQUEST);
            return;
        }
        Entry.Kind kind = side == Side.BUY.value() ? Entry.Kind.BUY : Entry.Kind.SELL;
        entry.set(kind, newOrder.member(), newOrder.session());
        entry.with(newOrder.orderId(), newOrder.instrument(), newOrder.price(), newOrder.quantity());
        answer(request, matcher.execute(entry));
    }

    private void onLogin(Request request, int member) {
        Reason reason = matcher.login(entry.login(member));
        if (reason != Reason.NONE) {
            decline(
                    request,
                    reason == Reason.JOURNAL_FULL ? NdStatus.INSUFFICIENT_RESOURCES : NdStatus.INVALID_DEVICE_REQUEST);
        } else if (request.claim() == NdStatus.SUCCESS) {
            loggedIn.wrapAndApplyHeader(request.answer(), 0, answerHeader)
                    .session(matcher.session(member))
                    .lastOrderId(matcher.lastOrderId(member))
                    .reportCount(matcher.reports(member).count());
            commit(request, LoggedInEncoder.BLOCK_LENGTH);
        }
    }

    private void answer(Request request, Outcome outcome) {
        if (request.claim() == NdStatus.SUCCESS) {
            orderAnswer
                    .wrapAndApplyHeader(request.answer(), 0, answerHeader)
                    .orderId(outcome.orderId())
                    .filled(outcome.filled())
                    .leaves(outcome.leaves())
                    .result(outcome.result())
                    .reason(outcome.reason())
                    .repeated((short) (outcome.isRepeated() ? 1 : 0));
            commit(request, OrderAnswerEncoder.BLOCK_LENGTH);
        }
    }

    /** If the gateway has gone, the member asks again by another. */
    private static void commit(Request request, int blockLength) {
        var unused = request.commit(Protocol.HEADER_LENGTH + blockLength);
    }

    private static void decline(Request request, NdStatus status) {
        var unused = request.decline(status);
    }

    @Override
    public void close() {
        server.close();
    }
}
