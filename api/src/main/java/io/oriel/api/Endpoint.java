// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.api;

import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.jspecify.annotations.Nullable;

/**
 * One end of a connection: requests are posted here, their results appear in its completion queues.
 *
 * <p>Initiator requests (Send, SendAndInvalidate, Read, Write, atomics, Bind, Invalidate) start and complete in the order in which
 * they were posted, and so do Receives; the two are not ordered with each other. A <em>call</em> that fails leaves the
 * endpoint as it was. A <em>completion</em> that fails ends the connection: everything behind it completes CANCELED. An
 * endpoint is connected once in its life.
 *
 * <p>A success means that the bytes are in the peer's memory or its posted Receive, not that they are on their way.
 *
 * <p><b>Statuses</b> that every method here can return: SUCCESS, the request is accepted; INVALID_HANDLE, this endpoint,
 * or a region, window or remote window named, is closed or belongs to another adapter (a remote window: to another
 * endpoint), or is null; INVALID_PARAMETER_2, there is no list; DEVICE_REMOVED, the adapter's driver died.
 *
 * <p><b>Threading:</b> the adapter's domain; a second thread at the same time gets an {@link IllegalStateException} on
 * best effort. <b>Memory:</b> the memory that a request names belongs to the endpoint from the call until its completion is
 * taken (with {@link OpFlags#INLINE}: until the call returns); the lists are read during the call only.
 *
 * <p>Not for implementation by users. ND: INDEndpoint, IND2QueuePair, NDK_QP.
 */
public interface Endpoint extends AutoCloseable {
    /**
     * Sends a message into the next Receive that the peer has posted.
     *
     * <p>While the peer has posted none, the message waits, and everything behind it; when the receiver-not-ready
     * time-out passes it completes IO_TIMEOUT. ND: Send.
     *
     * <p>Completes SUCCESS, ACCESS_VIOLATION (an entry is outside its region), REMOTE_ERROR (the peer's Receive is too
     * short or not writable), IO_TIMEOUT, CANCELED.
     *
     * <p><b>Memory:</b> does not allocate.
     *
     * @param requestContext comes back in {@link Completion#requestContext()}
     * @param list           the message, gathered in order; may be empty
     * @param flags          SILENT_SUCCESS, READ_FENCE, SEND_AND_SOLICIT_EVENT, INLINE, DEFER of {@link OpFlags}
     * @return SUCCESS; CONNECTION_INVALID if not connected; NO_MORE_ENTRIES if the initiator queue is full;
     *     DATA_OVERRUN if the list has more entries than the endpoint allows; BUFFER_OVERFLOW if it is longer than
     *     {@link AdapterInfo.RequestLimits#maxTransferLength()}, or inline than the endpoint's inline size;
     *     INVALID_PARAMETER_4 for other flags; ACCESS_VIOLATION if an entry names a buffer and INLINE is missing
     */
    NdStatus send(long requestContext, ScatterGatherList list, int flags);

    /**
     * Sends a message as {@link #send} does, and takes back the peer's window on arrival.
     *
     * <p>The peer finds two completions in its receive queue: the invalidation of its window, then the Receive. From
     * this call on, a Read or Write through any remote window opened from the same descriptor fails. ND v1:
     * SendAndInvalidate, NdkSendAndInvalidate.
     *
     * <p>Completes as Send does, and REMOTE_ERROR if the peer's window was not bound any more: its Receive then
     * completes INVALID_DEVICE_REQUEST.
     *
     * <p><b>Memory:</b> does not allocate.
     *
     * @param requestContext comes back in {@link Completion#requestContext()}
     * @param list           the message; may be empty
     * @param window         what to take back, opened on this endpoint
     * @param flags          SILENT_SUCCESS, READ_FENCE, SEND_AND_SOLICIT_EVENT, INLINE, DEFER of {@link OpFlags}
     * @return as {@link #send}, with INVALID_PARAMETER_5 for other flags
     */
    NdStatus sendAndInvalidate(long requestContext, ScatterGatherList list, RemoteWindow window, int flags);

