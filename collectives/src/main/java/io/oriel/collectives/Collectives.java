// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.collectives;

/**
 * The operations that every rank of a communicator calls, in the same order. Each returns when this rank has its result and
 * its memory is free again; only {@link #barrier} promises that the others have called it.
 *
 * <p>Every method throws {@link IllegalArgumentException}, and sends nothing, if what is given here does not fit together; and
 * {@link CollectiveException} if the operation fails. Counts are elements, not bytes.
 *
 * <p>Not for implementation by users.
 */
public interface Collectives {
    /**
     * Waits until every rank has called it.
     */
    void barrier();

    /**
     * Gives what the root has to every rank.
     *
     * @param data read at the root, filled at the others; as long everywhere
     * @param root rank that gives
     */
    void broadcast(Span data, int root);

    /**
     * Combines what every rank gives, for the root.
     *
     * @param send     what this rank gives; as long everywhere
     * @param receive  filled at the root, as long as {@code send}, and may be the same memory; not looked at elsewhere
     * @param operator combines
     * @param root     rank that gets the result
     */
    void reduce(Span send, Span receive, Operator operator, int root);

    /**
     * Combines what every rank gives, for every rank. All get the same bits.
     *
     * @param send     what this rank gives; as long everywhere
     * @param receive  filled, as long as {@code send}, and may be the same memory
     * @param operator combines
     */
    void allReduce(Span send, Span receive, Operator operator);

    /**
     * Combines what the lower ranks and this one give.
     *
     * @param send     what this rank gives; as long everywhere
     * @param receive  filled, as long as {@code send}, and may be the same memory
     * @param operator combines
     */
    void scan(Span send, Span receive, Operator operator);

    /**
     * Combines what the lower ranks give.
     *
     * @param send     what this rank gives; as long everywhere
     * @param receive  filled, as long as {@code send}, and may be the same memory; not touched at rank 0
     * @param operator combines
     */
    void exclusiveScan(Span send, Span receive, Operator operator);

    /**
     * Collects what every rank gives at the root, in the order of ranks.
     *
     * @param send    what this rank gives; as long everywhere
     * @param receive filled at the root, as long as all together; not looked at elsewhere
     * @param root    rank that collects
     */
    void gather(Span send, Span receive, int root);

    /**
     * Collects what every rank gives at the root, in places of different lengths.
     *
     * @param send          what this rank gives
     * @param receive       filled at the root; not looked at elsewhere
     * @param counts        elements from each rank; looked at at the root
     * @param displacements where those of each rank go, in elements; looked at at the root
     * @param root          rank that collects
     */
    void gatherv(Span send, Span receive, int[] counts, int[] displacements, int root);

    /**
     * Gives each rank a part of what the root has, in the order of ranks.
     *
     * @param send    at the root, as long as all parts together; not looked at elsewhere
     * @param receive filled; as long everywhere
     * @param root    rank that gives
     */
    void scatter(Span send, Span receive, int root);

    /**
     * Gives each rank a part of what the root has, of different lengths.
     *
     * @param send          at the root; not looked at elsewhere
     * @param counts        elements for each rank; looked at at the root
     * @param displacements where those for each rank are, in elements; looked at at the root
     * @param receive       filled
     * @param root          rank that gives
     */
    void scatterv(Span send, int[] counts, int[] displacements, Span receive, int root);

    /**
     * Collects what every rank gives at every rank, in the order of ranks.
     *
     * @param send    what this rank gives; as long everywhere
     * @param receive filled, as long as all together
     */
    void allGather(Span send, Span receive);

    /**
     * Collects what every rank gives at every rank, in places of different lengths.
     *
     * @param send          what this rank gives
     * @param receive       filled
     * @param counts        elements from each rank; the same everywhere
     * @param displacements where those of each rank go, in elements
     */
    void allGatherv(Span send, Span receive, int[] counts, int[] displacements);

    /**
     * Gives a part of what this rank has to each rank, and collects a part from each, in the order of ranks.
     *
     * @param send    as many parts of the same length as there are ranks
     * @param receive filled, as long as {@code send}; other memory
     */
    void allToAll(Span send, Span receive);

    /**
     * Gives a part of what this rank has to each rank, and collects a part from each, of different lengths.
     *
     * @param send                 what this rank gives
     * @param sendCounts           elements for each rank
     * @param sendDisplacements    where those for each rank are, in elements
     * @param receive              filled; other memory
     * @param receiveCounts        elements from each rank
     * @param receiveDisplacements where those of each rank go, in elements
     */
    void allToAllv(
            Span send,
            int[] sendCounts,
            int[] sendDisplacements,
            Span receive,
            int[] receiveCounts,
            int[] receiveDisplacements);

    /**
     * Combines what every rank gives, and gives each rank a part of the result, in the order of ranks.
     *
     * @param send     what this rank gives; as long everywhere, a multiple of the number of ranks
     * @param receive  filled with this rank's part
     * @param operator combines
     */
    void reduceScatter(Span send, Span receive, Operator operator);

    /**
     * Combines what every rank gives, and gives each rank a part of the result, of different lengths.
     *
     * @param send     what this rank gives; as long everywhere
     * @param receive  filled with this rank's part
     * @param counts   elements for each rank; the same everywhere
     * @param operator combines
     */
    void reduceScatterv(Span send, Span receive, int[] counts, Operator operator);

    /**
     * Combines one number of every rank, for every rank. All get the same bits.
     *
     * @param value    of this rank
     * @param operator combines
     * @return the result
     */
    double allReduce(double value, Operator operator);

    /**
     * Combines one number of every rank, for every rank.
     *
     * @param value    of this rank
     * @param operator combines
     * @return the result
     */
    long allReduce(long value, Operator operator);
}
