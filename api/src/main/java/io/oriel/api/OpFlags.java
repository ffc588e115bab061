// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.api;

/**
 * The flags of a request, with ND's values; combined with {@code |}.
 *
 * <p>Where Read is named, an atomic is meant too, and where Write is named, a Write with an immediate value.
 *
 * <p>ND: ND_OP_FLAG_*, NDK_OP_FLAG_*. {@link #ALLOW_ATOMIC} is an extension of Oriel.
 */
public final class OpFlags {
    /** No flag. */
    public static final int NONE = 0;
    /**
     * A success adds no completion; a failure always does. For Send, SendAndInvalidate, Bind, Invalidate, Read, Write.
     */
    public static final int SILENT_SUCCESS = 0x01;
    /**
     * Every Read posted before on this endpoint is complete before this request begins. For Send, SendAndInvalidate,
     * Bind, Invalidate, Read, Write.
     */
    public static final int READ_FENCE = 0x02;
    /**
     * The peer's {@link NotifyType#SOLICITED} notifications fire after the Receive that this message completes. For Send,
     * SendAndInvalidate and a Write with an immediate value.
     */
    public static final int SEND_AND_SOLICIT_EVENT = 0x04;
    /** The peer may Read the window. For Bind. */
    public static final int ALLOW_READ = 0x08;
    /** The peer may Write the window; the region needs {@link AccessFlags#ALLOW_LOCAL_WRITE}. For Bind. */
    public static final int ALLOW_WRITE = 0x10;
    /**
     * The data is copied during the call: the buffers are free on return and need not be registered. At most
     * {@link io.oriel.api.config.EndpointConfig#inlineDataSize()} bytes, any number of entries. For Send,
     * SendAndInvalidate and Write.
     */
    public static final int INLINE = 0x20;
    /**
     * More requests follow at once: an adapter may process this one together with them. A hint, that changes no result
     * and need not be followed: as in a batch ({@link Endpoint#startRequestBatch}), this adapter begins the request when
     * it is posted. For Send, SendAndInvalidate, Bind, Invalidate, Read, Write. ND: NDK_OP_FLAG_DEFER.
     */
    public static final int DEFER = 0x200;
    /**
     * The peer may carry out atomics in the window; the region needs {@link AccessFlags#ALLOW_LOCAL_WRITE}, and the window
     * begins at an address that is a multiple of {@value Long#BYTES}. For Bind. An extension: ND has no atomics.
     */
    public static final int ALLOW_ATOMIC = 0x10000;

    private OpFlags() {}
}