    /**
     * Posts memory for the next message; may be called before the connection is made. ND: Receive.
     *
     * <p>Completes SUCCESS, DATA_OVERRUN (the message is longer; the sender gets REMOTE_ERROR), ACCESS_VIOLATION (an
     * entry is outside its region or not writable; the sender gets REMOTE_ERROR), INVALID_DEVICE_REQUEST (the message
     * was to take back a window that is not bound), CANCELED (then nobody writes the memory any more), IO_TIMEOUT (the
     * connection has ended while the peer's process was stopped in the midst of a message: its memory may still be
     * written, and {@link MemoryRegion#deregister} answers DEVICE_BUSY until the peer goes on or dies).
     *
     * <p><b>Memory:</b> does not allocate.
     *
     * @param requestContext comes back in {@link Completion#requestContext()}
     * @param list           filled in order; may be empty
     * @return SUCCESS; NO_MORE_ENTRIES if the receive queue is full; DATA_OVERRUN if the list has more entries than the
     *     endpoint allows; BUFFER_OVERFLOW if it is longer than the adapter's limit; CONNECTION_INVALID once the
     *     connection has ended; ACCESS_VIOLATION if an entry names a buffer
     */
    NdStatus receive(long requestContext, ScatterGatherList list);

    /**
     * Reads the peer's memory through a window. The peer's application does nothing. ND: Read.
     *
     * <p><b>Ordering:</b> Reads and Writes of an endpoint take effect in their order, except that what is posted after a Read
     * without {@link OpFlags#READ_FENCE} may take effect before it has. On one host they may do so before an earlier Send
     * of the endpoint is received, even one that fails then; their completions stay behind its.
     *
     * <p>On one host, a Read of memory that the peer allocated with its adapter is carried out whole by this call, if no
     * other request waits on the way to the peer's adapter. The call then takes as long as the copy of up to
     * {@link AdapterInfo.RequestLimits#maxTransferLength()} bytes. Whatever else there is goes on whenever the adapter
     * makes progress, a mebibyte at a time: with polls and waits, not while the application looks at memory alone.
     *
     * <p>Reads above the connection's outbound limit wait. Completes SUCCESS, ACCESS_VIOLATION (an entry is outside its
     * region or not writable, or the window does not grant the range), INVALID_DEVICE_REQUEST (the connection allows no
     * Reads), IO_TIMEOUT, CANCELED.
     *
     * <p><b>Memory:</b> does not allocate.
     *
     * @param requestContext comes back in {@link Completion#requestContext()}
     * @param list           filled in order; its length is how much is read; may be empty
     * @param window         opened on this endpoint
     * @param offset         bytes from the window's start
     * @param flags          SILENT_SUCCESS, READ_FENCE, DEFER of {@link OpFlags}
     * @return as {@link #send}, with INVALID_PARAMETER_6 for other flags
     */
    NdStatus read(long requestContext, ScatterGatherList list, RemoteWindow window, long offset, int flags);

    /**
     * Writes the peer's memory through a window. The peer's application does nothing and is not told. ND: Write.
     *
     * <p><b>Ordering:</b> as {@link #read}. A later Send is received after the Write has taken effect. The last eight bytes
     * of a Write (all, if it has fewer) become visible after the others, and together where they are aligned, so that the owner may
     * poll for them.
     *
     * <p>How much this call carries out, and what goes on with the rest: as {@link #read}.
     *
     * <p>Completes SUCCESS, ACCESS_VIOLATION (an entry is outside its region, or the window does not grant the range),
     * IO_TIMEOUT, CANCELED.
     *
     * <p><b>Memory:</b> does not allocate.
     *
     * @param requestContext comes back in {@link Completion#requestContext()}
     * @param list           gathered in order; may be empty
     * @param window         opened on this endpoint
     * @param offset         bytes from the window's start
     * @param flags          SILENT_SUCCESS, READ_FENCE, INLINE, DEFER of {@link OpFlags}
     * @return as {@link #send}, with INVALID_PARAMETER_6 for other flags
     */
    NdStatus write(long requestContext, ScatterGatherList list, RemoteWindow window, long offset, int flags);

    /**
     * Writes the peer's memory through a window as {@link #write} does, and tells the peer's application with a value. An
     * extension: ND has none; verbs: RDMA Write with immediate data.
     *
     * <p>It takes the next Receive that the peer has posted, as a Send does, and waits for one as a Send does. That Receive
     * completes as {@link RequestType#RECEIVE_WITH_IMMEDIATE} with the value and the number of bytes written, after all of
     * them are in place; its own buffers stay as they are.
     *
     * <p><b>Ordering:</b> as {@link #write}; the Receives that Sends and Writes with immediate values take complete in
     * their order. What is written may be visible before the Receive completes.
     *
     * <p>Completes as {@link RequestType#WRITE}: SUCCESS, ACCESS_VIOLATION (an entry is outside its region, or the window
     * does not grant the range), IO_TIMEOUT (also if the peer posts no Receive in time), CANCELED.
     *
     * <p><b>Memory:</b> does not allocate.
     *
     * @param requestContext comes back in {@link Completion#requestContext()}
     * @param list           gathered in order; may be empty
     * @param window         opened on this endpoint
     * @param offset         bytes from the window's start
     * @param immediate      comes back in {@link Completion#immediate()} at the peer
     * @param flags          SILENT_SUCCESS, READ_FENCE, SEND_AND_SOLICIT_EVENT, INLINE, DEFER of {@link OpFlags}
     * @return as {@link #send}, with INVALID_PARAMETER_6 for other flags
     */
    NdStatus writeWithImmediate(
            long requestContext, ScatterGatherList list, RemoteWindow window, long offset, int immediate, int flags);

