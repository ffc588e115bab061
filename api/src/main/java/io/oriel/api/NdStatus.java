// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.api;

/**
 * The result of a Network Direct operation, with ND's names and 32-bit values.
 *
 * <p>The two top bits of a {@link #value()} are its severity. {@link #TIMEOUT} and {@link #PENDING} have the severity
 * of a success and the {@code 0x8…} codes the severity of a warning, which counts as a failure: {@link #isFailure()}
 * tells them apart as ND's {@code FAILED} macro does. {@code INVALID_PARAMETER_n} counts the parameters of the ND v2
 * method (v1 where v2 has none), whatever the Java signature.
 *
 * <p>ND: ndstatus.h. The names that begin with {@code STATUS_} are not ND's own; Microsoft's tests assert them.
 */
public enum NdStatus {
    /** The operation succeeded, or the request was accepted. */
    SUCCESS(0x00000000),
    /** The wait ended before the event; a success by severity. */
    TIMEOUT(0x00000102),
    /** The operation has begun and is not yet complete; a success by severity. */
    PENDING(0x00000103),
    /** More data than the adapter or the buffer given can take. */
    BUFFER_OVERFLOW(0x80000005),
    /** The object is in use by another: a region that has a bound window. */
    DEVICE_BUSY(0x80000011),
    /** The queue is full. */
    NO_MORE_ENTRIES(0x8000001A),
    /** The operation failed for no reason that has a name of its own. */
    UNSUCCESSFUL(0xC0000001),
    /** Memory that is not registered, not granted, or without the right needed. */
    ACCESS_VIOLATION(0xC0000005),
    /** The object is closed or belongs to another adapter. */
    INVALID_HANDLE(0xC0000008),
    /** An argument is out of its range. */
    INVALID_PARAMETER(0xC000000D),
    /** A malformed request: binding a bound window, invalidating one that is not bound. v1: ND_INVALIDATION_ERROR. */
    INVALID_DEVICE_REQUEST(0xC0000010),
    /** No memory for the object. */
    NO_MEMORY(0xC0000017),
    /** Arguments that are legal alone and not together. */
    INVALID_PARAMETER_MIX(0xC0000030),
    /** Too many scatter/gather entries; as a completion: the message is longer than the buffers. v1: ND_LOCAL_LENGTH. */
    DATA_OVERRUN(0xC000003C),
    /** A payload arrived damaged; asserted by Microsoft's tests. */
    STATUS_DATA_ERROR(0xC000003E),
    /** The address is in use. */
    SHARING_VIOLATION(0xC0000043),
    /** A resource of the adapter or the host is used up. */
    INSUFFICIENT_RESOURCES(0xC000009A),
    /** The device has not been started. */
    DEVICE_NOT_READY(0xC00000A3),
    /** The connection, the peer's endpoint or the peer failed; v1: ND_TIMEOUT. */
    IO_TIMEOUT(0xC00000B5),
    /** The adapter does not offer this operation. */
    NOT_SUPPORTED(0xC00000BB),
    /** The destination address is not one that can be connected to; asserted by Microsoft's tests. */
    STATUS_BAD_NETWORK_NAME(0xC00000CC),
    /** The endpoint failed while it processed the request; v1: ND_FAILURE. */
    INTERNAL_ERROR(0xC00000E5),
    /** The first parameter is invalid. */
    INVALID_PARAMETER_1(0xC00000EF),
    /** The second parameter is invalid. */
    INVALID_PARAMETER_2(0xC00000F0),
    /** The third parameter is invalid. */
    INVALID_PARAMETER_3(0xC00000F1),
    /** The fourth parameter is invalid. */
    INVALID_PARAMETER_4(0xC00000F2),
    /** The fifth parameter is invalid. */
    INVALID_PARAMETER_5(0xC00000F3),
    /** The sixth parameter is invalid. */
    INVALID_PARAMETER_6(0xC00000F4),
    /** The seventh parameter is invalid. */
    INVALID_PARAMETER_7(0xC00000F5),
    /** The eighth parameter is invalid. */
    INVALID_PARAMETER_8(0xC00000F6),
    /** The ninth parameter is invalid. */
    INVALID_PARAMETER_9(0xC00000F7),
    /** The tenth parameter is invalid. */
    INVALID_PARAMETER_10(0xC00000F8),
    /** The request was flushed, or its object closed. */
    CANCELED(0xC0000120),
    /** The request caused an error at the peer. */
    REMOTE_ERROR(0xC000013D),
    /** The address is not one of the host's or not of a known kind. */
    INVALID_ADDRESS(0xC0000141),
    /** The object is not in a state that allows the operation. */
    INVALID_DEVICE_STATE(0xC0000184),
    /** The buffer or private data has an illegal length. */
    INVALID_BUFFER_SIZE(0xC0000206),
    /** No free port is left. */
    TOO_MANY_ADDRESSES(0xC0000209),
    /** The same connection exists already. */
    ADDRESS_ALREADY_EXISTS(0xC000020A),
    /** The connection was disconnected; tolerated by Microsoft's tests. */
    STATUS_CONNECTION_DISCONNECTED(0xC000020C),
    /** Nobody listens there, the backlog is full, or the peer rejected. */
    CONNECTION_REFUSED(0xC0000236),
    /** The listener or connector is bound already; asserted by Microsoft's tests. */
    STATUS_ADDRESS_ALREADY_ASSOCIATED(0xC0000238),
    /** The endpoint or connector is not connected. */
    CONNECTION_INVALID(0xC000023A),
    /** The endpoint or connector is connected or connecting already. */
    CONNECTION_ACTIVE(0xC000023B),
    /** No route to the network. */
    NETWORK_UNREACHABLE(0xC000023C),
    /** No route to the host. */
    HOST_UNREACHABLE(0xC000023D),
    /** The peer gave up or its process died. */
    CONNECTION_ABORTED(0xC0000241),
    /** The adapter is gone: its driver or its peer's host died. Only closing works. */
    DEVICE_REMOVED(0xC00002B6);

    private static final NdStatus[] VALUES = values();

    private final int value;

    NdStatus(int value) {
        this.value = value;
    }

    /**
     * Returns ND's 32-bit value of this status.
     *
     * @return the value, negative for warnings and errors
     */
    public int value() {
        return value;
    }

    /**
     * Tells whether this status is a warning or an error, as ND's {@code FAILED} macro does.
     *
     * @return true if the top bit of {@link #value()} is set
     */
    public boolean isFailure() {
        return value < 0;
    }

    /**
     * Returns the status that has a 32-bit value. Does not allocate.
     *
     * @param value ND's value of the status
     * @return the status
     * @throws IllegalArgumentException if no status has this value
     */
    public static NdStatus ofValue(int value) {
        for (NdStatus status : VALUES) {
            if (status.value == value) {
                return status;
            }
        }
        throw new IllegalArgumentException("value must be that of an ND status, was 0x" + Integer.toHexString(value));
    }
}
