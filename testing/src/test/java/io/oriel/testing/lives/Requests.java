// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.lives;

import io.oriel.api.AccessFlags;
import io.oriel.api.MemoryRegion;
import io.oriel.api.MemoryWindow;
import io.oriel.api.NdException;
import io.oriel.api.NdStatus;
import io.oriel.api.OpFlags;
import io.oriel.api.RemoteWindow;
import io.oriel.api.RequestType;
import io.oriel.api.ScatterGatherList;
import io.oriel.testing.lives.Plots.Plot;
import java.util.Objects;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Supplier;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
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

    /** Posts a Receive of the party, or one that it shares. */
    void receive(Party party) {
        Plot plot = plot(party);
        if (plot == null) {
            return;
        }
        Posted request = new Posted(party, RequestType.RECEIVE, world.newContext(), plot);
        Pool pool = party.pool;
        request.pool = pool;
        ScatterGatherList list = plot.range(Plots.LENGTH);
        note(
                request,
                () -> pool == null
                        ? party.endpoint.receive(request.context, list)
                        : pool.queue().receive(request.context, list));
    }

    /** Posts a Send, which takes back a window of the peer now and then. */
    void send(Party party) {
        Binding binding = world.has(Trait.INVALIDATING_SENDS) && world.onceIn(6) ? bindingOfPeer(party) : null;
        RemoteWindow remote = binding == null ? null : open(party, binding);
        Plot plot = plot(party);
        if (plot == null) {
            return;
        }
        Posted request = new Posted(party, RequestType.SEND, world.newContext(), plot);
        request.number = party.sends;
        request.length = length();
        MutableDirectBuffer buffer = plot.buffer();
        buffer.setMemory(plot.offset(), request.length, Claims.filler(party.name, request.number));
        buffer.putLong(plot.offset(), party.name);
        buffer.putLong(plot.offset() + Long.BYTES, request.number);
        ScatterGatherList list = plot.range(request.length);
        if (binding == null || remote == null) {
            note(request, () -> party.endpoint.send(request.context, list, OpFlags.NONE));
        } else {
            request.binding = binding;
            binding.isTakenBack = true; // or may be, while the call has not answered
            note(request, () -> party.endpoint.sendAndInvalidate(request.context, list, remote, OpFlags.NONE));
        }
    }

    void bind(Party party) {
        boolean isAlone = world.has(Trait.PROMPT_CALLS) && world.onceIn(4);
        if (party.isConnected() && !party.place.freeWindows.isEmpty()) {
            bind(party, isAlone ? newPlot(party.place) : plot(party), isAlone);
        }
    }

    /** Binds a window to memory that no peer can map. */
    void bindRegistered(Party party) {
        if (party.isConnected() && !party.place.freeWindows.isEmpty()) {
            bind(party, party.place.registered().take(), false);
        }
    }

    private void bind(Party party, @Nullable Plot plot, boolean isAlone) {
        if (plot == null) {
            return;
        }
        MemoryWindow window = party.place.freeWindows.remove(0);
        Binding binding = new Binding(party, window, plot, isAlone);
        binding.isCounter = world.has(Trait.ATOMICS) && world.onceIn(3);
        if (binding.isCounter) {
            plot.buffer().putLong(plot.offset(), 0);
        }
        int rights = binding.isCounter ? RIGHTS | OpFlags.ALLOW_ATOMIC : RIGHTS;
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
                        rights,
                        binding.descriptor,
                        0));
        if (status != NdStatus.SUCCESS && status != null) {
            world.endings().unbound(binding, false);
        }
    }

    /** Returns a region for a single window; null if there is no memory. */
    private @Nullable Plot newPlot(Place place) {
        try {
            MemoryRegion region = world.onceIn(4)
                    ? place.adapter()
                            .registerMemory(new UnsafeBuffer(new byte[Plots.LENGTH]), AccessFlags.ALLOW_LOCAL_WRITE)
                    : place.adapter().allocateMemory(Plots.LENGTH, AccessFlags.ALLOW_LOCAL_WRITE);
            return new Plots(region).take();
        } catch (NdException | OutOfMemoryError | RejectedExecutionException e) {
            return null;
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

    /** Posts a Write, or an atomic if that is what the window is for. */
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
        if (binding.isCounter && !beyondIt) {
            count(party, binding, remote, plot);
            return;
        }
        Posted request = new Posted(party, RequestType.WRITE, world.newContext(), plot);
        request.binding = binding;
        request.length = length();
        request.at = world.below(Plots.LENGTH - request.length + 1);
        plot.buffer().setMemory(plot.offset(), request.length, Claims.filler(request.context, request.at));
        binding.lastWrite = request;
        long beyond = beyondIt ? Plots.LENGTH : 0;
        note(
                request,
                () -> party.endpoint.write(
                        request.context, plot.range(request.length), remote, request.at + beyond, OpFlags.NONE));
    }

    /** Counts by an atomic of one kind or the other. */
    private void count(Party party, Binding binding, RemoteWindow remote, Plot plot) {
        boolean adds = world.onceIn(2);
        RequestType type = adds ? RequestType.FETCH_AND_ADD : RequestType.COMPARE_AND_SWAP;
        Posted request = new Posted(party, type, world.newContext(), plot);
        request.binding = binding;
        request.number = binding.additions;
        ScatterGatherList list = plot.range(Long.BYTES);
        long context = request.context;
        long was = request.number;
        note(
                request,
                () -> adds
                        ? party.endpoint.fetchAndAdd(context, list, remote, 0, 1, OpFlags.NONE)
                        : party.endpoint.compareAndSwap(context, list, remote, 0, was, was + 1, OpFlags.NONE));
    }

    void read(Party party) {
        Binding binding = bindingOfPeer(party);
        if (binding != null) {
            read(party, binding, length());
        }
    }

    /** Reads as much as asked for from a window of the peer. */
    void read(Party party, Binding binding, int length) {
        RemoteWindow remote = open(party, binding);
        Plot plot = remote == null ? null : plot(party);
        if (remote != null && plot != null) {
            Posted request = new Posted(party, RequestType.READ, world.newContext(), plot);
            request.length = length;
            note(request, () -> party.endpoint.read(request.context, plot.range(length), remote, 0, OpFlags.NONE));
        }
    }

    private @Nullable Binding bindingOfPeer(Party party) {
        Party peer = party.peer;
        if (peer == null || peer.bindings.isEmpty() || !party.isConnected()) {
            return null;
        }
        Binding binding = peer.bindings.get(world.below(peer.bindings.size()));
        return binding.isTakenBack && !world.onceIn(8) ? null : binding; // its use ends the connection
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
            countPosted(request);
            request.party.place.ledger().posted(request);
        } else if (request.plot != null) {
            request.plot.release("a post that was refused");
        }
        return status;
    }

    private static void countPosted(Posted request) {
        Binding binding = request.binding;
        switch (request.type) {
            case SEND -> request.party.sends++;
            case FETCH_AND_ADD, COMPARE_AND_SWAP -> Objects.requireNonNull(binding).additions++;
            default -> {
                // not numbered
            }
        }
    }
}
