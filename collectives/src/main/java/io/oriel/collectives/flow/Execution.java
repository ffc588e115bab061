// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.collectives.flow;

import io.oriel.collectives.CollectiveStatus;
import io.oriel.collectives.ElementType;
import io.oriel.collectives.Request;
import io.oriel.collectives.data.Arguments;
import io.oriel.collectives.data.BuiltIn;
import io.oriel.collectives.data.Elements;
import io.oriel.collectives.data.Reduction;
import io.oriel.collectives.group.Group;
import io.oriel.collectives.world.Participant;
import io.oriel.collectives.world.Trouble;
import io.oriel.collectives.world.Work;
import io.oriel.collectives.world.World;
import java.util.ArrayList;
import org.jspecify.annotations.Nullable;

/** A collective operation under way. Made once, reused. By the domain's owner. */
public final class Execution implements Request, Work {
    private static final Plan NOTHING = (execution, round) -> false;

    private final Group group;
    private final World world;
    private final Executions home;
    private final Arguments arguments = new Arguments();
    private final ArrayList<Flow> flows = new ArrayList<>();
    private Plan plan = NOTHING;
    private int flowCount;
    private int round;
    private long key;
    private boolean ended = true;
    private @Nullable Trouble trouble;

    Execution(Group group, Executions home) {
        this.group = group;
        this.home = home;
        world = group.world();
    }

    /** Begins an operation, and does what can be done of it now. */
    Execution begin(long ofKey, Plan by, Arguments with) {
        key = ofKey;
        plan = by;
        arguments.copyFrom(with);
        ended = false;
        trouble = null;
        flowCount = 0;
        round = -1;
        if (!progress()) {
            world.works().add(this);
        }
        return this;
    }

    // For plans.

    /**
     * Returns what the operation was called with.
     *
     * @return the arguments
     */
    public Arguments arguments() {
        return arguments;
    }

    /**
     * Returns who this process is in the communicator.
     *
     * @return the rank
     */
    public int rank() {
        return group.rank();
    }

    /**
     * Returns how many ranks the communicator has.
     *
     * @return the count
     */
    public int size() {
        return group.size();
    }

    /**
     * Returns what this rank gives.
     *
     * @return the memory
     */
    public Elements send() {
        return arguments.send;
    }

    /**
     * Returns what this rank gets.
     *
     * @return the memory
     */
    public Elements receive() {
        return arguments.receive;
    }

    /**
     * Tells whether this rank has nothing else to do meanwhile, and a processor to do it on.
     *
     * @return false if its caller goes on with something else
     */
    public boolean isAtLeisure() {
        return arguments.awaited && world.isAlone();
    }

    /**
     * Adds a flow of elements like those that this rank gives to the round.
     *
     * @param count how many elements there are
     * @return to be described
     */
    public Flow combining(int count) {
        return flow(arguments.send.type(), count);
    }

    /**
     * Adds a flow to the round.
     *
     * @param type  of its elements
     * @param count how many there are
     * @return to be described
     */
    public Flow flow(ElementType type, int count) {
        return flow(type, arguments.operator, count);
    }

    /**
     * Adds a flow of elements that nobody combines, of whatever the operation is, to the round.
     *
     * @param type  of its elements
     * @param count how many there are
     * @return to be described
     */
    public Flow moving(ElementType type, int count) {
        return flow(type, BuiltIn.SUM, count);
    }

    private Flow flow(ElementType type, Reduction operator, int count) {
        if (flowCount == flows.size()) {
            flows.add(new Flow(group));
        }
        return flows.get(flowCount++).begin(key, type, operator, count);
    }

    /**
     * Ends the operation before it goes on, as all ranks do for the same reason: there is no further round.
     *
     * @param why it ends
     */
    public void refuse(Trouble why) {
        trouble = why;
    }

    // Its life.

    @Override
    public boolean progress() {
        if (ended) {
            return true;
        }
        while (isRoundOver()) {
            flowCount = 0;
            if (!plan.begin(this, ++round)) {
                end();
                return true;
            }
        }
        return ended;
    }

    /** Moves what can be moved, a fragment of each flow in turns; true if nothing is left. */
    private boolean isRoundOver() {
        boolean moves = true;
        while (moves) {
            moves = false;
            boolean over = true;
            for (int i = 0; i < flowCount; i++) {
                Flow flow = flows.get(i);
                if (!flow.isEnded()) {
                    moves |= flow.step();
                    over &= flow.isEnded();
                    Trouble found = flow.trouble();
                    if (found != null) {
                        fail(found);
                        return false;
                    }
                }
            }
            if (over) {
                return true;
            }
        }
        return false;
    }

    private void end() {
        ended = true;
        for (int i = 0; i < flowCount; i++) {
            flows.get(i).release();
        }
        group.end(key);
        plan = NOTHING;
    }

    private void fail(Trouble why) {
        trouble = why;
        end();
        group.tell(key, why);
        world.communicators().forgetUnwanted();
    }

    @Override
    public boolean look() {
        for (int i = 0; i < flowCount && !ended; i++) {
            Flow flow = flows.get(i);
            Trouble found = flow.isEnded() ? null : flow.look();
            if (found != null) {
                fail(found);
            }
        }
        return ended;
    }

    @Override
    public void giveUp(Participant communicator) {
        if (communicator == group && !ended) {
            trouble = group.closing();
            end();
        }
    }

    // The request.

    @Override
    public boolean test() {
        if (!ended) {
            world.poll();
            world.works().progress();
            world.lookAround();
        }
        return ended && isReported();
    }

    @Override
    public void await() {
        world.requireCaller();
        int turn = 0;
        while (!ended) {
            world.turn(turn++);
        }
        isReported();
    }

    /** Tells that it has ended, and lets it be used again; true. */
    private boolean isReported() {
        Trouble why = trouble;
        trouble = null;
        home.giveBack(this);
        if (why != null) {
            throw group.exception(why, arguments.collective + " has failed");
        }
        return true;
    }

    @Override
    public boolean cancel() {
        world.requireNoOperator();
        if (ended) {
            return false;
        }
        fail(Trouble.of(CollectiveStatus.CANCELED, world.rank(), "has cancelled the operation"));
        trouble = null;
        world.works().remove(this);
        home.giveBack(this);
        return true;
    }

    @Override
    public int count() {
        return arguments.receive.count();
    }
}
