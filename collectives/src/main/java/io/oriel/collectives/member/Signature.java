// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.collectives.member;

import io.oriel.collectives.Collective;
import io.oriel.collectives.ElementType;
import io.oriel.collectives.data.Arguments;
import io.oriel.collectives.data.BuiltIn;
import io.oriel.collectives.data.Elements;
import io.oriel.collectives.lane.LaneLayout;
import java.util.Arrays;
import org.agrona.MutableDirectBuffer;

/** What one rank calls, as ranks tell each other. */
final class Signature {
    /** A count that the rank does not know. */
    static final int UNKNOWN = -1;

    private static final int WORDS = 5;
    /** For more ranks than this, counts are not told. */
    private static final int MOST_COUNTS = LaneLayout.MAX_PAYLOAD / Integer.BYTES / 2 - WORDS;

    private static final Collective[] COLLECTIVES = Collective.values();
    private static final ElementType[] TYPES = ElementType.values();

    private final int[] words = new int[WORDS];
    private final int[] given;
    private final int[] expected;

    Signature(int size) {
        given = new int[size <= MOST_COUNTS ? size : 0];
        expected = new int[given.length];
    }

    int length() {
        return (WORDS + given.length + expected.length) * Integer.BYTES;
    }

    /** Becomes what a rank calls with arguments. */
    Signature of(Arguments arguments, int rank) {
        Collective collective = arguments.collective;
        boolean isRoot = rank == arguments.root;
        boolean isRooted = collective == Collective.GATHER || collective == Collective.SCATTER;
        boolean gives = !(collective == Collective.BROADCAST || (collective == Collective.SCATTER && !isRoot));
        Elements elements = gives ? arguments.send : arguments.receive;
        words[0] = Arrays.asList(COLLECTIVES).indexOf(collective);
        words[1] = arguments.root;
        words[2] = collective == Collective.BARRIER ? 0 : Arrays.asList(TYPES).indexOf(elements.type());
        words[3] = operator(arguments);
        boolean isUneven = arguments.sendCounts.length > 0 || arguments.receiveCounts.length > 0;
        boolean isSameEverywhere =
                !isRooted && collective != Collective.BARRIER && !(isUneven && collective != Collective.REDUCE_SCATTER);
        words[4] = isSameEverywhere ? elements.count() : UNKNOWN;
        Arrays.fill(given, UNKNOWN);
        Arrays.fill(expected, UNKNOWN);
        counts(arguments, isRoot);
        return this;
    }

    private void counts(Arguments arguments, boolean isRoot) {
        int size = given.length;
        switch (arguments.collective) {
            case GATHER -> {
                give(arguments.root, arguments.send.count());
                if (isRoot) {
                    copy(arguments.receiveCounts, arguments.receive.count(), expected);
                }
            }
            case SCATTER -> {
                expect(arguments.root, arguments.receive.count());
                if (isRoot) {
                    copy(arguments.sendCounts, arguments.send.count(), given);
                }
            }
            case ALL_GATHER -> {
                for (int member = 0; member < size; member++) {
                    give(member, arguments.send.count());
                }
                copy(arguments.receiveCounts, arguments.receive.count(), expected);
            }
            case ALL_TO_ALL -> {
                copy(arguments.sendCounts, arguments.send.count(), given);
                copy(arguments.receiveCounts, arguments.receive.count(), expected);
            }
            case REDUCE_SCATTER -> {
                copy(arguments.sendCounts, arguments.send.count(), given);
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
        if (member < given.length) {
            given[member] = count;
        }
    }

    private void expect(int member, int count) {
        if (member < expected.length) {
            expected[member] = count;
        }
    }

    private static void copy(int[] counts, int all, int[] to) {
        for (int member = 0; member < to.length; member++) {
            to[member] = counts.length == 0 ? all / to.length : counts[member];
        }
    }

    private static int operator(Arguments arguments) {
        if (arguments.operator instanceof BuiltIn builtIn) {
            return builtIn.name().hashCode();
        }
        return arguments.operator.itemCount() * 2 + (arguments.operator.isCommutative() ? 1 : 0);
    }

    void write(MutableDirectBuffer buffer, int at) {
        write(buffer, at, words);
        write(buffer, at + WORDS * Integer.BYTES, given);
        write(buffer, at + (WORDS + given.length) * Integer.BYTES, expected);
    }

    private static void write(MutableDirectBuffer buffer, int at, int[] values) {
        for (int i = 0; i < values.length; i++) {
            buffer.putInt(at + i * Integer.BYTES, values[i]);
        }
    }

    void read(MutableDirectBuffer buffer, int at) {
        read(buffer, at, words);
        read(buffer, at + WORDS * Integer.BYTES, given);
        read(buffer, at + (WORDS + given.length) * Integer.BYTES, expected);
    }

    private static void read(MutableDirectBuffer buffer, int at, int[] values) {
        for (int i = 0; i < values.length; i++) {
            values[i] = buffer.getInt(at + i * Integer.BYTES);
        }
    }

    boolean isLike(Signature other) {
        return Arrays.equals(words, other.words);
    }

    int givenTo(int member) {
        return given.length == 0 ? UNKNOWN : given[member];
    }

    int expectedFrom(int member) {
        return expected.length == 0 ? UNKNOWN : expected[member];
    }

    /** Says what is called, for people. */
    String describe() {
        Collective collective = COLLECTIVES[words[0]];
        String text = collective.toString();
        if (collective == Collective.BARRIER) {
            return text;
        }
        text += words[4] == UNKNOWN ? " of " + TYPES[words[2]] : " of " + words[4] + " " + TYPES[words[2]];
        return switch (collective) {
                    case BROADCAST, REDUCE, GATHER, SCATTER -> text + ", root " + words[1];
                    default -> text;
                }
                + (words[3] == BuiltIn.SUM.name().hashCode() ? "" : ", operator " + Integer.toHexString(words[3]));
    }
}
