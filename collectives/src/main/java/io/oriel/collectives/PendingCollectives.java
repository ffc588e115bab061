// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.collectives;

/**
 * The operations of {@link Collectives}, begun only: the request tells when they have ended. Several may be under way; those of
 * one communicator are begun in the same order everywhere, like all others. The spans belong to the operation until it has
 * ended, and so do counts and displacements.
 *
 * <p>Not for implementation by users.
 */
public interface PendingCollectives {
    /**
     * Begins {@link Collectives#barrier}.
     *
     * @return what tells of its end
     */
    Request iBarrier();

    /**
     * Begins {@link Collectives#broadcast}.
     *
     * @param data as there
     * @param root as there
     * @return what tells of its end
     */
    Request iBroadcast(Span data, int root);

    /**
     * Begins {@link Collectives#reduce}.
     *
     * @param send     as there
     * @param receive  as there
     * @param operator as there
     * @param root     as there
     * @return what tells of its end
     */
    Request iReduce(Span send, Span receive, Operator operator, int root);

    /**
     * Begins {@link Collectives#allReduce}.
     *
     * @param send     as there
     * @param receive  as there
     * @param operator as there
     * @return what tells of its end
     */
    Request iAllReduce(Span send, Span receive, Operator operator);

    /**
     * Begins {@link Collectives#scan}.
     *
     * @param send     as there
     * @param receive  as there
     * @param operator as there
     * @return what tells of its end
     */
    Request iScan(Span send, Span receive, Operator operator);

    /**
     * Begins {@link Collectives#exclusiveScan}.
     *
     * @param send     as there
     * @param receive  as there
     * @param operator as there
     * @return what tells of its end
     */
    Request iExclusiveScan(Span send, Span receive, Operator operator);

    /**
     * Begins {@link Collectives#gather}.
     *
     * @param send    as there
     * @param receive as there
     * @param root    as there
     * @return what tells of its end
     */
    Request iGather(Span send, Span receive, int root);

    /**
     * Begins {@link Collectives#gatherv}.
     *
     * @param send          as there
     * @param receive       as there
     * @param counts        as there
     * @param displacements as there
     * @param root          as there
     * @return what tells of its end
     */
    Request iGatherv(Span send, Span receive, int[] counts, int[] displacements, int root);

    /**
     * Begins {@link Collectives#scatter}.
     *
     * @param send    as there
     * @param receive as there
     * @param root    as there
     * @return what tells of its end
     */
    Request iScatter(Span send, Span receive, int root);

    /**
     * Begins {@link Collectives#scatterv}.
     *
     * @param send          as there
     * @param counts        as there
     * @param displacements as there
     * @param receive       as there
     * @param root          as there
     * @return what tells of its end
     */
    Request iScatterv(Span send, int[] counts, int[] displacements, Span receive, int root);

    /**
     * Begins {@link Collectives#allGather}.
     *
     * @param send    as there
     * @param receive as there
     * @return what tells of its end
     */
    Request iAllGather(Span send, Span receive);

    /**
     * Begins {@link Collectives#allGatherv}.
     *
     * @param send          as there
     * @param receive       as there
     * @param counts        as there
     * @param displacements as there
     * @return what tells of its end
     */
    Request iAllGatherv(Span send, Span receive, int[] counts, int[] displacements);

    /**
     * Begins {@link Collectives#allToAll}.
     *
     * @param send    as there
     * @param receive as there
     * @return what tells of its end
     */
    Request iAllToAll(Span send, Span receive);

    /**
     * Begins {@link Collectives#allToAllv}.
     *
     * @param send                 as there
     * @param sendCounts           as there
     * @param sendDisplacements    as there
     * @param receive              as there
     * @param receiveCounts        as there
     * @param receiveDisplacements as there
     * @return what tells of its end
     */
    Request iAllToAllv(
            Span send,
            int[] sendCounts,
            int[] sendDisplacements,
            Span receive,
            int[] receiveCounts,
            int[] receiveDisplacements);

    /**
     * Begins {@link Collectives#reduceScatter}.
     *
     * @param send     as there
     * @param receive  as there
     * @param operator as there
     * @return what tells of its end
     */
    Request iReduceScatter(Span send, Span receive, Operator operator);

    /**
     * Begins {@link Collectives#reduceScatterv}.
     *
     * @param send     as there
     * @param receive  as there
     * @param counts   as there
     * @param operator as there
     * @return what tells of its end
     */
    Request iReduceScatterv(Span send, Span receive, int[] counts, Operator operator);
}
