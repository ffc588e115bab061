// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.collectives.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.oriel.collectives.Communicator;
import io.oriel.collectives.ElementType;
import io.oriel.collectives.Operator;
import io.oriel.collectives.Span;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.DoubleBinaryOperator;
import java.util.function.LongBinaryOperator;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/** All operators on all types, in arrays and in buffers, compared with numbers that one computes alone. */
final class TypedReductions {
    private static final Map<Operator, LongBinaryOperator> INTEGERS = Map.of(
            Operator.SUM, Long::sum,
            Operator.PRODUCT, (a, b) -> a * b,
            Operator.MIN, Math::min,
            Operator.MAX, Math::max,
            Operator.BITWISE_AND, (a, b) -> a & b,
            Operator.BITWISE_OR, (a, b) -> a | b,
            Operator.BITWISE_XOR, (a, b) -> a ^ b,
            Operator.LOGICAL_AND, (a, b) -> a != 0 && b != 0 ? 1 : 0,
            Operator.LOGICAL_OR, (a, b) -> a != 0 || b != 0 ? 1 : 0,
            Operator.LOGICAL_XOR, (a, b) -> (a != 0) != (b != 0) ? 1 : 0);
    private static final Map<Operator, DoubleBinaryOperator> NUMBERS = Map.of(
            Operator.SUM, Double::sum,
            Operator.PRODUCT, (a, b) -> a * b,
            Operator.MIN, Math::min,
            Operator.MAX, Math::max);
    private static final List<Operator> BITWISE =
            List.of(Operator.BITWISE_AND, Operator.BITWISE_OR, Operator.BITWISE_XOR);

    private TypedReductions() {}

    private static int value(int rank, int index) {
        return (index * 7 + rank * 3) % 5 - 2;
    }

    static void compare(Communicator world, int length) {
        INTEGERS.forEach((operator, function) -> {
            compareInts(world, length, operator, function);
            compareLongs(world, length, operator, function);
        });
        NUMBERS.forEach((operator, function) -> {
            compareFloats(world, length, operator, function);
            compareDoubles(world, length, operator, function);
        });
        BITWISE.forEach(operator -> compareBytes(world, length, operator));
        comparePairs(world, length);
        refuse(world);
    }

    private static long expected(Communicator world, int index, LongBinaryOperator function) {
        long result = value(0, index);
        for (int rank = 1; rank < world.size(); rank++) {
            result = function.applyAsLong(result, value(rank, index));
        }
        return result;
    }

    private static double expectedNumber(Communicator world, int index, DoubleBinaryOperator function) {
        double result = value(0, index);
        for (int rank = 1; rank < world.size(); rank++) {
            result = function.applyAsDouble(result, value(rank, index));
        }
        return result;
    }

    private static void compareInts(Communicator world, int length, Operator operator, LongBinaryOperator function) {
        int[] own = new int[length + 2];
        int[] all = new int[length + 2];
        UnsafeBuffer buffer = new UnsafeBuffer(new byte[(length + 1) * Integer.BYTES]);
        for (int i = 0; i < length; i++) {
            own[i + 1] = value(world.rank(), i);
            buffer.putInt((i + 1) * Integer.BYTES, own[i + 1]);
        }
        world.allReduce(Span.of(own, 1, length), Span.of(all, 1, length), operator);
        Span inBuffer = Span.of(ElementType.INT, buffer, Integer.BYTES, length);
        world.allReduce(inBuffer, inBuffer, operator);
        for (int i = 0; i < length; i++) {
            int result = (int) expected(world, i, function);
            assertThat(all[i + 1]).as("%s of ints, index %d", operator, i).isEqualTo(result);
            assertThat(buffer.getInt((i + 1) * Integer.BYTES)).isEqualTo(result);
        }
        assertThat(all[0] + all[length + 1]).isZero();
    }

