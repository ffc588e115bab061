// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.service;

import io.oriel.api.Adapter;
import io.oriel.api.NdException;
import io.oriel.api.NdStatus;
import io.oriel.service.config.ClientConfig;
import io.oriel.service.connect.Holdings;
import io.oriel.service.connect.OwnAdapter;
import io.oriel.service.connect.Redialler;
import io.oriel.service.name.Resolver;
import io.oriel.service.name.StaticResolver;
import io.oriel.service.protocol.HeaderLayout;
import io.oriel.service.protocol.Outstanding;
import io.oriel.service.protocol.Statuses;
import io.oriel.service.run.Attention;
import io.oriel.service.run.Duty;
import io.oriel.service.run.Errors;
import io.oriel.service.slot.SlotPool;
import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;
import org.agrona.MutableDirectBuffer;

/**
 * Asks a server, on one thread, and keeps in touch with it.
 *
 * <p>A request takes three steps: {@link #claim}, fill {@link #buffer()}, {@link #commit}. What comes of it is told by the {@link
 * AnswerHandler}, within {@link #poll}, which does all else too: connects, and again when the server has gone, ends requests in time.
 * Nothing is ever sent twice: what has failed, and was not declined, may have been done, and only the application may repeat it.
 *
 * <p><b>Threading:</b> the adapter's domain: one thread at a time. <b>Ordering:</b> requests reach the server in the order in which they are
 * committed; answers come in the order in which the server gives them. <b>Memory:</b> registered when the client is opened;
 * requests and answers are not copied.
 */
public final class Client implements Duty, AutoCloseable {
    private static final long MAX_TIMEOUT_NS = TimeUnit.HOURS.toNanos(1);

    private final ClientConfig config;
    private final ClientHandlers handlers;
    private final Errors errors;
    private final Holdings holdings;
    private final Outstanding outstanding;
    private final Answer answer = new Answer();
    private final Attention attention = new Attention();
    private final Line line;
    private final Redialler redialler;
    private final long timeoutNs;
    private int claimedIndex;
    private long claimedEpoch;
    private boolean claimed;
    private boolean polling;
    private boolean draining;
    private boolean closed;

    private Client(
            Adapter adapter,
            Holdings holdings,
            Resolver resolver,
            String name,
            ClientConfig config,
            ClientHandlers handlers) {
        this.config = config;
        this.handlers = handlers;
        errors = new Errors(handlers.errors());
        this.holdings = holdings;
        timeoutNs = config.requestTimeout().toNanos();
        outstanding = new Outstanding(config.requestsInFlight());
        try {
            line = new Line(this, adapter, config, holdings, errors, handlers.surroundings());
        } catch (Throwable e) {
            holdings.close(errors);
            throw e;
        }
        redialler = new Redialler(adapter, resolver, name, config.redial(), line, handlers.surroundings());
    }

    /**
     * Opens a client on an adapter of the caller's, which servers and other clients of the same thread may use too. It connects when it
     * is polled.
     *
     * @param adapter  whose domain the client is part of
     * @param resolver that knows the addresses of the server, asked on a thread of its own
     * @param name     of the server
     * @param config   what to ask for
     * @param handlers whom it tells
     * @return the client, to be closed by the caller
     * @throws NdException as {@link Adapter#allocateMemory}
     */
    public static Client open(
            Adapter adapter, Resolver resolver, String name, ClientConfig config, ClientHandlers handlers) {
        return new Client(adapter, new Holdings(), resolver, name, config, handlers);
    }

    /**
     * Opens a client with an adapter of its own, which {@link #close} closes.
     *
     * @param server   where it is
     * @param config   as above
     * @param handlers as above
     * @return the client, to be closed by the caller
     * @throws NdException as above, and as {@link OwnAdapter#openToward}
     */
    public static Client open(InetSocketAddress server, ClientConfig config, ClientHandlers handlers) {
        OwnAdapter own = OwnAdapter.openToward(server);
        return new Client(
                own.adapter(), Holdings.of(own::close), StaticResolver.of(server), server.toString(), config, handlers);
    }

    /**
     * Returns what the client is on: for a {@link io.oriel.service.run.PollLoop}, and for others that share it.
     *
     * @return the adapter
     */
    public Adapter adapter() {
        return line.adapter();
    }

    /**
     * Tells whether requests can be made.
     *
     * <p><b>Memory:</b> does not allocate.
     *
     * @return true while the client is connected, and neither it nor its server leaves
     */
    public boolean isConnected() {
        return line.isUp() && !draining && !closed;
    }

    /**
     * Returns how many requests wait for an answer, without those whose time has passed.
     *
     * <p><b>Memory:</b> does not allocate.
     *
     * @return requests
     */
    public int inFlight() {
        return outstanding.activeCount();
    }

