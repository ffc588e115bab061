// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.api;

/**
 * What a completion answers. The ordinals are ND's numbers, of those that ND has.
 *
 * <p>ND: ND2_REQUEST_TYPE.
 */
public enum RequestType {
    /** A Receive that a message arrived for. */
    RECEIVE,
    /** A Send or a SendAndInvalidate, at its sender. */
    SEND,
    /** The binding of a window. */
    BIND,
    /** The invalidation of a window or a region's token: by its owner, or by the peer's SendAndInvalidate. */
    INVALIDATE,
    /** A Read of the peer's memory. */
    READ,
    /** A Write to the peer's memory, with or without an immediate value. */
    WRITE,
    /** The binding of a region's token. NDK alone has it, under another number. */
    FAST_REGISTER,
    /** An addition to eight bytes of the peer's memory. An extension: ND has none. */
    FETCH_AND_ADD,
    /** A comparison and replacement of eight bytes of the peer's memory. An extension: ND has none. */
    COMPARE_AND_SWAP,
    /**
     * A Receive that a Write of the peer has taken to tell of itself: its buffers are as they were, {@link
     * Completion#immediate()} has the peer's value. An extension: ND has none.
     */
    RECEIVE_WITH_IMMEDIATE
}