    private static void compareLongs(Communicator world, int length, Operator operator, LongBinaryOperator function) {
        long[] own = new long[length];
        long[] all = new long[length];
        MutableDirectBuffer buffer =
                world.allocateMemory((long) length * Long.BYTES).buffer();
        for (int i = 0; i < length; i++) {
            own[i] = value(world.rank(), i);
            buffer.putLong(i * Long.BYTES, own[i]);
        }
        world.allReduce(Span.of(own), Span.of(all), operator);
        Span inBuffer = Span.of(ElementType.LONG, buffer, 0, length);
        world.allReduce(inBuffer, inBuffer, operator);
        for (int i = 0; i < length; i++) {
            long result = expected(world, i, function);
            assertThat(all[i]).as("%s of longs, index %d", operator, i).isEqualTo(result);
            assertThat(buffer.getLong(i * Long.BYTES)).isEqualTo(result);
        }
    }

    private static void compareFloats(
            Communicator world, int length, Operator operator, DoubleBinaryOperator function) {
        float[] own = new float[length];
        float[] all = new float[length];
        for (int i = 0; i < length; i++) {
            own[i] = value(world.rank(), i);
        }
        world.allReduce(Span.of(own), Span.of(all), operator);
        for (int i = 0; i < length; i++) {
            assertThat(all[i]).as("%s of floats, index %d", operator, i).isEqualTo((float)
                    expectedNumber(world, i, function));
        }
    }

    private static void compareDoubles(
            Communicator world, int length, Operator operator, DoubleBinaryOperator function) {
        double[] own = new double[length];
        double[] all = new double[length];
        for (int i = 0; i < length; i++) {
            own[i] = value(world.rank(), i);
        }
        world.allReduce(Span.of(own), Span.of(all), operator);
        for (int i = 0; i < length; i++) {
            assertThat(all[i]).as("%s of doubles, index %d", operator, i).isEqualTo(expectedNumber(world, i, function));
        }
    }

    private static void compareBytes(Communicator world, int length, Operator operator) {
        UnsafeBuffer own = new UnsafeBuffer(new byte[length]);
        UnsafeBuffer all = new UnsafeBuffer(new byte[length]);
        LongBinaryOperator function = Objects.requireNonNull(INTEGERS.get(operator));
        for (int i = 0; i < length; i++) {
            own.putByte(i, (byte) value(world.rank(), i));
        }
        world.allReduce(Span.of(ElementType.BYTE, own, 0, length), Span.of(ElementType.BYTE, all, 0, length), operator);
        for (int i = 0; i < length; i++) {
            assertThat(all.getByte(i)).isEqualTo((byte) expected(world, i, function));
        }
    }

    private static void comparePairs(Communicator world, int length) {
        int[] own = new int[2 * length];
        double[] numbers = new double[2 * length];
        for (int i = 0; i < length; i++) {
            own[2 * i] = value(world.rank(), i);
            own[2 * i + 1] = world.size() - world.rank();
            numbers[2 * i] = own[2 * i];
            numbers[2 * i + 1] = own[2 * i + 1];
        }
        for (Operator operator : List.of(Operator.MIN_LOCATION, Operator.MAX_LOCATION)) {
            int[] all = new int[2 * length];
            double[] allNumbers = new double[2 * length];
            world.allReduce(Span.of(own), Span.of(all), operator);
            world.allReduce(Span.of(numbers), Span.of(allNumbers), operator);
            for (int i = 0; i < length; i++) {
                int best = 0;
                for (int rank = 1; rank < world.size(); rank++) {
                    int difference = value(rank, i) - value(best, i);
                    boolean isBetter = operator == Operator.MIN_LOCATION ? difference <= 0 : difference >= 0;
                    best = isBetter ? rank : best; // of equals the last rank has the least location
                }
                assertThat(all[2 * i]).isEqualTo(value(best, i));
                assertThat(all[2 * i + 1]).isEqualTo(world.size() - best);
                assertThat(allNumbers[2 * i]).isEqualTo(value(best, i));
                assertThat(allNumbers[2 * i + 1]).isEqualTo(world.size() - best);
            }
        }
    }

    private static void refuse(Communicator world) {
        Span doubles = Span.of(new double[2]);
        assertThatThrownBy(() -> world.allReduce(doubles, doubles, Operator.BITWISE_AND))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("BITWISE_AND does not combine elements of DOUBLE");
        Span three = Span.of(new int[3]);
        assertThatThrownBy(() -> world.allReduce(three, three, Operator.MIN_LOCATION))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("send must be a multiple of 2 elements, was 3");
    }
}