    /**
     * Adds to eight bytes of the peer's memory, atomically, and brings back what they were before. The peer's application
     * does nothing. An extension: ND has none; verbs: atomic fetch and add.
     *
     * <p>The eight bytes are a number in the peer's native byte order; the sum wraps around. Atomics of any endpoints and
     * adapters on the same bytes never lose one another, nor those that the owner carries out itself with Agrona's {@code
     * getAndAddLong} and {@code compareAndSetLong}. They are not atomic with Writes.
     *
     * <p><b>Ordering:</b> as {@link #read}, and among themselves in order. Atomics count as Reads: those above the
     * connection's outbound limit wait, and {@link OpFlags#READ_FENCE} waits for them.
     *
     * <p>Completes SUCCESS, ACCESS_VIOLATION (an entry is outside its region or not writable, or the window does not
     * grant atomics in the range), INVALID_DEVICE_REQUEST (the connection allows no Reads), IO_TIMEOUT, CANCELED (then
     * the addition may have been made).
     *
     * <p><b>Memory:</b> does not allocate.
     *
     * @param requestContext comes back in {@link Completion#requestContext()}
     * @param list           takes the former eight bytes; its length is 8
     * @param window         opened on this endpoint, bound with {@link OpFlags#ALLOW_ATOMIC}
     * @param offset         bytes from the window's start, a multiple of 8
     * @param addend         to be added
     * @param flags          SILENT_SUCCESS, READ_FENCE, DEFER of {@link OpFlags}
     * @return as {@link #send}, with INVALID_BUFFER_SIZE if the list is not 8 bytes long; INVALID_PARAMETER_4 if the offset
     *     is no multiple of 8; INVALID_PARAMETER_6 for other flags
     */
    NdStatus fetchAndAdd(
            long requestContext, ScatterGatherList list, RemoteWindow window, long offset, long addend, int flags);

    /**
     * Replaces eight bytes of the peer's memory if they are as expected, atomically, and brings back what they were before:
     * if that is what was expected, they were replaced. Otherwise as {@link #fetchAndAdd}. An extension: ND has none;
     * verbs: atomic compare and swap.
     *
     * <p>Completes as {@link #fetchAndAdd}; bytes that are not as expected are a SUCCESS too.
     *
     * <p><b>Memory:</b> does not allocate.
     *
     * @param requestContext comes back in {@link Completion#requestContext()}
     * @param list           takes the former eight bytes; its length is 8
     * @param window         opened on this endpoint, bound with {@link OpFlags#ALLOW_ATOMIC}
     * @param offset         bytes from the window's start, a multiple of 8
     * @param expected       what the bytes must be to be replaced
     * @param replacement    by what they are replaced
     * @param flags          SILENT_SUCCESS, READ_FENCE, DEFER of {@link OpFlags}
     * @return as {@link #fetchAndAdd}, with INVALID_PARAMETER_7 for other flags
     */
    NdStatus compareAndSwap(
            long requestContext,
            ScatterGatherList list,
            RemoteWindow window,
            long offset,
            long expected,
            long replacement,
            int flags);

