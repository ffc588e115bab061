// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.collectives.model;

import io.oriel.collectives.ElementType;
import io.oriel.collectives.Operator;
import java.util.List;

/** An operator, and what the model knows of it. */
enum Combination {
    SUM(Operator.SUM),
    PRODUCT(Operator.PRODUCT),
    MIN(Operator.MIN),
    MAX(Operator.MAX),
    XOR(Operator.BITWISE_XOR),
    LOGICAL_AND(Operator.LOGICAL_AND),
    MAX_LOCATION(Operator.MAX_LOCATION),
    /** One linear function after another, modulo 2^32: the order matters. */
    AFTER(Operator.ofLongs(Combination::after, false));

    private static final List<Combination> OF_FLOATS = List.of(SUM, MIN, MAX, MAX_LOCATION);
    private static final List<Combination> OF_INTS = List.of(SUM, PRODUCT, MIN, MAX, XOR, LOGICAL_AND, MAX_LOCATION);
    private static final List<Combination> ALL = List.of(values());

    @SuppressWarnings("ImmutableEnumChecker") // an operator is not changed
    private final Operator operator;

    Combination(Operator operator) {
        this.operator = operator;
    }

    static List<Combination> of(ElementType type) {
        return switch (type) {
            case FLOAT, DOUBLE -> OF_FLOATS;
            case INT -> OF_INTS;
            default -> ALL;
        };
    }

    private static long after(long left, long right) {
        int factor = (int) (left >>> 32) * (int) (right >>> 32);
        int rest = (int) left * (int) (right >>> 32) + (int) right;
        return ((long) factor << 32) | (rest & 0xFFFF_FFFFL);
    }

    Operator operator() {
        return operator;
    }

    /** Combines the lower ranks' elements with those of the next. */
    void combine(long[] left, long[] right, ElementType type) {
        if (this == MAX_LOCATION) {
            for (int at = 0; at < left.length; at += 2) {
                if (right[at] > left[at] || (right[at] == left[at] && right[at + 1] < left[at + 1])) {
                    left[at] = right[at];
                    left[at + 1] = right[at + 1];
                }
            }
            return;
        }
        for (int at = 0; at < left.length; at++) {
            long value = combine(left[at], right[at]);
            left[at] = type == ElementType.INT ? (int) value : value;
        }
    }

    private long combine(long left, long right) {
        return switch (this) {
            case SUM -> left + right;
            case PRODUCT -> left * right;
            case MIN -> Math.min(left, right);
            case MAX -> Math.max(left, right);
            case XOR -> left ^ right;
            case LOGICAL_AND -> left != 0 && right != 0 ? 1 : 0;
            case MAX_LOCATION -> throw new IllegalStateException("pairs are combined together");
            case AFTER -> after(left, right);
        };
    }
}
