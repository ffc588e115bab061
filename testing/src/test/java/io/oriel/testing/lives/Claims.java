// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.lives;

import io.oriel.api.NdStatus;
import io.oriel.testing.lives.Plots.Plot;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What a completion claims, held against what is so. */
final class Claims {
    private final World world;

    Claims(World world) {
        this.world = world;
    }

    void requireSuccess(Posted request) {
        switch (request.type) {
            case SEND -> requireTaken(request);
            case WRITE -> requireWritten(request);
            case FETCH_AND_ADD, COMPARE_AND_SWAP -> requireCounted(request);
            default -> {
                // claims nothing that can be seen here
            }
        }
    }

    void requireReceiveFailure(Posted receive) {
        if (world.has(Trait.INVALIDATING_SENDS)) { // the window that was to be taken back was not bound any more
            requireStatus(receive, NdStatus.CANCELED, NdStatus.IO_TIMEOUT, NdStatus.INVALID_DEVICE_REQUEST);
        } else {
            requireStatus(receive, NdStatus.CANCELED, NdStatus.IO_TIMEOUT);
        }
        requireStopped(receive);
    }

    void requireFailure(Posted request) {
        Binding binding = request.binding;
        switch (request.type) {
            case INVALIDATE -> {
                requireStopped(request);
                boolean mayBeLate = binding != null && binding.isTakenBack;
                requireStatus(
                        request,
                        NdStatus.CANCELED,
                        NdStatus.IO_TIMEOUT,
                        mayBeLate ? NdStatus.INVALID_DEVICE_REQUEST : NdStatus.CANCELED);
            }
            case SEND ->
                requireStatus(
                        request,
                        NdStatus.CANCELED,
                        NdStatus.IO_TIMEOUT,
                        binding != null ? NdStatus.REMOTE_ERROR : NdStatus.CANCELED);
            case WRITE, READ, FETCH_AND_ADD, COMPARE_AND_SWAP ->
                requireStatus(request, NdStatus.CANCELED, NdStatus.IO_TIMEOUT, NdStatus.ACCESS_VIOLATION);
            default -> requireStatus(request, NdStatus.CANCELED, NdStatus.IO_TIMEOUT);
        }
    }

    void requireStatus(Posted request, NdStatus... allowed) {
        if (!List.of(allowed).contains(request.status) && world.isFaultless()) {
            throw new Violation(request + " ends with " + request.status + ", which nothing explains");
        }
    }

    /** Only a peer that is stopped inside is waited for in vain. */
    private void requireStopped(Posted request) {
        if (request.status == NdStatus.IO_TIMEOUT && !world.wasAnybodyStopped()) {
            throw new Violation(request + " waited in vain for a peer inside, but nobody was stopped");
        }
    }

    /** A Send that succeeds is in the peer's Receive of its number, and the window that it takes back is free. */
    private void requireTaken(Posted send) {
        Party peer = send.party.peer;
        if (peer == null) {
            throw new Violation(send + " succeeds though nobody accepted the connection");
        }
        Posted receive = receiveOf(send, peer);
        if (receive == null) {
            throw new Violation("false success: " + send + ", for which no Receive was posted");
        }
        if (receive.status == NdStatus.PENDING) {
            requireMessage(receive, Objects.requireNonNull(receive.plot), send.party.name, send.number, send.length);
            if (peer.ownQueue == null) {
                peer.place.notification().isDue();
            }
        } else {
            Violation.unless(
                    receive.status == NdStatus.SUCCESS,
                    "false success: " + send + ", whose " + receive + " ended with " + receive.status);
        }
        Binding binding = send.binding;
        if (binding != null && !binding.isOver && !binding.isWindowFree && world.runs(peer.place.home())) {
            Violation.unless(
                    !binding.window.isBound(), "false success: " + send + ", which has not taken the window back");
        }
    }

    private static @Nullable Posted receiveOf(Posted send, Party peer) {
        if (send.number < peer.receives.size()) {
            return peer.receives.get((int) send.number);
        }
        return peer.pool == null ? null : peer.pool.holding(send.party.name, send.number);
    }

    static boolean isMessage(Plot plot, long sender, long number) {
        int at = plot.offset();
        return plot.buffer().getLong(at) == sender && plot.buffer().getLong(at + Long.BYTES) == number;
    }

    static void requireMessage(Posted receive, Plot plot, long sender, long number, int length) {
        int at = plot.offset();
        byte filler = filler(sender, number);
        boolean isWhole = isMessage(plot, sender, number);
        for (int index = 2 * Long.BYTES; isWhole && index < length; index++) {
            isWhole = plot.buffer().getByte(at + index) == filler;
        }
        Violation.unless(
                isWhole,
                "a message was told that is not there: " + receive + " holds number "
                        + plot.buffer().getLong(at + Long.BYTES) + " of "
                        + plot.buffer().getLong(at) + ", not " + number + " of " + sender);
    }

    private static void requireWritten(Posted write) {
        Binding binding = write.binding;
        if (binding == null || binding.isOver || binding.lastWrite != write) {
            return;
        }
        byte filler = filler(write.context, write.at);
        for (int index = 0; index < write.length; index++) {
            if (binding.plot.buffer().getByte(binding.plot.offset() + write.at + index) != filler) {
                throw new Violation("false success: " + write + ", whose bytes are not there");
            }
        }
    }

    static byte filler(long name, long number) {
        return (byte) (name * 31 + number * 7 + 1);
    }

    /** An atomic was carried out once, after those before it. */
    private void requireCounted(Posted atomic) {
        Plot former = atomic.plot;
        Binding binding = atomic.binding;
        if (former == null || binding == null || !world.isFaultless()) {
            return;
        }
        long was = former.buffer().getLong(former.offset());
        Violation.unless(was == atomic.number, atomic + " found " + was + ", not " + atomic.number);
        Plot counter = binding.plot;
        Violation.unless(
                binding.isOver || counter.buffer().getLong(counter.offset()) > was,
                "false success: " + atomic + ", which has not counted");
    }
}
