// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp;

import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.api.Connector;
import io.oriel.api.Endpoint;
import io.oriel.api.Listener;
import io.oriel.api.config.EndpointConfig;
import io.oriel.engine.protocol.UdpCookieDecoder;
import io.oriel.engine.protocol.UdpExistsDecoder;
import io.oriel.engine.protocol.UdpRefusedDecoder;
import io.oriel.engine.protocol.UdpWelcomeDecoder;
import io.oriel.udp.datagram.Datagram;
import io.oriel.udp.datagram.DatagramLayout;
import io.oriel.udp.datagram.DatagramWriter;
import io.oriel.udp.datagram.LinkOffer;
import io.oriel.udp.datagram.LinkReader;
import io.oriel.udp.hello.Cookies;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Strangers say hello to a listener that others dial. */
@Timeout(60)
class UdpStrangersTest {
    private static final int HELLOS = 1_000;
    private static final int DIALS = 50;
    private static final int TERM_LENGTH = 64 * 1024;
    private static final int HUGE_TERM_LENGTH = 64 * 1024 * 1024;

    private final UdpPair pair = UdpPair.open(config -> config);
    private final Listener listener = pair.two.adapter.createListener();
    private final List<Stranger> strangers = new ArrayList<>();

    @BeforeEach
    void listen() {
        listener.bind(new InetSocketAddress(pair.two.address, 0));
        listener.listen(DIALS);
    }

    @AfterEach
    void close() {
        strangers.forEach(Stranger::close);
        listener.close();
        pair.close();
    }

    private Stranger stranger() {
        Stranger stranger = new Stranger(listener.localAddress());
        strangers.add(stranger);
        return stranger;
    }

    /** Each from an adapter of its own, so that each makes a link. */
    private void dial(int count) {
        for (int dial = 0; dial < count; dial++) {
            try (var adapter = pair.one.provider.openAdapter(pair.one.address);
                    var queue = adapter.createCompletionQueue(4);
                    Endpoint endpoint = adapter.createEndpoint(queue, queue, EndpointConfig.defaults());
                    Connector dialling = adapter.createConnector();
                    Endpoint accepted =
                            pair.two.adapter.createEndpoint(pair.two.queue, pair.two.queue, EndpointConfig.defaults());
                    Connector accepting = pair.two.adapter.createConnector()) {
                var request = listener.getConnectionRequest(accepting);
                var connected = dialling.connect(endpoint, listener.localAddress());
                UdpPair.get(request);
                var done = accepting.accept(accepted);
                UdpPair.get(connected);
                UdpPair.get(dialling.completeConnect());
                UdpPair.get(done);
            }
        }
    }

    @Test
    void takeNoRoomWithoutAnAddressThatTheyAreAt() {
        Stranger stranger = stranger();
        for (int hello = 0; hello < HELLOS; hello++) {
            stranger.sayHello(stranger.offer(TERM_LENGTH), 1 + hello);
        }

        dial(3);
    }

    @Test
    void takeNoRoomFromOthersWithOneEither() {
        Stranger stranger = stranger();
        for (int hello = 0; hello < HELLOS; hello++) {
            LinkOffer offer = stranger.offer(TERM_LENGTH);
            stranger.sayHello(offer, stranger.cookie(offer));
            assertThat(stranger.answer().templateId()).isEqualTo(UdpWelcomeDecoder.TEMPLATE_ID);
        }

        dial(DIALS);
    }

    @Test
    void chooseNoMemoryOfOthers() {
        Stranger stranger = stranger();
        LinkOffer offer = stranger.offer(HUGE_TERM_LENGTH);

        stranger.sayHello(offer, stranger.cookie(offer));

        LinkReader.Welcome welcome = Objects.requireNonNull(LinkReader.welcome(stranger.answer()));
        assertThat(welcome.offer().stream().termLength()).isEqualTo(1 << 20);
    }

    @Test
    void getNoAnswerThatIsLongerThanTheirHello() {
        Stranger stranger = stranger();
        LinkOffer offer = stranger.offer(TERM_LENGTH);

        long cookie = stranger.cookie(offer);
        assertThat(stranger.answerLength()).isLessThan(DatagramLayout.HELLO_LENGTH);

        stranger.sayHello(offer, cookie);
        Datagram welcome = stranger.answer();
        assertThat(welcome.templateId()).isEqualTo(UdpWelcomeDecoder.TEMPLATE_ID);
        assertThat(stranger.answerLength()).isLessThan(DatagramLayout.HELLO_LENGTH);
    }

