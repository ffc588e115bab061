// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.collectives.member;

import io.oriel.api.AccessFlags;
import io.oriel.api.MemoryRegion;
import io.oriel.collectives.Algorithm;
import io.oriel.collectives.Collective;
import io.oriel.collectives.CollectiveException;
import io.oriel.collectives.Communicator;
import io.oriel.collectives.Operator;
import io.oriel.collectives.Request;
import io.oriel.collectives.Span;
import io.oriel.collectives.choice.Choice;
import io.oriel.collectives.config.Tuning;
import io.oriel.collectives.data.Arguments;
import io.oriel.collectives.data.Elements;
import io.oriel.collectives.flow.Executions;
import io.oriel.collectives.flow.Plan;
import io.oriel.collectives.group.Flat;
import io.oriel.collectives.group.Group;
import io.oriel.collectives.message.Transfers;
import io.oriel.collectives.world.World;

/** A communicator of one group. */
public final class Membership implements Communicator {
    private final Home home;
    private final Group group;
    private final Tuning tuning;
    private final Choice choice;
    private final Calls calls;
    private final Flat flat;
    private final boolean isChecking;
    private final Executions executions;
    private final Transfers transfers;
    private final double[] oneDouble = new double[1];
    private final long[] oneLong = new long[1];
    private final Elements doubleSpan = Elements.of(oneDouble, 0, 1);
    private final Elements longSpan = Elements.of(oneLong, 0, 1);

    Membership(Home home, Group group, Tuning tuning) {
        this.home = home;
        this.group = group;
        this.tuning = tuning;
        choice = new Choice(tuning, group.size(), group.isDirect());
        calls = new Calls(group.size(), group.rank());
        flat = new Flat(group, home.accumulator());
        isChecking = home.config().checking();
        executions = new Executions(group);
        transfers = new Transfers(group);
    }

    /**
     * Makes the communicator of all ranks.
     *
     * @param home of the world
     * @return the communicator
     */
    static Membership ofWorld(Home home) {
        World world = home.world();
        int[] members = new int[world.size()];
        for (int member = 0; member < members.length; member++) {
            members[member] = member;
        }
        return new Membership(home, new Group(world, 0, members), home.config().tuning());
    }

    @Override
    public int rank() {
        return group.rank();
    }

    @Override
    public int size() {
        return group.size();
    }

    private void perform(Arguments arguments) {
        Choice.Step step = choice.of(arguments.collective, arguments.bytes);
        if (step.algorithm() == Algorithm.FLAT && !isChecking && flat.takes(arguments)) {
            flat.run(arguments);
        } else {
            arguments.awaited = true;
            begin(step, arguments).await();
        }
    }

    private Request begin(Arguments arguments) {
        return begin(choice.of(arguments.collective, arguments.bytes), arguments);
    }

    private Request begin(Choice.Step step, Arguments arguments) {
        Plan plan = step.planFor(arguments);
        return executions.begin(isChecking ? new Comparison(group, plan, arguments) : plan, arguments);
    }

    @Override
    public void barrier() {
        perform(calls.barrier());
    }

    @Override
    public Request iBarrier() {
        return begin(calls.barrier());
    }

    @Override
    public void broadcast(Span data, int root) {
        perform(calls.broadcast(data, root));
    }

    @Override
    public Request iBroadcast(Span data, int root) {
        return begin(calls.broadcast(data, root));
    }

    @Override
    public void reduce(Span send, Span receive, Operator operator, int root) {
        perform(calls.reduce(send, receive, operator, root));
    }

    @Override
    public Request iReduce(Span send, Span receive, Operator operator, int root) {
        return begin(calls.reduce(send, receive, operator, root));
    }

    @Override
    public void allReduce(Span send, Span receive, Operator operator) {
        perform(calls.allReduce(send, receive, operator));
    }

    @Override
    public Request iAllReduce(Span send, Span receive, Operator operator) {
        return begin(calls.allReduce(send, receive, operator));
    }

    @Override
    public void scan(Span send, Span receive, Operator operator) {
        perform(calls.scan(send, receive, operator));
    }

    @Override
    public Request iScan(Span send, Span receive, Operator operator) {
        return begin(calls.scan(send, receive, operator));
    }

    @Override
    public void exclusiveScan(Span send, Span receive, Operator operator) {
        perform(calls.exclusiveScan(send, receive, operator));
    }

    @Override
    public Request iExclusiveScan(Span send, Span receive, Operator operator) {
        return begin(calls.exclusiveScan(send, receive, operator));
    }

    @Override
    public void gather(Span send, Span receive, int root) {
        perform(calls.gather(send, receive, root));
    }

    @Override
    public Request iGather(Span send, Span receive, int root) {
        return begin(calls.gather(send, receive, root));
    }

    @Override
    public void gatherv(Span send, Span receive, int[] counts, int[] displacements, int root) {
        perform(calls.gatherv(send, receive, counts, displacements, root));
    }

    @Override
    public Request iGatherv(Span send, Span receive, int[] counts, int[] displacements, int root) {
        return begin(calls.gatherv(send, receive, counts, displacements, root));
    }