    /**
     * Claims room for a request or a message, to be filled in {@link #buffer()}. One claim at a time.
     *
     * <p><b>Memory:</b> does not allocate.
     *
     * @return SUCCESS; NO_MORE_ENTRIES if as many are under way as was agreed: poll, and try again; CONNECTION_INVALID if the client is
     *     not connected, or it or the server leaves; DEVICE_BUSY if something is claimed already; INVALID_HANDLE if the client is closed
     */
    public NdStatus claim() {
        if (closed) {
            return NdStatus.INVALID_HANDLE;
        }
        if (claimed) {
            return NdStatus.DEVICE_BUSY;
        }
        if (draining || !line.isUp()) {
            return NdStatus.CONNECTION_INVALID;
        }
        if (outstanding.freeCount() == 0) {
            return NdStatus.NO_MORE_ENTRIES;
        }
        claimedIndex = outstanding.claim();
        claimedEpoch = line.epoch();
        claimed = true;
        return NdStatus.SUCCESS;
    }

    /**
     * Returns what was claimed.
     *
     * <p><b>Memory:</b> does not allocate.
     *
     * @return room for {@link ClientConfig#maxRequestLength()} bytes from index 0, of any content; valid until it is committed or aborted
     * @throws IllegalStateException if nothing is claimed, or the client is closed
     */
    public MutableDirectBuffer buffer() {
        requireClaimed();
        if (closed) {
            throw new IllegalStateException("the client is closed");
        }
        return line.request(claimedIndex);
    }

    /**
     * Sends what was claimed as a request with the time-out of the configuration.
     *
     * <p><b>Memory:</b> does not allocate.
     *
     * @param bytes          how many, 0 to {@link ClientConfig#maxRequestLength()}
     * @param requestContext comes back in {@link Answer#requestContext()}
     * @return as {@link #commit(int, long, long)}
     */
    public NdStatus commit(int bytes, long requestContext) {
        return commit(bytes, requestContext, timeoutNs);
    }

    /**
     * Sends what was claimed as a request.
     *
     * <p><b>Memory:</b> does not allocate.
     *
     * @param bytes          how many, 0 to {@link ClientConfig#maxRequestLength()}
     * @param requestContext comes back in {@link Answer#requestContext()}
     * @param timeoutNs      nanoseconds from the next {@link #poll} to the last answer, 1 to an hour
     * @return SUCCESS: the {@link AnswerHandler} will be told how it ends; CONNECTION_INVALID if the connection has ended since the claim: the
     *     request was not sent, and the claim is gone; NO_MORE_ENTRIES if it cannot go at present: it stays claimed, try again after a poll;
     *     INVALID_HANDLE if the client is closed
     * @throws IllegalArgumentException if bytes or timeoutNs is out of its range
     * @throws IllegalStateException if nothing is claimed
     */
    public NdStatus commit(int bytes, long requestContext, long timeoutNs) {
        if (timeoutNs < 1 || timeoutNs > MAX_TIMEOUT_NS) {
            throw new IllegalArgumentException("timeoutNs must be in 1.." + MAX_TIMEOUT_NS + ", was " + timeoutNs);
        }
        NdStatus status = send(HeaderLayout.REQUEST, bytes);
        if (status == NdStatus.SUCCESS) {
            outstanding.begin(claimedIndex, requestContext, timeoutNs);
        }
        return status;
    }

    /**
     * Sends what was claimed as a message that is not answered. It counts as under way until the server has handled it; whether it has
     * is not told. If the connection ends before, it may be lost.
     *
     * <p><b>Memory:</b> does not allocate.
     *
     * @param bytes how many, 0 to {@link ClientConfig#maxRequestLength()}
     * @return as {@link #commit(int, long, long)}; SUCCESS: it is on its way
     * @throws IllegalArgumentException if bytes is out of its range
     * @throws IllegalStateException if nothing is claimed
     */
    public NdStatus commitOneWay(int bytes) {
        NdStatus status = send(HeaderLayout.ONE_WAY, bytes);
        if (status == NdStatus.SUCCESS) {
            outstanding.tell(claimedIndex);
        }
        return status;
    }

    private NdStatus send(int kind, int bytes) {
        requireClaimed();
        if (bytes < 0 || bytes > config.maxRequestLength()) {
            throw new IllegalArgumentException("bytes must be in 0.." + config.maxRequestLength() + ", was " + bytes);
        }
        NdStatus status = closed
                ? NdStatus.INVALID_HANDLE
                : line.send(claimedEpoch, claimedIndex, bytes, kind, outstanding.id(claimedIndex));
        if (status == NdStatus.SUCCESS) {
            claimed = false;
        } else if (status != NdStatus.NO_MORE_ENTRIES) {
            abort();
        }
        return status;
    }

