// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.api;

import io.oriel.api.config.EndpointConfig;
import org.agrona.MutableDirectBuffer;

/**
 * A software RDMA NIC: everything made from it works together and shares its protection domain.
 *
 * <p>Not for implementation by users.
 *
 * <p><b>Threading:</b> an adapter with all that was made from it is a single-threaded domain: one thread at a time
 * calls the data plane (endpoints, queues, {@link #await}) and that thread makes the progress. Handing over to another
 * thread needs a happens-before; two threads at once are detected on best effort and get an
 * {@link IllegalStateException}. Creating and closing objects counts as the domain's thread too. Connectors and
 * listeners are safe for any thread. More threads: open more adapters.
 *
 * <p><b>Memory:</b> each method of the data plane says whether it allocates. Two kinds of calls may do so in any case:
 * <ul>
 * <li>the first call after a connection was made or has ended;
 * <li>the first request of a connection that names a region, or a window, or sends to a region of the peer.
 * </ul>
 *
 * <p>ND: INDAdapter, IND2Adapter, NDK_ADAPTER.
 */
public interface Adapter extends AutoCloseable {
    /**
     * Returns what this adapter can do. ND: Query.
     *
     * @return the limits; the same for the adapter's whole life
     */
    AdapterInfo info();

    /**
     * Allocates memory that peers on this host can reach directly, full of zeros, and registers it.
     *
     * <p><b>Memory:</b> the region owns it until it is deregistered or the adapter closed.
     *
     * @param length bytes, 1 to {@link AdapterInfo.MemoryLimits#maxRegistrationSize()}
     * @param access bits of {@link AccessFlags}
     * @return the region
     * @throws NdException INVALID_BUFFER_SIZE if length is 0; INVALID_PARAMETER if it is negative or above the limit, or
     *     a flag unknown; INSUFFICIENT_RESOURCES if the medium has no room; INVALID_HANDLE if the adapter is closed;
     *     DEVICE_REMOVED if its driver died
     * @throws IllegalStateException on a control agent, if the medium has to wait
     */
    MemoryRegion allocateMemory(long length, int access);

    /**
     * Registers memory that the caller has, on the heap or direct; every operation works on it.
     *
     * <p>Regions may overlap and have different rights. The range registered is fixed by this call: wrapping the buffer
     * anew later does not move the region.
     *
     * <p><b>Memory:</b> the caller's; it must stay as it is until the region is deregistered. ND: RegisterMemory.
     *
     * @param buffer the memory, 1 byte at least, not expandable
     * @param access bits of {@link AccessFlags}
     * @return the region
     * @throws NdException INVALID_BUFFER_SIZE if the buffer is empty; INVALID_PARAMETER if it is expandable, a flag is
     *     unknown, or the memory is not aligned as {@link AccessFlags#ALLOW_REMOTE_ATOMIC} needs it; INVALID_HANDLE if the adapter is closed; DEVICE_REMOVED if its driver died
     */
    MemoryRegion registerMemory(MutableDirectBuffer buffer, int access);

    /**
     * Creates a memory window, in the invalidated state. ND: CreateMemoryWindow.
     *
     * @param context comes back in the completion when the peer invalidates the window
     * @return the window
     * @throws NdException INSUFFICIENT_RESOURCES if the window table is full; INVALID_HANDLE if the adapter is closed;
     *     DEVICE_REMOVED if its driver died
     */
    MemoryWindow createMemoryWindow(long context);

    /**
     * Creates a completion queue. ND: CreateCompletionQueue.
     *
     * <p>It never overruns: it holds at least what the queues attached to it can have outstanding, whatever the depth
     * asked for.
     *
     * @param depth entries, 1 to {@link AdapterInfo.QueueLimits#maxCompletionQueueDepth()}
     * @return the queue
     * @throws NdException INVALID_PARAMETER_3 if depth is out of its range; INVALID_HANDLE if the adapter is closed;
     *     DEVICE_REMOVED if its driver died
     */
    CompletionQueue createCompletionQueue(int depth);

    /**
     * Creates an endpoint, not connected. ND: INDConnector::CreateEndpoint, IND2Adapter::CreateQueuePair, NdkCreateQp.
     *
     * @param receiveQueue   where the completions of its Receives appear
     * @param initiatorQueue where the completions of its initiator requests appear; may be the same
     * @param config         its depths and limits
     * @return the endpoint
     * @throws NdException INVALID_PARAMETER_2 or _3 if a queue is closed or of another adapter; _5 to _9 if the receive
     *     depth, initiator depth, receive entries, initiator entries or inline size is above the adapter's limit;
     *     INSUFFICIENT_RESOURCES if the adapter has as many endpoints as it can; INVALID_HANDLE if the adapter is
     *     closed; DEVICE_REMOVED if its driver died
     */
    Endpoint createEndpoint(CompletionQueue receiveQueue, CompletionQueue initiatorQueue, EndpointConfig config);