    /**
     * Binds a window to part of a region, for the connected peer. ND: Bind.
     *
     * <p>The descriptor is complete when the call returns and may be sent at once. Binding takes effect with the call,
     * unless READ_FENCE or an Invalidate of the same window is still to be awaited. With neither ALLOW flag nobody can
     * use the window.
     *
     * <p>Completes SUCCESS, INVALID_DEVICE_REQUEST (the window is bound already; or, if Binding had to wait, the region
     * was deregistered or the window closed before its turn), CANCELED.
     *
     * <p><b>Memory:</b> does not allocate.
     *
     * @param requestContext   comes back in {@link Completion#requestContext()}
     * @param region           the memory
     * @param window           of the same adapter
     * @param offset           bytes from the region's start
     * @param length           bytes
     * @param flags            SILENT_SUCCESS, READ_FENCE, ALLOW_READ, ALLOW_WRITE, ALLOW_ATOMIC, DEFER of {@link OpFlags}
     * @param descriptor       takes {@link WindowDescriptor#LENGTH} bytes; the caller's
     * @param descriptorOffset bytes from the start of {@code descriptor}
     * @return SUCCESS; CONNECTION_INVALID if not connected; NO_MORE_ENTRIES if the initiator queue is full;
     *     INVALID_PARAMETER_4 if offset is outside the region, or not aligned as ALLOW_ATOMIC needs it;
     *     INVALID_PARAMETER_5 if offset + length is outside; INVALID_PARAMETER_6 for other flags; INVALID_PARAMETER_7 if
     *     the descriptor does not fit; ACCESS_VIOLATION if ALLOW_WRITE or ALLOW_ATOMIC is asked for and the region lacks
     *     ALLOW_LOCAL_WRITE; INSUFFICIENT_RESOURCES if
     *     as many windows are bound for peers of the same adapter as can be
     */
    @SuppressWarnings("checkstyle:ParameterNumber") // as many as ND's Bind has
    NdStatus bind(
            long requestContext,
            MemoryRegion region,
            MemoryWindow window,
            long offset,
            long length,
            int flags,
            MutableDirectBuffer descriptor,
            int descriptorOffset);

    /**
     * Binds the token of a region to a range of it, for every peer of the adapter. NDK: NdkFastRegister.
     *
     * <p>The descriptor is complete when the call returns and may be sent at once. Binding takes effect as a Bind's does;
     * it outlives this endpoint's connection, until an Invalidate of the region on any endpoint, a peer's
     * SendAndInvalidate, or the deregistration. The completion of an invalidation by a peer carries the request context
     * of the FastRegister.
     *
     * <p>Completes SUCCESS, INVALID_DEVICE_REQUEST (the token is bound already, or the region was deregistered), CANCELED
     * (then the token is not bound any more).
     *
     * <p><b>Memory:</b> does not allocate.
     *
     * @param requestContext   comes back in {@link Completion#requestContext()}
     * @param region           registered with {@link AccessFlags#FAST_REGISTER}
     * @param offset           bytes from the region's start
     * @param length           bytes
     * @param flags            SILENT_SUCCESS, READ_FENCE, DEFER, ALLOW_READ, ALLOW_WRITE, ALLOW_ATOMIC of {@link OpFlags}
     * @param descriptor       takes {@link WindowDescriptor#LENGTH} bytes; the caller's
     * @param descriptorOffset bytes from the start of {@code descriptor}
     * @return SUCCESS; CONNECTION_INVALID if not connected; NO_MORE_ENTRIES if the initiator queue is full;
     *     INVALID_PARAMETER_2 if the region is not to be fast-registered; INVALID_PARAMETER_3 if offset is outside the
     *     region, or not aligned as ALLOW_ATOMIC needs it; INVALID_PARAMETER_4 if offset + length is outside;
     *     INVALID_PARAMETER_5 for other flags; INVALID_PARAMETER_6 if the descriptor does not fit; ACCESS_VIOLATION if a
     *     right is asked for that the region was not registered with, ALLOW_REMOTE_READ, ALLOW_REMOTE_WRITE or ALLOW_REMOTE_ATOMIC
     */
    @SuppressWarnings("checkstyle:ParameterNumber") // those of Bind
    NdStatus fastRegister(
            long requestContext,
            MemoryRegion region,
            long offset,
            long length,
            int flags,
            MutableDirectBuffer descriptor,
            int descriptorOffset);

    /**
     * Takes a window back. ND: Invalidate.
     *
     * <p>Completes SUCCESS: from then on nobody reads or writes through it, transfers in progress fail, and the peer's
     * next attempt ends the connection. INVALID_DEVICE_REQUEST if the window is not bound to this endpoint, for instance
     * because the peer's SendAndInvalidate came first. IO_TIMEOUT if the peer's process was stopped in the midst of a
     * transfer: it may still read or write the memory when it goes on, the connection ends, and
     * {@link MemoryRegion#deregister} answers DEVICE_BUSY until then, or until the peer dies. CANCELED.
     *
     * <p><b>Memory:</b> does not allocate.
     *
     * @param requestContext comes back in {@link Completion#requestContext()}
     * @param window         of the same adapter
     * @param flags          SILENT_SUCCESS, READ_FENCE, DEFER of {@link OpFlags}
     * @return SUCCESS; CONNECTION_INVALID if not connected; NO_MORE_ENTRIES if the initiator queue is full;
     *     INVALID_PARAMETER_3 for other flags
     */
    NdStatus invalidate(long requestContext, MemoryWindow window, int flags);

