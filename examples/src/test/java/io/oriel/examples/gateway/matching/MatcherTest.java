// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.examples.gateway.matching;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.oriel.examples.gateway.book.OrderBook;
import io.oriel.examples.gateway.protocol.Reason;
import io.oriel.testing.SeededRandom;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MatcherTest {
    private static final int ENTRIES = 4000;
    private static final int WINDOW = 16;
    private static final Entry.Kind[] KINDS = {Entry.Kind.BUY, Entry.Kind.SELL, Entry.Kind.CANCEL};
    private static final MatcherConfig CONFIG = new MatcherConfig(4, 2, WINDOW, 32, 64);

    private final UnsafeBuffer file = new UnsafeBuffer(ByteBuffer.allocateDirect(ENTRIES * Journal.ENTRY_LENGTH));
    private final Entry entry = new Entry();
    private Matcher matcher = restarted();

    private Matcher restarted() {
        return new Matcher(CONFIG, Journal.in(file));
    }

    private void login(int member) {
        assertThat(matcher.login(entry.login(member))).isEqualTo(Reason.NONE);
    }

    private String ask(Entry.Kind kind, int member, long id, long target, int price, int quantity) {
        entry.set(kind, member, matcher.isKnown(member) ? matcher.session(member) : 0);
        return words(matcher.execute(entry.with(id, target, price, quantity)));
    }

    private static String words(Outcome outcome) {
        return outcome.orderId() + " " + outcome.result() + " " + outcome.reason() + " " + outcome.filled() + "/"
                + outcome.leaves() + (outcome.isRepeated() ? " repeated" : "");
    }

    private String sell(int member, long id, int price, int quantity) {
        return ask(Entry.Kind.SELL, member, id, 0, price, quantity);
    }

    private String buy(int member, long id, int price, int quantity) {
        return ask(Entry.Kind.BUY, member, id, 0, price, quantity);
    }

    private String cancel(int member, long id, long target) {
        return ask(Entry.Kind.CANCEL, member, id, target, 0, 0);
    }

    private List<String> fills(int member) {
        Reports reports = matcher.reports(member);
        List<String> fills = new ArrayList<>();
        for (long number = reports.oldest(); number <= reports.count(); number++) {
            fills.add(number + ": " + reports.orderId(number) + " " + reports.quantity(number) + " at "
                    + reports.price(number) + ", " + reports.leaves(number) + " left");
        }
        return fills;
    }

    @Test
    void tellsBothMembersOfATrade() {
        login(1);
        login(2);

        assertThat(sell(1, 1, 100, 5)).isEqualTo("1 ACCEPTED NONE 0/5");
        assertThat(buy(2, 1, 101, 8)).isEqualTo("1 ACCEPTED NONE 5/3");

        assertThat(fills(1)).containsExactly("1: 1 5 at 100, 0 left");
        assertThat(fills(2)).containsExactly("1: 1 5 at 100, 3 left");
    }

    @Test
    void recognisesARepeatedOrderAndDoesNothing() {
        login(1);
        login(2);
        sell(1, 1, 100, 5);
        buy(2, 1, 101, 3);

        assertThat(sell(1, 1, 100, 5)).isEqualTo("1 ACCEPTED NONE 0/5 repeated");
        assertThat(buy(2, 1, 101, 3)).isEqualTo("1 ACCEPTED NONE 3/0 repeated");
        assertThat(cancel(1, 2, 1)).isEqualTo("2 CANCELLED NONE 0/2");
        assertThat(cancel(1, 2, 1)).isEqualTo("2 CANCELLED NONE 0/2 repeated");
        assertThat(cancel(1, 3, 1)).isEqualTo("3 REJECTED NOT_RESTING 0/0");

        assertThat(fills(1)).hasSize(1);
        assertThat(matcher.book(0).bestAsk()).isNegative();
    }

    @Test
    void recognisesItInItsNextLifeToo() {
        login(1);
        login(2);
        sell(1, 1, 100, 5);
        buy(2, 1, 101, 3);

        matcher = restarted();

        assertThat(sell(1, 1, 100, 5)).isEqualTo("1 ACCEPTED NONE 0/5 repeated");
        assertThat(fills(2)).containsExactly("1: 1 3 at 100, 0 left");
        assertThat(matcher.lastOrderId(1)).isEqualTo(1);
        assertThat(buy(2, 2, 100, 9)).isEqualTo("2 ACCEPTED NONE 2/7");
    }

    @Test
    void takesAnIdThatWasLeftOut() {
        login(1);
        sell(1, 3, 100, 5);

        assertThat(sell(1, 2, 100, 5)).isEqualTo("2 ACCEPTED NONE 0/5");
        assertThat(matcher.lastOrderId(1)).isEqualTo(3);
    }

    @Test
    void refusesAnotherOrderWithTheSameId() {
        login(1);
        sell(1, 1, 100, 5);

        assertThat(sell(1, 1, 100, 6)).isEqualTo("1 REJECTED ID_REUSED 0/0");
        assertThat(sell(1, 1, 100, 5)).isEqualTo("1 ACCEPTED NONE 0/5 repeated");
    }

    @Test
    void refusesOrdersOfASessionThatIsOver() {
        login(1);
        entry.set(Entry.Kind.SELL, 1, matcher.session(1)).with(1, 0, 100, 5);
        login(1);
        Entry late = new Entry().set(Entry.Kind.SELL, 1, 1).with(1, 0, 100, 5);

        assertThat(words(matcher.execute(late))).isEqualTo("1 REJECTED SESSION_OVER 0/0");
        assertThat(sell(1, 1, 100, 5)).isEqualTo("1 ACCEPTED NONE 0/5");
    }

    @Test
    void refusesIdsThatAreTooOldToBeKnown() {
        login(1);
        buy(1, 1, 100, 1);
        buy(1, WINDOW + 1, 100, 1);

        assertThat(buy(1, 1, 100, 1)).isEqualTo("1 REJECTED FORGOTTEN 0/0");
    }

    @Test
    void cancelsAnOrderThatRestsForLongerThanItsIdIsKnown() {
        login(1);
        buy(1, 1, 100, 3);
        buy(1, WINDOW + 1, 99, 5);

        assertThat(cancel(1, WINDOW + 2, 1)).isEqualTo(WINDOW + 2 + " CANCELLED NONE 0/3");
        assertThat(cancel(1, WINDOW + 3, 1)).isEqualTo(WINDOW + 3 + " REJECTED NOT_RESTING 0/0");
        assertThat(matcher.book(0).bestBid()).isEqualTo(99);
    }

    @Test
    void knowsWhereAnOrderRestsWhenAnOlderOneAtItsPlaceIsDone() {
        login(1);
        login(2);
        buy(1, 1, 100, 3);
        buy(1, WINDOW + 1, 99, 5);
        sell(2, 1, 100, 3);

        assertThat(cancel(1, WINDOW + 2, WINDOW + 1)).isEqualTo(WINDOW + 2 + " CANCELLED NONE 0/5");
    }

    @Test
    void rejectsNonsense() {
        assertThat(buy(1, 1, 100, 1)).isEqualTo("1 REJECTED UNKNOWN_MEMBER 0/0");
        assertThat(matcher.login(entry.login(4))).isEqualTo(Reason.UNKNOWN_MEMBER);
        assertThat(matcher.login(entry.login(-1))).isEqualTo(Reason.UNKNOWN_MEMBER);
        login(1);
        assertThat(buy(1, 0, 100, 1)).isEqualTo("0 REJECTED BAD_ID 0/0");
        assertThat(buy(1, 1, 0, 1)).isEqualTo("1 REJECTED BAD_PRICE 0/0");
        assertThat(buy(1, 2, OrderBook.MAX_PRICE + 1, 1)).isEqualTo("2 REJECTED BAD_PRICE 0/0");
        assertThat(buy(1, 3, 100, 0)).isEqualTo("3 REJECTED BAD_QUANTITY 0/0");
        assertThat(ask(Entry.Kind.BUY, 1, 4, 2, 100, 1)).isEqualTo("4 REJECTED BAD_INSTRUMENT 0/0");
        assertThat(cancel(1, 5, 5)).isEqualTo("5 REJECTED NOT_RESTING 0/0");
        assertThat(buy(1, 1, 0, 1)).isEqualTo("1 REJECTED BAD_PRICE 0/0 repeated");
    }

    @Test
    void takesNothingMoreWhenTheJournalIsFull() {
        login(1);
        long id = 1;
        while (buy(1, id, 100, 1).endsWith("1")) {
            id++;
            cancel(1, id, id - 1);
            id++;
        }

        assertThat(buy(1, id, 100, 1)).isEqualTo(id + " REJECTED JOURNAL_FULL 0/0");
        assertThat(matcher.login(entry.login(1))).isEqualTo(Reason.JOURNAL_FULL);
        assertThat(id).isGreaterThan(ENTRIES - 3);
    }

    @Test
    void keepsItsJournalInAFileThatNoOtherEngineOpens(@TempDir Path directory) throws IOException {
        Path path = directory.resolve("journal");
        try (Journal journal = Journal.open(path, ENTRIES)) {
            matcher = new Matcher(CONFIG, journal);
            login(2);
            sell(2, 1, 100, 5);
            assertThatThrownBy(() -> Journal.open(path, ENTRIES)).isInstanceOf(OverlappingFileLockException.class);
        }
        try (Journal journal = Journal.open(path, ENTRIES)) {
            matcher = new Matcher(CONFIG, journal);
            assertThat(sell(2, 1, 100, 5)).isEqualTo("1 ACCEPTED NONE 0/5 repeated");
        }
    }

    /** Random orders, some repeated; and whoever reads the journal has the same in his hands at any time. */
    @Test
    void doesTheSameInEachLife() {
        Random random = SeededRandom.create(getClass());
        for (int member = 0; member < CONFIG.members(); member++) {
            login(member);
        }
        long[] last = new long[CONFIG.members()];
        for (int step = 0; step < ENTRIES - CONFIG.members(); step++) {
            int member = random.nextInt(last.length);
            long id = Math.max(1, last[member] + 1 - random.nextInt(4));
            last[member] = Math.max(last[member], id);
            Entry.Kind kind = KINDS[random.nextInt(KINDS.length)];
            int price = kind == Entry.Kind.CANCEL ? 0 : 100 + random.nextInt(4);
            long target = kind == Entry.Kind.CANCEL ? Math.max(1, id - random.nextInt(4)) : random.nextInt(2);
            ask(kind, member, id, target, price, kind == Entry.Kind.CANCEL ? 0 : 1 + random.nextInt(9));
            if (random.nextInt(100) == 0) {
                String before = state();
                matcher = restarted();
                assertThat(state()).isEqualTo(before);
            }
        }
    }

    private String state() {
        StringBuilder state = new StringBuilder();
        for (int member = 0; member < CONFIG.members(); member++) {
            state.append(matcher.session(member)).append(' ').append(matcher.lastOrderId(member));
            state.append(fills(member));
        }
        for (int instrument = 0; instrument < CONFIG.instruments(); instrument++) {
            OrderBook book = matcher.book(instrument);
            state.append(book.bestBid()).append(' ').append(book.bestAsk());
        }
        return state.toString();
    }
}
