// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.collectives;

import io.oriel.api.MemoryRegion;
import io.oriel.api.Provider;
import io.oriel.collectives.config.CommunicatorConfig;
import io.oriel.collectives.config.Tuning;
import io.oriel.collectives.member.Opening;

/**
 * Several ranks that carry out operations together. Each process has one for all ranks, its <em>world</em>, and any number
 * that were split from it.
 *
 * <p><b>Collective operations</b> are called by every rank of a communicator, in the same order. <b>Failure:</b> a rank that
 * dies, is stopped for too long or leaves early fails the operations of those that depend on it, and all later ones of the
 * communicators that it is in, with a {@link CollectiveException} that names it. What such an operation was to fill is of no
 * use.
 *
 * <p><b>Threading:</b> a world with all that was split from it is used by one thread at a time.
 *
 * <p><b>Memory:</b> operations and messages allocate only for
 *
 * <ul>
 *   <li>the first call of its kind on a communicator: an operation, by an algorithm, of a length;
 *   <li>more of them under way at once than ever before on a communicator;
 *   <li>more messages than ever before that arrive before this rank asks for them;
 *   <li>a failure.
 * </ul>
 *
 * <p>Not for implementation by users.
 */
public interface Communicator extends Collectives, PendingCollectives, PointToPoint, AutoCloseable {
    /**
     * Meets the ranks that were started together with this one, and opens a communicator of them all: {@link
     * CommunicatorConfig#fromEnvironment}.
     *
     * @return the world, to be closed by the caller; of this rank alone if nobody has started ranks
     * @throws IllegalArgumentException if the environment lacks something
     * @throws CollectiveException as below
     * @throws io.oriel.api.NdException as below
     */
    static Communicator open() {
        return open(CommunicatorConfig.fromEnvironment());
    }

    /**
     * Meets the other ranks, and opens a communicator of them all.
     *
     * @param config who meets where, and how
     * @return the world, to be closed by the caller
     * @throws CollectiveException RANK_MISSING, naming the ranks that have not come in time; MISMATCH if their configurations
     *     differ in what must be the same
     * @throws io.oriel.api.NdException as {@link io.oriel.api.NetworkDirect#open} and opening an adapter
     */
    static Communicator open(CommunicatorConfig config) {
        return Opening.open(config);
    }

    /**
     * Meets the other ranks on a provider that the caller has.
     *
     * @param provider open; stays open when the world is closed
     * @param config   as above
     * @return as above
     * @throws CollectiveException as above
     * @throws io.oriel.api.NdException as opening an adapter
     */
    static Communicator open(Provider provider, CommunicatorConfig config) {
        return Opening.open(provider, config);
    }

    /**
     * Returns who this process is here.
     *
     * @return 0 to {@code size() - 1}
     */
    int rank();

    /**
     * Returns how many ranks there are.
     *
     * @return at least 1
     */
    int size();

    /**
     * Makes communicators of those ranks that give the same color. Called by all ranks.
     *
     * @param color at least 0; a negative one for a communicator of this rank alone
     * @param key   ranks there are ordered by it, and where it is the same, as here
     * @return the communicator that this rank is in
     * @throws CollectiveException as every operation
     */
    Communicator split(int color, int key);

    /**
     * Makes a communicator of the same ranks, whose operations are apart from those of this one. Called by all ranks.
     *
     * @return the communicator
     * @throws CollectiveException as every operation
     */
    Communicator duplicate();

    /**
     * Makes a communicator of the same ranks that takes other algorithms. Called by all ranks.
     *
     * @param tuning the same at all ranks
     * @return the communicator
     * @throws CollectiveException as every operation
     */
    Communicator duplicate(Tuning tuning);

    /**
     * Allocates memory, full of zeros, that the other ranks of this host read directly when it is sent: {@link
     * Span#of(ElementType, MemoryRegion, int, int)}.
     *
     * @param length bytes
     * @return the memory, until the world is closed or it is deregistered
     * @throws io.oriel.api.NdException as {@link io.oriel.api.Adapter#allocateMemory}
     */
    MemoryRegion allocateMemory(long length);

    /**
     * Gives back memory that {@link #allocateMemory} gave; not while an operation uses it.
     *
     * @param region that was allocated here
     * @throws io.oriel.api.NdException as {@link MemoryRegion#deregister}
     */
    void freeMemory(MemoryRegion region);

    /**
     * Says how an operation would be carried out, and why.
     *
     * @param collective the operation
     * @param bytes      of what one rank gives, or of what it gets for a scatter or broadcast; of all parts together for
     *     ALL_TO_ALL and REDUCE_SCATTER
     * @return one sentence
     */
    String explain(Collective collective, long bytes);

    /**
     * Leaves. Other ranks that need this one for an operation fail with {@link CollectiveStatus#RANK_LEFT}; those that need it
     * no more do not notice. What is under way here is given up. Closing the world closes all that was split from it, and
     * waits, for a short time at most, until what was sent has left this process. Does nothing the second time.
     */
    @Override
    void close();
}