    /** Withdraws the claim. Does nothing if there is none. Does not allocate. */
    public void abort() {
        if (claimed) {
            claimed = false;
            outstanding.abort(claimedIndex);
        }
    }

    private void requireClaimed() {
        if (!claimed) {
            throw new IllegalStateException("nothing is claimed; call claim() before");
        }
    }

    /**
     * {@inheritDoc}
     *
     * <p><b>Memory:</b> does not allocate, except for a connection that is made or ends, and by handlers of the application.
     */
    @Override
    public int poll() {
        if (closed || polling) {
            return 0;
        }
        polling = true;
        int work;
        try {
            work = line.poll();
            if (attention.isDue(work == 0) && !closed) {
                work += attend(handlers.surroundings().nanoTime(), work == 0);
            }
        } finally {
            polling = false;
            if (closed) { // by a handler
                holdings.close(errors);
            }
        }
        errors.rethrow();
        return work;
    }

    private int attend(long nowNs, boolean idle) {
        outstanding.date(nowNs);
        int count = outstanding.isDue(nowNs) ? expire(nowNs) : 0;
        count += line.attend(idle, outstanding.isEmpty(), nowNs); // nothing if a handler has closed the client
        return closed ? count : count + redialler.poll(nowNs);
    }

    private int expire(long nowNs) {
        int count = 0;
        outstanding.beginExpiring();
        for (int index = 0; index < outstanding.capacity(); index++) {
            if (outstanding.expire(index, nowNs)) {
                count++;
                deliver(answer.set(NdStatus.IO_TIMEOUT, outstanding.context(index), true));
            }
        }
        return count;
    }

    /** An answer has come; false if it answers nothing. */
    boolean onAnswer(long id, int status, boolean isLast, SlotPool pool, int slot, int length) {
        if (!outstanding.isAwaited(id)) {
            return false;
        }
        int index = HeaderLayout.index(id);
        boolean isActive = outstanding.isActive(index);
        long context = outstanding.context(index);
        if (isLast) {
            outstanding.end(index); // before the handler, which may want to make the next request
        }
        if (isActive) {
            deliver(
                    status == 0
                            ? answer.set(context, isLast, pool, slot, length)
                            : answer.setDeclined(Statuses.of(status), context, isLast));
        }
        return true;
    }

    boolean onTold(int count) {
        return count == 0 || outstanding.told(count);
    }

    void onConnected(int agreed, String explanation) {
        outstanding.reset(agreed);
        long connection = line.epoch();
        errors.guard(() -> handlers.connection().onConnected(connection, explanation));
    }

    /** The connection has ended; dials again, if there is use for another. */
    void onLost(NdStatus status, String explanation, boolean peerLeaves, long nowNs) {
        long connection = line.epoch(); // a handler may close the client
        if (!draining && !closed) {
            redialler.redial(peerLeaves, nowNs);
        }
        endAll(NdStatus.CONNECTION_ABORTED);
        outstanding.reset(0);
        errors.guard(() -> handlers.connection().onDisconnected(connection, status, explanation));
    }

    /** An attempt has failed; the redialler goes on if it does not know yet. */
    void onRefused(NdStatus status, String explanation) {
        redialler.redial(false, handlers.surroundings().nanoTime());
        errors.guard(() -> handlers.connection().onRefused(status, explanation));
    }

    private void endAll(NdStatus status) {
        Answer news = new Answer(); // whoever closes the client may still look at another
        for (int index = 0; index < outstanding.capacity(); index++) {
            if (outstanding.isActive(index)) {
                outstanding.end(index);
                deliver(news.set(status, outstanding.context(index), true));
            }
        }
    }

    private void deliver(Answer news) {
        try {
            handlers.answers().onAnswer(news);
        } catch (Throwable e) {
            errors.onError(e);
        }
    }

    @Override
    public long untilDueNs(long nowNs) {
        if (!attention.isSettled()) {
            return 0;
        }
        return Math.min(outstanding.untilDueNs(nowNs), redialler.untilDueNs(nowNs));
    }

    /** Begins an orderly end: no more requests can be made. Go on polling until {@link #isDrained()}, and close. */
    public void drain() {
        draining = true;
    }

    /**
     * Tells whether everything that was committed has ended.
     *
     * @return true once it has, after {@link #drain}
     */
    public boolean isDrained() {
        return closed || (draining && outstanding.isEmpty());
    }

    /** Ends the connection and, with CANCELED, all requests, and frees everything. Does nothing the second time. */
    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        redialler.close();
        endAll(NdStatus.CANCELED);
        line.close();
        if (!polling) { // else an answer is looked at
            holdings.close(errors);
            errors.rethrow();
        }
    }
}
