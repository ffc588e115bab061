// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.examples.gateway;

import io.oriel.examples.gateway.protocol.CancelOrderDecoder;
import io.oriel.examples.gateway.protocol.FillDecoder;
import io.oriel.examples.gateway.protocol.ListenDecoder;
import io.oriel.examples.gateway.protocol.LoggedInDecoder;
import io.oriel.examples.gateway.protocol.LoginDecoder;
import io.oriel.examples.gateway.protocol.MessageHeaderDecoder;
import io.oriel.examples.gateway.protocol.NewOrderDecoder;
import io.oriel.examples.gateway.protocol.OrderAnswerDecoder;
import io.oriel.service.config.ClientConfig;
import io.oriel.service.config.RedialConfig;
import io.oriel.service.config.ServerConfig;
import java.time.Duration;
import org.agrona.DirectBuffer;

/** What all sides of the exchange have agreed on. */
final class Protocol {
    /** No message of this protocol. */
    static final int NONSENSE = -1;

    static final int HEADER_LENGTH = MessageHeaderDecoder.ENCODED_LENGTH;
    static final int MAX_LENGTH = 64;
    static final int MEMBER_REQUESTS = 32;
    static final int MEMBER_FILLS = 256;
    static final int ENGINE_REQUESTS = 1024;
    private static final int NUMBER =
            MessageHeaderDecoder.SCHEMA_ID << Short.SIZE | MessageHeaderDecoder.SCHEMA_VERSION;
    private static final int GATEWAYS = 8;
    private static final int MEMBERS = 32;
    private static final RedialConfig REDIAL =
            new RedialConfig(Duration.ofSeconds(1), Duration.ofMillis(5), Duration.ofMillis(100));

    private Protocol() {}

    /** Returns what the engine's server takes. */
    static ServerConfig engineServer() {
        return new ServerConfig(GATEWAYS, ENGINE_REQUESTS, ENGINE_REQUESTS, MAX_LENGTH, MAX_LENGTH, NUMBER);
    }

    /** Returns what a gateway asks the engine for. */
    static ClientConfig engineClient() {
        return new ClientConfig(
                ENGINE_REQUESTS, ENGINE_REQUESTS, MAX_LENGTH, MAX_LENGTH, NUMBER, Duration.ofSeconds(2), REDIAL);
    }

    /** Returns what a gateway's server takes. */
    static ServerConfig gatewayServer() {
        return new ServerConfig(MEMBERS, MEMBER_REQUESTS, MEMBER_FILLS, MAX_LENGTH, MAX_LENGTH, NUMBER);
    }

    /** Returns what a member asks a gateway for. */
    static ClientConfig gatewayClient() {
        return new ClientConfig(
                MEMBER_REQUESTS, MEMBER_FILLS, MAX_LENGTH, MAX_LENGTH, NUMBER, Duration.ofSeconds(3), REDIAL);
    }

    /** Looks which message has come; {@link #NONSENSE} if it is none, or not whole. */
    static int template(MessageHeaderDecoder header, DirectBuffer buffer, int length) {
        if (length < HEADER_LENGTH) {
            return NONSENSE;
        }
        header.wrap(buffer, 0);
        int template = header.templateId();
        int body = body(template);
        boolean isWhole = body > 0
                && header.schemaId() == MessageHeaderDecoder.SCHEMA_ID
                && header.blockLength() >= body
                && length >= HEADER_LENGTH + header.blockLength();
        return isWhole ? template : NONSENSE;
    }

    private static int body(int template) {
        return switch (template) {
            case LoginDecoder.TEMPLATE_ID -> LoginDecoder.BLOCK_LENGTH;
            case LoggedInDecoder.TEMPLATE_ID -> LoggedInDecoder.BLOCK_LENGTH;
            case NewOrderDecoder.TEMPLATE_ID -> NewOrderDecoder.BLOCK_LENGTH;
            case CancelOrderDecoder.TEMPLATE_ID -> CancelOrderDecoder.BLOCK_LENGTH;
            case OrderAnswerDecoder.TEMPLATE_ID -> OrderAnswerDecoder.BLOCK_LENGTH;
            case ListenDecoder.TEMPLATE_ID -> ListenDecoder.BLOCK_LENGTH;
            case FillDecoder.TEMPLATE_ID -> FillDecoder.BLOCK_LENGTH;
            default -> NONSENSE;
        };
    }
}