    @Test
    void areToldAtOnceThatAddressesAreTranslated() throws UnknownHostException {
        Stranger stranger = stranger();
        InetAddress elsewhere = InetAddress.getByAddress(new byte[] {10, 11, 12, 13});
        LinkOffer offer = stranger.offer(TERM_LENGTH);
        InetSocketAddress behind =
                new InetSocketAddress(elsewhere, offer.control().getPort());

        LinkOffer translated = new LinkOffer(
                offer.protocolVersion(),
                offer.layoutVersion(),
                offer.adapterId(),
                offer.key(),
                offer.stream(),
                behind,
                behind,
                offer.deadPeerMs());
        stranger.sayHello(translated, stranger.cookie(translated));
        assertRefused(stranger, "the dialler is to be answered at 10.11.12.13, but its hello came from 127.0.0.1");

        stranger.sayHello(offer, stranger.cookie(offer), elsewhere);
        assertRefused(stranger, "the listener at 127.0.0.1 was dialled as 10.11.12.13");
    }

    @Test
    void getACookieAndNothingElseBeforeTheyHaveReturnedIt() throws UnknownHostException {
        Stranger stranger = stranger();
        InetAddress elsewhere = InetAddress.getByAddress(new byte[] {10, 11, 12, 13});
        DatagramWriter writer = new DatagramWriter();
        LinkOffer offer = stranger.offer(TERM_LENGTH);
        LinkOffer other = new LinkOffer(
                98, 99, 1, offer.key(), offer.stream(), offer.control(), offer.data(), offer.deadPeerMs());

        for (long cookie : new long[] {Cookies.NONE, 7}) {
            stranger.sayHello(other, cookie);
            assertThat(stranger.answer().templateId()).as("another version").isEqualTo(UdpCookieDecoder.TEMPLATE_ID);
            stranger.sayHello(offer, cookie, elsewhere);
            assertThat(stranger.answer().templateId()).as("translated").isEqualTo(UdpCookieDecoder.TEMPLATE_ID);
            stranger.say(writer.sealedHello(1, offer.key(), cookie, "key", new byte[600]));
            assertThat(stranger.answer().templateId()).as("sealed").isEqualTo(UdpCookieDecoder.TEMPLATE_ID);
        }
        stranger.say(writer.knock(1, offer.key()));
        assertThat(stranger.answer().templateId()).as("a knock").isEqualTo(UdpCookieDecoder.TEMPLATE_ID);
        assertThat(stranger.answerLength()).isLessThan(DatagramLayout.HELLO_LENGTH);

        stranger.sayHello(other, stranger.cookie(other));
        LinkReader.Refusal refusal = Objects.requireNonNull(LinkReader.refused(stranger.answer()));
        assertThat(refusal.reason()).startsWith("the dialler speaks protocol version 98 with layout version 99");
    }

    private static void assertRefused(Stranger stranger, String reason) {
        Datagram answer = stranger.answer();
        assertThat(answer.templateId()).isEqualTo(UdpRefusedDecoder.TEMPLATE_ID);
        LinkReader.Refusal refusal = Objects.requireNonNull(LinkReader.refused(answer));
        assertThat(refusal.reason())
                .startsWith(reason)
                .contains("oriel.udp.advertisedAddress")
                .endsWith("to the latter");
        assertThat(stranger.answerLength()).isLessThanOrEqualTo(DatagramLayout.HELLO_LENGTH);
    }

    @Test
    void haveALateHelloForgotten() {
        Stranger stranger = stranger();
        LinkOffer offer = stranger.offer(TERM_LENGTH);
        long cookie = stranger.cookie(offer);
        stranger.sayHello(offer, cookie);
        assertThat(stranger.answer().templateId()).isEqualTo(UdpWelcomeDecoder.TEMPLATE_ID);
        stranger.withdraw(offer);

        stranger.sayHello(offer, cookie);
        LinkOffer next = stranger.offer(offer.adapterId(), TERM_LENGTH);
        stranger.sayHello(next, stranger.cookie(next));

        assertThat(stranger.answer().templateId()).isEqualTo(UdpWelcomeDecoder.TEMPLATE_ID);
    }

    /** They claim another's adapter and address; the key of its hello, too, which they have seen. */
    @Test
    void keepNobodyFromTheListenerWhoseNameTheyClaim() {
        Stranger stranger = stranger();
        Stranger claimed = stranger();
        LinkOffer offer = claimed.offer(TERM_LENGTH);
        stranger.sayHello(offer, stranger.cookie(offer));
        assertThat(stranger.answer().templateId()).isEqualTo(UdpWelcomeDecoder.TEMPLATE_ID);

        claimed.sayLeadingHello(offer, claimed.cookie(offer));
        assertThat(claimed.answer().templateId()).isEqualTo(UdpWelcomeDecoder.TEMPLATE_ID);

        LinkOffer other = claimed.offer(offer.adapterId(), TERM_LENGTH);
        Stranger late = stranger();
        LinkOffer again = late.offer(offer.adapterId(), offer.control(), TERM_LENGTH);
        late.sayHello(again, late.cookie(again));
        assertThat(late.answer().templateId()).isEqualTo(UdpExistsDecoder.TEMPLATE_ID);
        claimed.sayLeadingHello(other, claimed.cookie(other));
        assertThat(claimed.answer().templateId()).isEqualTo(UdpWelcomeDecoder.TEMPLATE_ID);
    }
}