    /**
     * Creates a queue of Receives for several endpoints. ND: CreateSharedReceiveQueue, NdkCreateSrq.
     *
     * @param depth           Receives outstanding at most, 1 to
     *     {@link AdapterInfo.QueueLimits#maxSharedReceiveQueueDepth()}
     * @param maxReceiveSge   entries of a Receive at most, 0 to {@link AdapterInfo.RequestLimits#maxReceiveSge()}
     * @param notifyThreshold below how many outstanding Receives {@link SharedReceiveQueue#requestNotification} tells; 0
     *     for never
     * @return the queue
     * @throws NdException INVALID_PARAMETER_3, _4 or _5 if one of them is out of its range; INVALID_HANDLE if the adapter is
     *     closed; DEVICE_REMOVED if its driver died
     */
    SharedReceiveQueue createSharedReceiveQueue(int depth, int maxReceiveSge, int notifyThreshold);

    /**
     * Creates an endpoint, not connected, whose messages take Receives of a shared queue. ND:
     * IND2Adapter::CreateQueuePairWithSrq, NdkCreateQpWithSrq.
     *
     * @param receiveQueue   where the completions of Receives appear that its messages have taken
     * @param initiatorQueue where the completions of its initiator requests appear; may be the same
     * @param shared         of the same adapter
     * @param config         its depths and limits; the receive depth says how many Receives it holds at a time
     * @return the endpoint
     * @throws NdException as {@link #createEndpoint(CompletionQueue, CompletionQueue, EndpointConfig)}; INVALID_PARAMETER_4
     *     if the shared queue is closed or of another adapter
     */
    Endpoint createEndpoint(
            CompletionQueue receiveQueue,
            CompletionQueue initiatorQueue,
            SharedReceiveQueue shared,
            EndpointConfig config);

    /**
     * Creates a connector. ND: CreateConnector.
     *
     * @return the connector
     * @throws NdException INVALID_HANDLE if the adapter is closed; DEVICE_REMOVED if its driver died
     */
    Connector createConnector();

    /**
     * Creates a listener, not bound. ND: CreateListener.
     *
     * @return the listener
     * @throws NdException INVALID_HANDLE if the adapter is closed; DEVICE_REMOVED if its driver died
     */
    Listener createListener();

    /**
     * Waits, making progress, until there is something to look at: some completion queue of this adapter has a completion; or,
     * since a wait for this adapter has ended last, one of its listeners has got a request for a connection, a connector has
     * taken one, one of its connections has ended (or one that was being accepted was not made), or {@link #wakeup} was called.
     * The thread spins for some microseconds and then sleeps until it is woken. A {@link WaitSet} does the same for several
     * adapters.
     *
     * <p>It does not say which: poll the queues, and look at the futures of {@link Listener#getConnectionRequest} and
     * {@link Connector#notifyDisconnect}. A completion ends every wait until it is taken, all else one wait only. A wait of
     * one completion queue ({@link CompletionQueue#await}) ends for completions of that queue alone, and takes nothing away.
     *
     * <p><b>Ordering:</b> the futures that belong to a request or to the end of a connection are complete when the wait ends
     * for it. The wait may outlast its time by a millisecond and by what the host's scheduler adds.
     * <b>Memory:</b> does not allocate after the first wait.
     *
     * @param timeoutNs nanoseconds to wait at most; 0 tries once
     * @return SUCCESS if there is something to look at; TIMEOUT; INVALID_HANDLE if the adapter is closed; DEVICE_REMOVED if no
     *     completion is there and its driver died. An interrupt ends nothing: it is left set
     * @throws IllegalStateException on a control agent, unless the timeout is 0
     */
    NdStatus await(long timeoutNs);

    /**
     * Ends the wait for this adapter that is under way, by {@link #await} or in a {@link WaitSet}; if there is none, the next
     * one ends at once. Several calls before a wait ends count as one. Does nothing once the adapter is closed.
     *
     * <p><b>Threading:</b> callable on any thread, also while another is inside; does not block. <b>Ordering:</b> what was done
     * before the call is visible after the wait. <b>Memory:</b> does not allocate.
     */
    void wakeup();

    /**
     * Closes this adapter: first its endpoints, connectors, listeners, windows, regions and queues. Connections are
     * disconnected. Does nothing the second time.
     *
     * @throws IllegalStateException if another thread is inside, or the control agent is the caller, in what depends on a
     *     future; the adapter stays open
     */
    @Override
    void close();
}
