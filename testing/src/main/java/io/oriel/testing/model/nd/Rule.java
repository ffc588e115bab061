// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.model.nd;

/** What a model may be made to forget, so that it can be seen to be missed. */
public enum Rule {
    /** Invalidate takes a window back. */
    REVOCATION,
    /** A window grants what it was bound with. */
    READ_ONLY_WINDOWS,
    /** A Receive tells how long the message was. */
    RECEIVE_LENGTH,
    /** The token of a region grants what the region was registered with. */
    TOKEN_RIGHTS,
    /** The token of a region ends with its registration. */
    TOKENS_END,
    /** A FastRegister outlives the connection on which it was posted. */
    TOKENS_OUTLIVE_CONNECTIONS,
    /** Invalidate takes the token of a region back. */
    TOKEN_REVOCATION,
    /** The peer's invalidation of a token tells the context of the FastRegister. */
    TOKEN_CONTEXT,
    /** The oldest Receive of a shared queue is taken first. */
    SHARED_ORDER,
    /** The endpoint whose peer has asked first is the first to get a Receive of a shared queue. */
    SHARED_TURNS,
    /** A Receive of a shared queue has its slot until its completion is taken. */
    SHARED_SLOTS,
    /** Modify changes the depth of a shared queue. */
    SHARED_DEPTH,
    /** A shared queue tells when it runs low. */
    SHARED_THRESHOLD,
    /** A Send that finds a shared queue empty waits. */
    SHARED_SENDS_WAIT,
    /** A shared queue closes its endpoints with it. */
    SHARED_CLOSE,
    /** A completion queue cannot be made smaller than what it holds. */
    RESIZE_KEEPS_COMPLETIONS,
    /** A Write with an immediate value takes a Receive. */
    IMMEDIATE_TAKES_RECEIVE,
    /** The Receive tells the value. */
    IMMEDIATE_VALUE,
    /** CompareAndSwap stores only if it finds what it expects. */
    SWAP_COMPARES,
    /** A batch holds nothing back that has to be awaited. */
    BATCHES_ARE_HINTS,
    /** DEFER holds nothing back that has to be awaited. */
    DEFER_IS_A_HINT,
    /** The end of a connection takes back the windows that were bound for it. */
    ENDS_UNBIND,
    /** It takes back no others, though they were bound for it before. */
    ENDS_SPARE_OTHERS,
    /** A window is taken back on the endpoint that it is bound to now. */
    HOLDERS_TAKE_BACK,
    /** An end that one side has made reaches the other. */
    ENDS_REACH_BOTH,
    /** After an end that is announced calls are refused. */
    ANNOUNCED_ENDS_REFUSE
}
