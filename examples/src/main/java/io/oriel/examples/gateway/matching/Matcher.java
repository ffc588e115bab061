// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.examples.gateway.matching;

import io.oriel.examples.gateway.book.OrderBook;
import io.oriel.examples.gateway.book.OrderPool;
import io.oriel.examples.gateway.protocol.Reason;
import io.oriel.examples.gateway.protocol.Result;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Does what members ask for: each order once, however often it comes.
 *
 * <p>An order is written to the journal, carried out, and its outcome noted under its id, before anybody is told. When it comes again,
 * in this life or the next, its outcome is told again.
 *
 * <p><b>Threading:</b> one thread. <b>Memory:</b> allocates for each member that logs in for the first time, and never else.
 */
public final class Matcher {
    private final MatcherConfig config;
    private final Journal journal;
    private final OrderPool orders;
    private final OrderBook[] books;
    private final @Nullable Account[] accounts;
    private final Outcome outcome = new Outcome();

    // The order that is being matched.
    private @Nullable Account taker;
    private long takerId;
    private int takerLeaves;

    /**
     * Begins where the journal ends.
     *
     * @param config  what there is room for
     * @param journal of its former lives; the caller's to close
     */
    public Matcher(MatcherConfig config, Journal journal) {
        this.config = config;
        this.journal = journal;
        orders = new OrderPool(config.restingOrders());
        books = new OrderBook[config.instruments()];
        Arrays.setAll(books, i -> new OrderBook(orders, this::onTrade));
        accounts = new Account[config.members()];
        journal.replay(this::apply);
    }

    /**
     * Begins a session of a member, and ends the one before.
     *
     * @param entry a LOGIN
     * @return NONE; UNKNOWN_MEMBER if there is none with the number; JOURNAL_FULL
     */
    public Reason login(Entry entry) {
        if (entry.member() < 0 || entry.member() >= config.members()) {
            return Reason.UNKNOWN_MEMBER;
        }
        if (!journal.hasRoom()) {
            return Reason.JOURNAL_FULL;
        }
        journal.append(entry);
        apply(entry);
        return Reason.NONE;
    }

    /**
     * Does what is asked for, if that was not done yet.
     *
     * @param entry no LOGIN
     * @return what became of it; valid until the next call
     */
    public Outcome execute(Entry entry) {
        long id = entry.orderId();
        Account account = account(entry.member());
        if (account == null) {
            return outcome.reject(id, Reason.UNKNOWN_MEMBER);
        }
        if (account.session() != entry.session()) {
            return outcome.reject(id, Reason.SESSION_OVER);
        }
        if (id < 1) {
            return outcome.reject(id, Reason.BAD_ID);
        }
        if (account.isKnown(id)) {
            return account.isSame(entry) ? account.repeat(id, outcome) : outcome.reject(id, Reason.ID_REUSED);
        }
        if (account.isForgotten(id)) {
            return outcome.reject(id, Reason.FORGOTTEN);
        }
        if (!journal.hasRoom()) {
            return outcome.reject(id, Reason.JOURNAL_FULL);
        }
        journal.append(entry);
        apply(entry);
        return outcome;
    }

    /** Does what follows from the entry and from those before it, and from nothing else. */
    private void apply(Entry entry) {
        Account account = account(entry.member());
        if (entry.kind() == Entry.Kind.LOGIN) {
            if (account == null) {
                account = new Account(config);
                accounts[entry.member()] = account;
            }
            account.beginSession();
        } else if (account != null) {
            account.begin(entry);
            if (entry.kind() == Entry.Kind.CANCEL) {
                cancel(account, entry);
            } else {
                place(account, entry);
            }
            account.note(outcome);
        }
    }

    private void cancel(Account account, Entry entry) {
        boolean isKnown = account.isKnown(entry.target());
        int place = isKnown ? account.place(entry.target()) : orders.find(entry.member(), entry.target());
        if (place == OrderPool.NONE) {
            var unused = outcome.reject(entry.orderId(), Reason.NOT_RESTING);
            return;
        }
        int cancelled = orders.cancel(place);
        account.restsNoMore(entry.target());
        var unused = outcome.set(entry.orderId(), Result.CANCELLED, Reason.NONE, 0, cancelled, false);
    }

    private void place(Account account, Entry entry) {
        long id = entry.orderId();
        Reason fault = fault(entry);
        if (fault != Reason.NONE) {
            var unused = outcome.reject(id, fault);
            return;
        }
        boolean buys = entry.kind() == Entry.Kind.BUY;
        OrderBook book = books[(int) entry.target()];
        taker = account;
        takerId = id;
        takerLeaves = entry.quantity();
        int leaves = book.match(buys, entry.price(), entry.quantity());
        if (leaves > 0) {
            account.rests(id, book.rest(buys, entry.price(), leaves, entry.member(), id));
        }
        var unused = outcome.set(id, Result.ACCEPTED, Reason.NONE, entry.quantity() - leaves, leaves, false);
    }

    private Reason fault(Entry entry) {
        if (entry.target() < 0 || entry.target() >= books.length) {
            return Reason.BAD_INSTRUMENT;
        }
        if (entry.price() < OrderBook.MIN_PRICE || entry.price() > OrderBook.MAX_PRICE) {
            return Reason.BAD_PRICE;
        }
        if (entry.quantity() < 1) {
            return Reason.BAD_QUANTITY;
        }
        return orders.hasRoom() ? Reason.NONE : Reason.BOOK_FULL;
    }

    private void onTrade(int place, int price, int quantity) {
        Account maker = account(orders.member(place));
        Account own = taker;
        if (maker == null || own == null) {
            throw new IllegalStateException("an order rests or trades that is nobody's");
        }
        long makerId = orders.orderId(place);
        takerLeaves -= quantity;
        maker.reports().add(makerId, price, quantity, orders.quantity(place));
        own.reports().add(takerId, price, quantity, takerLeaves);
        if (orders.quantity(place) == 0) {
            maker.restsNoMore(makerId);
        }
    }

    private @Nullable Account account(int member) {
        return member >= 0 && member < accounts.length ? accounts[member] : null;
    }

    private Account known(int member) {
        Account account = account(member);
        if (account == null) {
            throw new IllegalArgumentException("member " + member + " has not logged in");
        }
        return account;
    }

    /**
     * Tells whether a member has ever logged in.
     *
     * @param member any number
     * @return true if the methods below can be called
     */
    public boolean isKnown(int member) {
        return account(member) != null;
    }

    /**
     * Returns a member's session.
     *
     * @param member that is known
     * @return its number, from 1
     */
    public long session(int member) {
        return known(member).session();
    }

    /**
     * Returns the highest id that a member has used.
     *
     * @param member that is known
     * @return the id; 0 if none
     */
    public long lastOrderId(int member) {
        return known(member).lastId();
    }

    /**
     * Returns a member's Fills.
     *
     * @param member that is known
     * @return those that are kept; more come
     */
    public Reports reports(int member) {
        return known(member).reports();
    }

    /**
     * Returns the book of an instrument.
     *
     * @param instrument its number
     * @return the book, for looking
     */
    public OrderBook book(int instrument) {
        return books[instrument];
    }
}