    @Override
    public void scatter(Span send, Span receive, int root) {
        perform(calls.scatter(send, receive, root));
    }

    @Override
    public Request iScatter(Span send, Span receive, int root) {
        return begin(calls.scatter(send, receive, root));
    }

    @Override
    public void scatterv(Span send, int[] counts, int[] displacements, Span receive, int root) {
        perform(calls.scatterv(send, counts, displacements, receive, root));
    }

    @Override
    public Request iScatterv(Span send, int[] counts, int[] displacements, Span receive, int root) {
        return begin(calls.scatterv(send, counts, displacements, receive, root));
    }

    @Override
    public void allGather(Span send, Span receive) {
        perform(calls.allGather(send, receive));
    }

    @Override
    public Request iAllGather(Span send, Span receive) {
        return begin(calls.allGather(send, receive));
    }

    @Override
    public void allGatherv(Span send, Span receive, int[] counts, int[] displacements) {
        perform(calls.allGatherv(send, receive, counts, displacements));
    }

    @Override
    public Request iAllGatherv(Span send, Span receive, int[] counts, int[] displacements) {
        return begin(calls.allGatherv(send, receive, counts, displacements));
    }

    @Override
    public void allToAll(Span send, Span receive) {
        perform(calls.allToAll(send, receive));
    }

    @Override
    public Request iAllToAll(Span send, Span receive) {
        return begin(calls.allToAll(send, receive));
    }

    @Override
    public void allToAllv(
            Span send,
            int[] sendCounts,
            int[] sendDisplacements,
            Span receive,
            int[] receiveCounts,
            int[] receiveDisplacements) {
        perform(calls.allToAllv(send, sendCounts, sendDisplacements, receive, receiveCounts, receiveDisplacements));
    }

    @Override
    public Request iAllToAllv(
            Span send,
            int[] sendCounts,
            int[] sendDisplacements,
            Span receive,
            int[] receiveCounts,
            int[] receiveDisplacements) {
        return begin(
                calls.allToAllv(send, sendCounts, sendDisplacements, receive, receiveCounts, receiveDisplacements));
    }

    @Override
    public void reduceScatter(Span send, Span receive, Operator operator) {
        perform(calls.reduceScatter(send, receive, operator));
    }

    @Override
    public Request iReduceScatter(Span send, Span receive, Operator operator) {
        return begin(calls.reduceScatter(send, receive, operator));
    }

    @Override
    public void reduceScatterv(Span send, Span receive, int[] counts, Operator operator) {
        perform(calls.reduceScatterv(send, receive, counts, operator));
    }

    @Override
    public Request iReduceScatterv(Span send, Span receive, int[] counts, Operator operator) {
        return begin(calls.reduceScatterv(send, receive, counts, operator));
    }

    @Override
    public double allReduce(double value, Operator operator) {
        oneDouble[0] = value;
        perform(calls.allReduce(doubleSpan, doubleSpan, operator));
        return oneDouble[0];
    }

    @Override
    public long allReduce(long value, Operator operator) {
        oneLong[0] = value;
        perform(calls.allReduce(longSpan, longSpan, operator));
        return oneLong[0];
    }

    @Override
    public void send(Span data, int destination, int tag) {
        if (destination == rank()) {
            transfers.sendCopy(calls.elements("data", data), tag);
        } else {
            iSend(data, destination, tag).await();
        }
    }

    @Override
    public int receive(Span data, int source, int tag) {
        Request request = iReceive(data, source, tag);
        request.await();
        return request.count();
    }

    @Override
    public int sendReceive(Span send, int destination, int sendTag, Span receive, int source, int receiveTag) {
        calls.elements("receive", receive);
        calls.requireRank("source", source);
        Request sending = iSend(send, destination, sendTag);
        int count;
        try {
            count = receive(receive, source, receiveTag);
        } catch (CollectiveException e) {
            transfers.leaveToItself(sending);
            throw e;
        }
        sending.await();
        return count;
    }

    @Override
    public Request iSend(Span data, int destination, int tag) {
        return transfers.send(calls.elements("data", data), calls.requireRank("destination", destination), tag);
    }

    @Override
    public Request iReceive(Span data, int source, int tag) {
        return transfers.receive(calls.elements("data", data), calls.requireRank("source", source), tag);
    }

    @Override
    public Communicator split(int color, int key) {
        return new Membership(home, Splitting.split(this, group, color, key), tuning);
    }

    @Override
    public Communicator duplicate() {
        return duplicate(tuning);
    }

    @Override
    public Communicator duplicate(Tuning other) {
        return new Membership(home, Splitting.split(this, group, 0, rank()), other);
    }

    @Override
    public MemoryRegion allocateMemory(long length) {
        MemoryRegion region = home.adapter().allocateMemory(length, AccessFlags.ALLOW_LOCAL_WRITE);
        group.world().exposures().add(region, group.world().size());
        return region;
    }

    @Override
    public void freeMemory(MemoryRegion region) {
        group.world().free(region);
    }

    @Override
    public String explain(Collective collective, long bytes) {
        return choice.explain(collective, bytes);
    }

    @Override
    public void close() {
        if (group.isWorld()) {
            home.close();
        } else {
            group.close();
        }
    }
}
