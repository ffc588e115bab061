// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm.meeting;

import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.api.NdStatus;
import io.oriel.shm.memory.WordsLayout;
import java.util.Arrays;
import java.util.function.Function;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class LinkReaderTest {
    private static final LinkOffer OFFER = new LinkOffer(
            LinkOffer.PROTOCOL_VERSION,
            WordsLayout.VERSION,
            -2,
            -3,
            -4,
            1 << 20,
            true,
            5,
            "p-1-2-3-0123456789abcdef/d-0123456789abcdef",
            "p-1-2-3-0123456789abcdef",
            "w-0123456789abcdef",
            "l-0123456789abcdef",
            new LogPlace("g-0123456789abcdef", 64));

    @Test
    void readsWhatWasWritten() {
        assertThat(LinkReader.hello(message(SampleMessages.hello(OFFER))))
                .isEqualTo(OFFER.withLink(LinkIds.NONE, OFFER.file())
                        .withClient(LinkOffer.NO_CLIENT)
                        .withLog(LogPlace.NONE));
        assertThat(LinkReader.welcome(message(SampleMessages.welcome(OFFER)))).isEqualTo(OFFER);
        assertThat(LinkReader.exists(message(SampleMessages.exists(-5)))).hasValue(-5);
        assertThat(LinkReader.ready(message(SampleMessages.ready(-255))))
                .isEqualTo(new LinkReader.Ready(-255, 6, new LogPlace("g-0123456789abcdef", 96)));
        assertThat(LinkReader.nextLog(message(SampleMessages.nextLog(-7))))
                .isEqualTo(new LinkReader.NextLog(-7, new LogPlace("g-0123456789abcdef", 128)));
        assertThat(LinkReader.refused(message(SampleMessages.refused(NdStatus.ACCESS_VIOLATION, "no"))))
                .isEqualTo(new LinkReader.Refusal(NdStatus.ACCESS_VIOLATION, "no"));
    }

    @Test
    void readsNoLinkWithoutAnId() {
        assertThat(LinkReader.ready(message(SampleMessages.ready(LinkIds.NONE))))
                .isNull();
        assertThat(LinkReader.welcome(message(SampleMessages.welcome(OFFER.withLink(LinkIds.NONE, OFFER.file())))))
                .isNull();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, -1, Integer.MIN_VALUE, 32_768, 65_537, 100_000, Integer.MAX_VALUE})
    void readsNoOfferOfLogsWithTermsThatCannotBe(int termLength) {
        LinkOffer offer = new LinkOffer(
                LinkOffer.PROTOCOL_VERSION,
                WordsLayout.VERSION,
                1,
                2,
                3,
                termLength,
                false,
                4,
                "d",
                "p",
                "w",
                "l",
                LogPlace.NONE);

        assertThat(LinkReader.hello(message(SampleMessages.hello(offer)))).isNull();
        assertThat(LinkReader.welcome(message(SampleMessages.welcome(offer)))).isNull();
    }

    @Test
    void readsAnUnknownStatusAsARefusal() {
        byte[] bytes = SampleMessages.refused(NdStatus.SUCCESS, "odd");

        assertThat(LinkReader.refused(message(bytes)))
                .isEqualTo(new LinkReader.Refusal(NdStatus.CONNECTION_REFUSED, "odd"));
    }

    @Test
    void readsTheReasonOfARefusalInOneLine() {
        byte[] bytes = SampleMessages.refused(NdStatus.ACCESS_VIOLATION, "no\r\nERROR \u001b[31mforged");

        assertThat(LinkReader.refused(message(bytes)))
                .isEqualTo(new LinkReader.Refusal(NdStatus.ACCESS_VIOLATION, "no??ERROR ?[31mforged"));
    }

    @Test
    void namesBothVersionsThatDiffer() {
        LinkOffer other = new LinkOffer(98, 99, 1, 2, 3, 65_536, false, 4, "d", "p", "w", "l", LogPlace.NONE);

        assertThat(LinkReader.versionMismatch(message(SampleMessages.hello(other)), "the dialler", "the listener"))
                .contains("the dialler speaks protocol version 98 with layout version 99")
                .contains("the listener protocol version " + LinkOffer.PROTOCOL_VERSION);
        assertThat(LinkReader.versionMismatch(message(SampleMessages.hello(OFFER)), "the dialler", "the listener"))
                .isEmpty();
    }

    @Test
    void readsNothingOfATruncatedMessage() {
        requireNothing(SampleMessages.hello(OFFER), LinkReader::hello);
        requireNothing(SampleMessages.welcome(OFFER), LinkReader::welcome);
        requireNothing(SampleMessages.ready(3), LinkReader::ready);
        requireNothing(SampleMessages.nextLog(4), LinkReader::nextLog);
    }

    private static void requireNothing(byte[] whole, Function<Message, @Nullable Object> reader) {
        for (int length = 0; length < whole.length; length++) {
            Message message = newMessage();
            if (message.wrap(new UnsafeBuffer(Arrays.copyOf(whole, length)), 0, length)) {
                assertThat(reader.apply(message)).isNull();
            }
        }
    }

    private static Message newMessage() {
        return new Message(new UnsafeBuffer(new byte[0]));
    }

    private static Message message(byte[] bytes) {
        Message message = newMessage();
        assertThat(message.wrap(new UnsafeBuffer(bytes), 0, bytes.length)).isTrue();
        return message;
    }
}
