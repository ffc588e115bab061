// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.domain;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * Every interleaving of one publisher with one sleeper, stores delayed as a processor's store buffer delays them: whether
 * a wake can be lost if a step of the protocol is left out.
 */
class ArmingProtocolTest {
    private static final List<Step> SLEEPER = List.of(Step.ARM, Step.FENCE, Step.LOOK, Step.NAP, Step.LOOK, Step.SLEEP);
    private static final List<Step> PUBLISHER = List.of(Step.PUBLISH, Step.READ_ARMED, Step.WAKE);

    /** What one of the two does next. */
    private enum Step {
        ARM,
        LOOK,
        /** Takes so long that every store made before it began is seen when it ends. */
        NAP,
        SLEEP,
        PUBLISH,
        READ_ARMED,
        WAKE,
        FENCE
    }

    /**
     * Where both are.
     *
     * @param sleeper        its next step
     * @param publisher      its next step
     * @param armedBuffered  stored by the sleeper, not yet seen by others
     * @param armed          seen by all
     * @param eventBuffered  stored by the publisher, not yet seen by others
     * @param event          seen by all
     * @param found          the sleeper has seen the event
     * @param sawArmed       the publisher has seen the word
     * @param woken          a wake is under way
     */
    private record State(
            int sleeper,
            int publisher,
            boolean armedBuffered,
            boolean armed,
            boolean eventBuffered,
            boolean event,
            boolean found,
            boolean sawArmed,
            boolean woken) {}

    private final Set<State> seen = new HashSet<>();

    @Test
    void losesNoWakeWithAllItsSteps() {
        assertThat(canLose(SLEEPER, PUBLISHER)).isFalse();
        assertThat(seen.size()).as("there was something to explore").isGreaterThan(20);
    }

    @Test
    void losesAWakeIfTheSleeperDoesNotLookAfterArming() {
        assertThat(canLose(List.of(Step.LOOK, Step.ARM, Step.FENCE, Step.NAP, Step.SLEEP), PUBLISHER))
                .isTrue();
    }

    @Test
    void losesAWakeIfTheSleeperDoesNotNapBeforeItsLastLook() {
        assertThat(canLose(without(SLEEPER, Step.NAP), PUBLISHER)).isTrue();
    }

    @Test
    void losesAWakeIfTheSleeperDoesNotLookAfterItsNap() {
        assertThat(canLose(List.of(Step.ARM, Step.FENCE, Step.LOOK, Step.NAP, Step.SLEEP), PUBLISHER))
                .isTrue();
    }

    @Test
    void needsNoNapIfThePublisherFences() {
        List<Step> fencing = List.of(Step.PUBLISH, Step.FENCE, Step.READ_ARMED, Step.WAKE);
        assertThat(canLose(List.of(Step.ARM, Step.FENCE, Step.LOOK, Step.SLEEP), fencing))
                .isFalse();
    }

    @Test
    void losesAWakeWithoutTheSleepersFence() {
        assertThat(canLose(without(SLEEPER, Step.FENCE), PUBLISHER)).isTrue();
    }

    @Test
    void losesAWakeIfThePublisherDoesNotAnnounce() {
        assertThat(canLose(SLEEPER, List.of(Step.PUBLISH))).isTrue();
    }

    @Test
    void losesAWakeIfThePublisherAnnouncesTooEarly() {
        assertThat(canLose(SLEEPER, List.of(Step.READ_ARMED, Step.WAKE, Step.PUBLISH)))
                .isTrue();
    }

    private static List<Step> without(List<Step> steps, Step left) {
        return steps.stream().filter(step -> step != left).toList();
    }

    private boolean canLose(List<Step> sleeper, List<Step> publisher) {
        seen.clear();
        return explore(new State(0, 0, false, false, false, false, false, false, false), sleeper, publisher);
    }

    private boolean explore(State state, List<Step> sleeper, List<Step> publisher) {
        if (!seen.add(state)) {
            return false;
        }
        boolean sleeps = state.sleeper < sleeper.size() && sleeper.get(state.sleeper) == Step.SLEEP && !state.found;
        boolean isOver = state.publisher == publisher.size() && !state.armedBuffered && !state.eventBuffered;
        if (sleeps && isOver && !state.woken) {
            return true;
        }
        boolean lost = false;
        if (state.armedBuffered) {
            lost = explore(armedSeen(state), sleeper, publisher);
        }
        if (state.eventBuffered) {
            lost |= explore(eventSeen(state), sleeper, publisher);
        }
        if (state.sleeper < sleeper.size() && !sleeps) {
            lost |= stepSleeper(state, sleeper, publisher);
        }
        if (state.publisher < publisher.size()) {
            lost |= stepPublisher(state, sleeper, publisher);
        }
        return lost;
    }

    private boolean stepSleeper(State s, List<Step> sleeper, List<Step> publisher) {
        int next = s.sleeper + 1;
        return switch (sleeper.get(s.sleeper)) {
            case ARM -> explore(sleeperAt(s, next, true, s.found), sleeper, publisher);
            case LOOK -> explore(sleeperAt(s, next, s.armedBuffered, s.found || s.event), sleeper, publisher);
            case FENCE -> !s.armedBuffered && explore(sleeperAt(s, next, false, s.found), sleeper, publisher);
            case NAP -> !s.eventBuffered && explore(sleeperAt(s, next, s.armedBuffered, s.found), sleeper, publisher);
            default -> false; // it has found the event, and does not sleep
        };
    }

    private boolean stepPublisher(State s, List<Step> sleeper, List<Step> publisher) {
        int next = s.publisher + 1;
        return switch (publisher.get(s.publisher)) {
            case PUBLISH -> explore(publisherAt(s, next, true, s.sawArmed, s.woken), sleeper, publisher);
            case READ_ARMED -> explore(publisherAt(s, next, s.eventBuffered, s.armed, s.woken), sleeper, publisher);
            case WAKE ->
                explore(publisherAt(s, next, s.eventBuffered, s.sawArmed, s.woken || s.sawArmed), sleeper, publisher);
            case FENCE ->
                !s.eventBuffered && explore(publisherAt(s, next, false, s.sawArmed, s.woken), sleeper, publisher);
            default -> throw new IllegalStateException("a publisher does not sleep");
        };
    }

    private static State sleeperAt(State s, int next, boolean armedBuffered, boolean found) {
        return new State(
                next, s.publisher, armedBuffered, s.armed, s.eventBuffered, s.event, found, s.sawArmed, s.woken);
    }

    private static State publisherAt(State s, int next, boolean eventBuffered, boolean sawArmed, boolean woken) {
        return new State(s.sleeper, next, s.armedBuffered, s.armed, eventBuffered, s.event, s.found, sawArmed, woken);
    }

    private static State armedSeen(State s) {
        return new State(s.sleeper, s.publisher, false, true, s.eventBuffered, s.event, s.found, s.sawArmed, s.woken);
    }

    private static State eventSeen(State s) {
        return new State(s.sleeper, s.publisher, s.armedBuffered, s.armed, false, true, s.found, s.sawArmed, s.woken);
    }
}