    /**
     * Takes the token of a fast-registered region back. NDK: NdkInvalidate.
     *
     * <p>Completes SUCCESS: from then on no peer reads or writes by it, transfers in progress fail, and the next attempt
     * ends the connection of whoever makes it. INVALID_DEVICE_REQUEST if the token is not bound. CANCELED.
     *
     * <p><b>Memory:</b> does not allocate.
     *
     * @param requestContext comes back in {@link Completion#requestContext()}
     * @param region         of the same adapter
     * @param flags          as for a window
     * @return as for a window, with INVALID_PARAMETER_2 if the region is not to be fast-registered
     */
    NdStatus invalidate(long requestContext, MemoryRegion region, int flags);

    /**
     * Says that the next requests belong together, so that an adapter may hold them back and begin them at once. A hint,
     * which changes no result and need not be followed: this adapter begins each request when it is posted. Between hosts
     * what was posted goes in few datagrams when the batch is submitted, or with the next poll or wait. ND v1:
     * StartRequestBatch.
     *
     * <p><b>Memory:</b> does not allocate.
     *
     * @return SUCCESS, connected or not, and in a batch too
     */
    NdStatus startRequestBatch();

    /**
     * Ends a batch: nothing that was posted is held back any more. ND v1: SubmitRequestBatch.
     *
     * <p><b>Memory:</b> does not allocate.
     *
     * @return SUCCESS, connected or not, and without a batch too
     */
    NdStatus submitRequestBatch();

    /**
     * Cancels everything outstanding here, connected or not: the completions are in the queues when the call returns, all
     * CANCELED but for an Invalidate that had nothing to do but wait until the peer leaves: it completes SUCCESS if the
     * peer has left. A connection is ended by it, and the endpoint used up: one that never was connected cannot be
     * connected any more. Blocks while the peer is writing to a Receive: for microseconds, or, if its process was stopped
     * in that, for {@code timeouts.revoke}; then the Receives complete IO_TIMEOUT. ND: Flush.
     *
     * <p><b>Memory:</b> may allocate.
     *
     * @return SUCCESS
     * @throws IllegalStateException on a control agent, if it would have to block for a stopped peer; the connection has ended
     */
    NdStatus flush();

    /**
     * Opens the window that a descriptor of the peer names; a control call, which may block to map the peer's memory. It
     * does not fail for a stale or forged token: use does. How the memory is reached does not change afterwards.
     *
     * @param descriptor holds {@link WindowDescriptor#LENGTH} bytes as the peer sent them
     * @param offset     where they begin
     * @param reuse      a remote window of this endpoint that is not needed any more, to be opened anew: allocates
     *     nothing if the peer's window and its region were opened before; or null
     * @return the window, {@code reuse} if that was given
     * @throws NdException INVALID_PARAMETER if the bytes are no descriptor; INVALID_BUFFER_SIZE if they do not fit;
     *     CONNECTION_INVALID if not connected; INVALID_HANDLE; INSUFFICIENT_RESOURCES if the memory cannot be mapped
     * @throws IllegalStateException on a control agent, if the memory is not mapped yet
     */
    RemoteWindow openWindow(DirectBuffer descriptor, int offset, @Nullable RemoteWindow reuse);

    /**
     * Opens the window that a descriptor of the peer names.
     *
     * @param descriptor as above
     * @param offset     as above
     * @return the window
     * @throws NdException as above
     */
    default RemoteWindow openWindow(DirectBuffer descriptor, int offset) {
        return openWindow(descriptor, offset, null);
    }

    /**
     * Tells whether initiator requests can be posted.
     *
     * <p><b>Memory:</b> does not allocate.
     *
     * @return true between the making and the end of the connection
     */
    boolean isConnected();

    /**
     * Returns the context that every completion of this endpoint carries.
     *
     * <p><b>Memory:</b> does not allocate.
     *
     * @return {@link io.oriel.api.config.EndpointConfig#context()}
     */
    long context();

    /**
     * Disconnects if connected, cancels what is outstanding and frees the endpoint. Does nothing the second time.
     *
     * <p>Its completions can still be taken, as in ND: the next polls find the CANCELED ones of what was outstanding, with
     * the request contexts that were given and with this endpoint's context. Who uses contexts again takes them before, or
     * drops them with {@link CompletionQueue#discard}.
     *
     * @throws IllegalStateException as {@link #flush}; close it on another thread
     */
    @Override
    void close();
}
