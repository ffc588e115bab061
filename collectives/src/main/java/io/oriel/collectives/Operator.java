// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.collectives;

import io.oriel.collectives.data.BuiltIn;
import io.oriel.collectives.data.Custom;
import java.util.function.DoubleBinaryOperator;
import java.util.function.IntBinaryOperator;
import java.util.function.LongBinaryOperator;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * What combines the elements of several ranks into one. Every operator is taken for associative; each algorithm documents the
 * order in which it combines, which is that of the ranks except where the page of the collectives says otherwise.
 *
 * <p>Not for implementation by users: {@link #ofDoubles} and its neighbours make operators of functions.
 */
public interface Operator {
    /** Adds; integers wrap around. For int, long, float, double. */
    Operator SUM = BuiltIn.SUM;
    /** Multiplies; integers wrap around. For int, long, float, double. */
    Operator PRODUCT = BuiltIn.PRODUCT;
    /** Takes the least, as {@link Math#min} does. For int, long, float, double. */
    Operator MIN = BuiltIn.MIN;
    /** Takes the greatest, as {@link Math#max} does. For int, long, float, double. */
    Operator MAX = BuiltIn.MAX;
    /** And, bit by bit. For byte, int, long. */
    Operator BITWISE_AND = BuiltIn.BITWISE_AND;
    /** Or, bit by bit. For byte, int, long. */
    Operator BITWISE_OR = BuiltIn.BITWISE_OR;
    /** Exclusive or, bit by bit. For byte, int, long. */
    Operator BITWISE_XOR = BuiltIn.BITWISE_XOR;
    /** And, of numbers that are true if they are not 0; the result is 1 or 0. For int, long. */
    Operator LOGICAL_AND = BuiltIn.LOGICAL_AND;
    /** Or, of numbers that are true if they are not 0; the result is 1 or 0. For int, long. */
    Operator LOGICAL_OR = BuiltIn.LOGICAL_OR;
    /** Exclusive or, of numbers that are true if they are not 0; the result is 1 or 0. For int, long. */
    Operator LOGICAL_XOR = BuiltIn.LOGICAL_XOR;
    /**
     * Takes the pair with the least value, of equal ones that with the least location. Elements come in pairs: value,
     * location, value, location. For int, long, float, double.
     */
    Operator MIN_LOCATION = BuiltIn.MIN_LOCATION;
    /** Takes the pair with the greatest value, otherwise as {@link #MIN_LOCATION}. */
    Operator MAX_LOCATION = BuiltIn.MAX_LOCATION;

    /** Combines two floats. */
    @FunctionalInterface
    interface FloatBinaryOperator {
        /**
         * Combines two values.
         *
         * @param left  of the lower ranks
         * @param right of the higher ranks
         * @return both together
         */
        float applyAsFloat(float left, float right);
    }

    /** Combines two items of several bytes. */
    @FunctionalInterface
    interface BytesOperator {
        /**
         * Combines two items.
         *
         * @param left        of the lower ranks; takes the result
         * @param leftOffset  where it begins
         * @param right       of the higher ranks
         * @param rightOffset where it begins
         */
        void combine(MutableDirectBuffer left, int leftOffset, DirectBuffer right, int rightOffset);
    }

    /**
     * Makes an operator for spans of ints.
     *
     * @param function    combines the lower ranks' value with the higher ranks'; must not block or call the communicator
     * @param commutative whether the order of its arguments does not matter
     * @return the operator
     */
    static Operator ofInts(IntBinaryOperator function, boolean commutative) {
        return Custom.ofInts(function, commutative);
    }

    /**
     * Makes an operator for spans of longs.
     *
     * @param function    as above
     * @param commutative as above
     * @return the operator
     */
    static Operator ofLongs(LongBinaryOperator function, boolean commutative) {
        return Custom.ofLongs(function, commutative);
    }

    /**
     * Makes an operator for spans of floats.
     *
     * @param function    as above
     * @param commutative as above
     * @return the operator
     */
    static Operator ofFloats(FloatBinaryOperator function, boolean commutative) {
        return Custom.ofFloats(function, commutative);
    }

    /**
     * Makes an operator for spans of doubles.
     *
     * @param function    as above
     * @param commutative as above
     * @return the operator
     */
    static Operator ofDoubles(DoubleBinaryOperator function, boolean commutative) {
        return Custom.ofDoubles(function, commutative);
    }

    /**
     * Makes an operator for spans of bytes that hold items of several bytes, such as records.
     *
     * @param itemLength  bytes of an item, 1 to {@value Custom#MAX_ITEM_LENGTH}
     * @param function    combines two items
     * @param commutative as above
     * @return the operator
     */
    static Operator ofBytes(int itemLength, BytesOperator function, boolean commutative) {
        return Custom.ofBytes(itemLength, function, commutative);
    }

    /**
     * Tells whether the order of its arguments does not matter.
     *
     * @return true for all that are built in
     */
    boolean isCommutative();
}
