// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.lives;

import io.oriel.api.MemoryWindow;
import io.oriel.api.NdException;
import io.oriel.api.NdStatus;
import io.oriel.api.OpFlags;
import io.oriel.api.RemoteWindow;
import io.oriel.api.RequestType;
import io.oriel.engine.lives.Plots.Plot;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Supplier;
import org.agrona.MutableDirectBuffer;
import org.jspecify.annotations.Nullable;

/** What applications post. */
final class Requests {
    private static final int HEADER = 2 * Long.BYTES;
    private static final int[] LENGTHS = {HEADER, 24, 32, 100, 300, 700, Plots.LENGTH};
    private static final int RIGHTS = OpFlags.ALLOW_READ | OpFlags.ALLOW_WRITE;

    private final World world;

    Requests(World world) {
        this.world = world;
    }

    void receive(Party party) {
        Plot plot = plot(party);
        if (plot != null) {
            Posted request = new Posted(party, RequestType.RECEIVE, world.newContext(), plot);
            note(request, () -> party.endpoint.receive(request.context, plot.range(Plots.LENGTH)));
        }
    }

    void send(Party party) {
        Plot plot = plot(party);
        if (plot == null) {
            return;
        }
        Posted request = new Posted(party, RequestType.SEND, world.newContext(), plot);
        request.number = party.sends;
        request.length = length();
        MutableDirectBuffer buffer = plot.buffer();
        buffer.setMemory(plot.offset(), request.length, Ledger.filler(party.name, request.number));
        buffer.putLong(plot.offset(), party.name);
        buffer.putLong(plot.offset() + Long.BYTES, request.number);
        note(request, () -> party.endpoint.send(request.context, plot.range(request.length), OpFlags.NONE));
    }

    void bind(Party party) {
        if (!party.isConnected() || party.place.freeWindows.isEmpty()) {
            return;
        }
        Plot plot = plot(party);
        if (plot == null) {
            return;
        }
        MemoryWindow window = party.place.freeWindows.remove(0);
        Binding binding = new Binding(party, window, plot);
        party.bindings.add(binding);
        Posted request = new Posted(party, RequestType.BIND, world.newContext(), null);
        request.binding = binding;
        NdStatus status = note(
                request,
                () -> party.endpoint.bind(
                        request.context,
                        plot.region(),
                        window,
                        plot.offset(),
                        Plots.LENGTH,
                        RIGHTS,
                        binding.descriptor,
                        0));
        if (status != NdStatus.SUCCESS && status != null) {
            world.endings().unbound(binding, false);
        }
    }

    void invalidate(Party party) {
        for (Binding binding : party.bindings) {
            if (binding.isInvalidating) {
                continue;
            }
            Posted request = new Posted(party, RequestType.INVALIDATE, world.newContext(), null);
            request.binding = binding;
            boolean wasBound = binding.window.isBound(); // else its Bind waits still, and the Invalidate behind it
            NdStatus status =
                    note(request, () -> party.endpoint.invalidate(request.context, binding.window, OpFlags.NONE));
            binding.isInvalidating = status == NdStatus.SUCCESS || status == null;
            if (status == NdStatus.SUCCESS && wasBound && !binding.window.isBound()) {
                binding.isWindowFree = true;
                party.place.freeWindows.add(0, binding.window);
            }
            return;
        }
    }

    void write(Party party) {
        write(party, world.has(Trait.REFUSALS) && world.onceIn(8));
    }

    /** Posts a Write, beyond its window if it is to be refused. */
    void write(Party party, boolean beyondIt) {
        Binding binding = bindingOfPeer(party);
        RemoteWindow remote = binding == null ? null : open(party, binding);
        Plot plot = remote == null ? null : plot(party);
        if (binding == null || remote == null || plot == null) {
            return;
        }
        Posted request = new Posted(party, RequestType.WRITE, world.newContext(), plot);
        request.binding = binding;
        request.length = length();
        request.at = world.below(Plots.LENGTH - request.length + 1);
        plot.buffer().setMemory(plot.offset(), request.length, Ledger.filler(request.context, request.at));
        binding.lastWrite = request;
        long beyond = beyondIt ? Plots.LENGTH : 0;
        note(
                request,
                () -> party.endpoint.write(
                        request.context, plot.range(request.length), remote, request.at + beyond, OpFlags.NONE));
    }

    void read(Party party) {
        Binding binding = bindingOfPeer(party);
        RemoteWindow remote = binding == null ? null : open(party, binding);
        Plot plot = remote == null ? null : plot(party);
        if (remote == null || plot == null) {
            return;
        }
        Posted request = new Posted(party, RequestType.READ, world.newContext(), plot);
        request.length = length();
        note(request, () -> party.endpoint.read(request.context, plot.range(request.length), remote, 0, OpFlags.NONE));
    }

    private @Nullable Binding bindingOfPeer(Party party) {
        Party peer = party.peer;
        if (peer == null || peer.bindings.isEmpty() || !party.isConnected()) {
            return null;
        }
        return peer.bindings.get(world.below(peer.bindings.size()));
    }

    private static @Nullable RemoteWindow open(Party party, Binding binding) {
        try {
            return party.endpoint.openWindow(binding.descriptor, 0);
        } catch (NdException | OutOfMemoryError e) {
            return null; // it cannot be mapped, or the connection has ended
        }
    }

    private @Nullable Plot plot(Party party) {
        return world.onceIn(4)
                ? party.place.registered().take()
                : party.place.mapped().take();
    }

    private int length() {
        return LENGTHS[world.below(LENGTHS.length)];
    }

    private @Nullable NdStatus answer(Posted request, Supplier<NdStatus> post) {
        try {
            return post.get();
        } catch (OutOfMemoryError | RejectedExecutionException e) {
            Violation.unless(!world.isFaultless(), "a post throws " + e);
            request.uncertain = true;
            return null;
        }
    }

    /** Posts, and notes what was posted; null if nobody knows whether it was. */
    private @Nullable NdStatus note(Posted request, Supplier<NdStatus> post) {
        NdStatus status = answer(request, post);
        world.tell(() -> "post " + request + " number " + request.number + ": " + status);
        if (status == NdStatus.SUCCESS || status == null) {
            if (request.type == RequestType.SEND) {
                request.party.sends++;
            }
            request.party.place.ledger().posted(request);
        } else if (request.plot != null) {
            request.plot.release("a post that was refused");
        }
        return status;
    }
}
