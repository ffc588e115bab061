// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.examples.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.api.Adapter;
import io.oriel.api.NdStatus;
import io.oriel.api.config.OrielConfig;
import io.oriel.examples.gateway.matching.Journal;
import io.oriel.examples.gateway.matching.Matcher;
import io.oriel.examples.gateway.matching.MatcherConfig;
import io.oriel.examples.gateway.protocol.ListenEncoder;
import io.oriel.examples.gateway.protocol.MessageHeaderEncoder;
import io.oriel.examples.gateway.protocol.NewOrderEncoder;
import io.oriel.examples.gateway.protocol.Side;
import io.oriel.service.Client;
import io.oriel.service.ClientHandlers;
import io.oriel.service.config.Surroundings;
import io.oriel.service.name.StaticResolver;
import io.oriel.testing.SimulatedProcess;
import io.oriel.testing.Simulation;
import io.oriel.testing.SimulationConfig;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What an engine and a gateway do with what they should not be sent, and when they are alone. */
class GatewayTest {
    private static final int ENTRIES = 100;
    private static final InetSocketAddress ENGINE = new InetSocketAddress(InetAddress.getLoopbackAddress(), 7001);
    private static final InetSocketAddress GATEWAY = new InetSocketAddress(InetAddress.getLoopbackAddress(), 7002);

    private final Simulation simulation = Simulation.open(SimulationConfig.of(0));
    private final Surroundings surroundings = new Surroundings(simulation::nanoTime, new Random(1));
    private final UnsafeBuffer memory = new UnsafeBuffer(ByteBuffer.allocateDirect(ENTRIES * Journal.ENTRY_LENGTH));
    private final List<String> answers = new ArrayList<>();

    @AfterEach
    void close() {
        simulation.close();
    }

    private SimulatedProcess process(String name) {
        return simulation.newProcess(name);
    }

    private static Adapter open(SimulatedProcess process) {
        return process.open(OrielConfig.defaults()).openAdapter();
    }

    private void startEngine() {
        SimulatedProcess process = process("engine");
        Matcher matcher = new Matcher(MatcherConfig.defaults(), Journal.in(memory));
        process.runs(new Engine(open(process), ENGINE, Protocol.engineServer(), surroundings, matcher)::poll);
    }

    private void startGateway() {
        SimulatedProcess process = process("gateway");
        Gateway.Config config = new Gateway.Config(GATEWAY, Protocol.gatewayServer(), ENGINE, Protocol.engineClient());
        process.runs(new Gateway(open(process), config, surroundings)::poll);
    }

    /** Somebody who sends what he likes. */
    private Client stranger(InetSocketAddress server) {
        SimulatedProcess process = process("stranger");
        Client client = Client.open(
                open(process),
                StaticResolver.of(server),
                "any",
                server.equals(ENGINE) ? Protocol.engineClient() : Protocol.gatewayClient(),
                ClientHandlers.of(answer -> answers.add(answer.requestContext() + " " + answer.status()))
                        .withSurroundings(surroundings));
        process.runs(client::poll);
        simulation.runUntil("connected", client::isConnected);
        return client;
    }

    private void ask(Client client, long context, int bytes) {
        assertThat(client.commit(bytes, context)).isEqualTo(NdStatus.SUCCESS);
        int count = answers.size();
        simulation.runUntil("answered", () -> answers.size() > count);
    }

    private static void fillOrder(Client client) {
        assertThat(client.claim()).isEqualTo(NdStatus.SUCCESS);
        new NewOrderEncoder()
                .wrapAndApplyHeader(client.buffer(), 0, new MessageHeaderEncoder())
                .member(1)
                .instrument(0)
                .session(1)
                .orderId(1)
                .price(1)
                .quantity(1)
                .side(Side.BUY);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void declineWhatIsNoMessage(boolean goesByTheGateway) {
        startEngine();
        startGateway();
        InetSocketAddress server = goesByTheGateway ? GATEWAY : ENGINE;
        int length = Protocol.HEADER_LENGTH + NewOrderEncoder.BLOCK_LENGTH;
        Client client = stranger(server);

        fillOrder(client);
        ask(client, 1, length - 1);
        fillOrder(client);
        client.buffer().putShort(MessageHeaderEncoder.templateIdEncodingOffset(), (short) 99);
        ask(client, 2, length);
        fillOrder(client);
        client.buffer().putByte(length - 1, (byte) 3); // no side
        ask(client, 3, length);
        assertThat(client.claim()).isEqualTo(NdStatus.SUCCESS);
        ask(client, 4, 0);

        assertThat(answers)
                .containsExactly(
                        "1 INVALID_DEVICE_REQUEST",
                        "2 INVALID_DEVICE_REQUEST",
                        "3 INVALID_DEVICE_REQUEST",
                        "4 INVALID_DEVICE_REQUEST");
    }

    @Test
    void ignoreWhatIsSentWithoutWaitingForAnAnswer() {
        startEngine();
        Client client = stranger(ENGINE);
        assertThat(client.claim()).isEqualTo(NdStatus.SUCCESS);
        new ListenEncoder()
                .wrapAndApplyHeader(client.buffer(), 0, new MessageHeaderEncoder())
                .member(1)
                .session(1)
                .fromNumber(1);
        assertThat(client.commitOneWay(Protocol.HEADER_LENGTH + ListenEncoder.BLOCK_LENGTH))
                .isEqualTo(NdStatus.SUCCESS);

        fillOrder(client);
        ask(client, 1, Protocol.HEADER_LENGTH + NewOrderEncoder.BLOCK_LENGTH);

        assertThat(answers).containsExactly("1 SUCCESS"); // rejected by the engine, whose answer that is
    }

    @Test
    void tellAMemberThatNothingWasDoneWhileThereIsNoEngine() {
        startGateway();
        Client client = stranger(GATEWAY);

        fillOrder(client);
        ask(client, 1, Protocol.HEADER_LENGTH + NewOrderEncoder.BLOCK_LENGTH);

        assertThat(answers).containsExactly("1 CONNECTION_INVALID");
    }

    @Test
    void tellAMemberWhenAnotherProcessHasItsNumber() {
        startEngine();
        startGateway();
        List<List<String>> ledgers = List.of(new ArrayList<>(), new ArrayList<>());
        for (int life = 0; life < 2; life++) {
            List<String> ledger = ledgers.get(life);
            SimulatedProcess process = process("member " + life);
            LedgerTrader trader = new LedgerTrader(1, 1, surroundings, LedgerTrader.Habit.ASKS_AGAIN, ledger::add);
            trader.begin(new OrderEntry(open(process), GATEWAY, Protocol.gatewayClient(), surroundings, 1, trader));
            process.runs(trader::poll);
            simulation.runUntil("has traded", trader::isDone);
        }

        simulation.runUntil("is over", () -> ledgers.get(0).contains("over"));
        assertThat(ledgers.get(1)).doesNotContain("over");
    }
}
