// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.collectives.member;

import io.oriel.collectives.Collective;
import io.oriel.collectives.ElementType;
import io.oriel.collectives.data.Arguments;
import io.oriel.collectives.data.BuiltIn;
import io.oriel.collectives.data.Elements;
import java.util.Arrays;

/** What one rank calls, as ranks tell each other. */
final class Signature {
    /** A count that the rank does not know. */
    static final int UNKNOWN = -1;

    // What is told: words that must be the same everywhere, how many elements go to each rank, how many must come from
    // each.
    private static final int COLLECTIVE = 0;
    private static final int ROOT = 1;
    private static final int TYPE = 2;
    private static final int OPERATOR = 3;
    private static final int COUNT = 4;
    private static final int GIVEN = 5;

    private static final Collective[] COLLECTIVES = Collective.values();
    private static final ElementType[] TYPES = ElementType.values();

    private final int size;
    private final int[] words;
    private final Elements elements;

    Signature(int size) {
        this.size = size;
        words = new int[GIVEN + 2 * size];
        elements = Elements.of(words, 0, words.length);
    }

    /** Returns the memory of it all. */
    Elements elements() {
        return elements;
    }

    /** Becomes what a rank calls with arguments. */
    void of(Arguments arguments, int rank) {
        Collective collective = arguments.collective;
        boolean isRoot = rank == arguments.root;
        boolean isRooted = collective == Collective.GATHER || collective == Collective.SCATTER;
        boolean gives = !(collective == Collective.BROADCAST || (collective == Collective.SCATTER && !isRoot));
        Elements data = gives ? arguments.send : arguments.receive;
        words[COLLECTIVE] = Arrays.asList(COLLECTIVES).indexOf(collective);
        words[ROOT] = arguments.root;
        boolean gets = collective != Collective.BROADCAST && (collective != Collective.GATHER || isRoot);
        words[TYPE] = collective == Collective.BARRIER ? UNKNOWN : type(data, gets ? arguments.receive : data);
        words[OPERATOR] = operator(arguments);
        boolean isUneven = arguments.sendCounts.length > 0 || arguments.receiveCounts.length > 0;
        boolean isSameEverywhere =
                !isRooted && collective != Collective.BARRIER && !(isUneven && collective != Collective.REDUCE_SCATTER);
        words[COUNT] = isSameEverywhere ? data.count() : UNKNOWN;
        Arrays.fill(words, GIVEN, words.length, UNKNOWN);
        counts(arguments, isRoot);
    }

    /** No elements are of any type: then those that come say it. */
    private static int type(Elements data, Elements other) {
        Elements some = data.count() == 0 ? other : data;
        return some.count() == 0 ? UNKNOWN : Arrays.asList(TYPES).indexOf(some.type());
    }

    private void counts(Arguments arguments, boolean isRoot) {
        switch (arguments.collective) {
            case GATHER -> {
                give(arguments.root, arguments.send.count());
                if (isRoot) {
                    copy(arguments.receiveCounts, arguments.receive.count(), GIVEN + size);
                }
            }
            case SCATTER -> {
                expect(arguments.root, arguments.receive.count());
                if (isRoot) {
                    copy(arguments.sendCounts, arguments.send.count(), GIVEN);
                }
            }
            case ALL_GATHER -> {
                for (int member = 0; member < size; member++) {
                    give(member, arguments.send.count());
                }
                copy(arguments.receiveCounts, arguments.receive.count(), GIVEN + size);
            }
            case ALL_TO_ALL -> {
                copy(arguments.sendCounts, arguments.send.count(), GIVEN);
                copy(arguments.receiveCounts, arguments.receive.count(), GIVEN + size);
            }
            case REDUCE_SCATTER -> {
                copy(arguments.sendCounts, arguments.send.count(), GIVEN);
                for (int member = 0; member < size; member++) {
                    expect(member, arguments.receive.count());
                }
            }
            default -> {
                // all that there is to compare is the same everywhere
            }
        }
    }

    private void give(int member, int count) {
        words[GIVEN + member] = count;
    }

    private void expect(int member, int count) {
        words[GIVEN + size + member] = count;
    }

    private void copy(int[] counts, int all, int to) {
        for (int member = 0; member < size; member++) {
            words[to + member] = counts.length == 0 ? all / size : counts[member];
        }
    }

    private static int operator(Arguments arguments) {
        if (arguments.operator instanceof BuiltIn builtIn) {
            return builtIn.name().hashCode();
        }
        return arguments.operator.itemCount() * 2 + (arguments.operator.isCommutative() ? 1 : 0);
    }

    int root() {
        return words[ROOT];
    }

    boolean isOfLikeType(Signature other) {
        return words[TYPE] == other.words[TYPE] || words[TYPE] == UNKNOWN || other.words[TYPE] == UNKNOWN;
    }

    boolean isLike(Signature other) {
        return isOfLikeType(other)
                && Arrays.equals(words, 0, TYPE, other.words, 0, TYPE)
                && Arrays.equals(words, OPERATOR, GIVEN, other.words, OPERATOR, GIVEN);
    }

    int givenTo(int member) {
        return words[GIVEN + member];
    }

    int expectedFrom(int member) {
        return words[GIVEN + size + member];
    }

    /** Returns what a word stands for, if its sender is one of ours: it may be anything. */
    private static <T> T of(T[] all, int word) {
        return all[Math.floorMod(word, all.length)];
    }

    /** Says what is called, for people. */
    String describe() {
        Collective collective = of(COLLECTIVES, words[COLLECTIVE]);
        String text = collective.toString();
        if (collective == Collective.BARRIER) {
            return text;
        }
        String type = words[TYPE] == UNKNOWN ? "" : " " + of(TYPES, words[TYPE]);
        text += " of" + (words[COUNT] == UNKNOWN ? "" : " " + words[COUNT]) + type;
        return switch (collective) {
                    case BROADCAST, REDUCE, GATHER, SCATTER -> text + ", root " + words[ROOT];
                    default -> text;
                }
                + (words[OPERATOR] == BuiltIn.SUM.name().hashCode()
                        ? ""
                        : ", operator " + Integer.toHexString(words[OPERATOR]));
    }
}
