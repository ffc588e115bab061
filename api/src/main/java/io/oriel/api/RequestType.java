// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.api;

/**
 * What a completion answers. The ordinals are ND's numbers.
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
    /** A Write to the peer's memory. */
    WRITE,
    /** The binding of a region's token. NDK alone has it, under another number. */
    FAST_REGISTER
}
