// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.model.nd;

import io.oriel.testing.model.operation.Operation.Span;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A window of the model, or the token of a region, which is a window for every endpoint. Each of its bindings has a number
 * that no other has.
 */
public final class ModelWindow {
    /**
     * What a peer has opened: the binding that a descriptor names.
     *
     * @param window  that is named
     * @param side    of its owner
     * @param binding its number
     * @param forged  the token is not the binding's
     */
    public record View(ModelWindow window, int side, int binding, boolean forged) {}

    /**
     * A binding.
     *
     * @param memory  that is shown
     * @param range   of it
     * @param rights  as flags of a request
     * @param number  that no other has
     * @param context what its owner gets with the peer's invalidation
     */
    public record Grant(ModelMemory memory, Span range, int rights, int number, long context) {}

    /** What it is. */
    private enum Nature {
        WINDOW,
        LASTING_TOKEN,
        TOKEN_BY_REQUEST
    }

    private final int number;
    private final Nature nature;
    private boolean closed;
    private int pendingInvalidates;

    // Which requests that may be under way use and change it, and on which endpoints.
    private final Map<Request, ModelEndpoint> users = new HashMap<>();
    private final Map<Request, ModelEndpoint> changers = new HashMap<>();
    private boolean changed;

    private @Nullable ModelEndpoint holder;
    private @Nullable Grant grant;
    private boolean mayBeUnbound;

    private ModelWindow(int number, Nature nature) {
        this.number = number;
        this.nature = nature;
    }

    static ModelWindow ofNumber(int window) {
        return new ModelWindow(window, Nature.WINDOW);
    }

    static ModelWindow tokenOf(int region, boolean byRequest) {
        return new ModelWindow(region, byRequest ? Nature.TOKEN_BY_REQUEST : Nature.LASTING_TOKEN);
    }

    /** Returns the number of the window, or of the region whose token it is. */
    public int number() {
        return number;
    }

    public boolean isToken() {
        return nature != Nature.WINDOW;
    }

    /** Returns the context that the owner gave a window, and gets with the peer's invalidation. */
    long ownContext() {
        return -1L - number;
    }

    boolean isClosed() {
        return closed;
    }

    boolean isBoundTo(ModelEndpoint endpoint) {
        return holder == endpoint;
    }

    public boolean isBound() {
        return grant != null;
    }

    /** Returns the present binding; null if there is none. */
    public @Nullable Grant grant() {
        return grant;
    }

    /** Tells whether a request of an endpoint of the owner's, or of its peer, can take it back. */
    boolean canBeTakenBackOn(ModelEndpoint endpoint) {
        return switch (nature) {
            case WINDOW -> holder == endpoint;
            case LASTING_TOKEN -> false;
            case TOKEN_BY_REQUEST -> isBound();
        };
    }

    /** Binds it for the peer of an endpoint, or for every endpoint if it is a token; false if it cannot be bound. */
    boolean bind(ModelEndpoint endpoint, Grant to) {
        if (isBound() || closed || !to.memory().isRegistered()) {
            return false;
        }
        if (!isToken()) {
            holder = endpoint;
            to.memory().bound(1);
        }
        grant = to;
        return true;
    }

    /** Binds a lasting token to the whole of its region. */
    void bindWhole(ModelMemory memory, int rights, int numbered) {
        grant = new Grant(memory, new Span(number, 0, memory.bytes().length, 1), rights, numbered, 0);
    }

    void unbind() {
        if (grant != null && !isToken()) {
            grant.memory().bound(-1);
        }
        holder = null;
        grant = null;
    }

    /** Takes a binding back, unless there is another one. */
    void unbind(int numbered) {
        if (grant != null && grant.number() == numbered) {
            unbind();
        }
    }

    /** Leaves open whether it is bound as it is, or not at all. */
    void leaveOpen() {
        mayBeUnbound = true;
        changed = true;
    }

    /** It may be bound as it was: what took it back may not have been carried out. */
    void restore(Grant former) {
        if (grant == null && !closed && former.memory().isRegistered()) {
            grant = former;
            changed = true;
        }
    }

    public boolean mayBeUnbound() {
        return mayBeUnbound;
    }

    /** Takes over that the real one is not bound. */
    public void adoptUnbound() {
        unbind();
        mayBeUnbound = false;
    }

    void close() {
        unbind();
        closed = true;
    }

    /** Tells whether this is the binding that a peer names on an endpoint of the owner's. */
    boolean isNamedBy(View view, ModelEndpoint owner) {
        return view.window() == this
                && !view.forged()
                && grant != null
                && (isToken() || holder == owner)
                && grant.number() == view.binding();
    }

    boolean grants(int right, long offset, long size) {
        long length = granted().range().length();
        return (granted().rights() & right) == right && offset >= 0 && size <= length && offset <= length - size;
    }

    /** Returns the present binding, which must be there. */
    Grant granted() {
        if (grant == null) {
            throw new IllegalStateException("the window is not bound");
        }
        return grant;
    }

    public ModelMemory memory() {
        return granted().memory();
    }

    public int start() {
        return (int) granted().range().offset();
    }

    void invalidatePosted() {
        pendingInvalidates++;
    }

    void invalidateRan() {
        pendingInvalidates--;
    }

    boolean awaitsInvalidate() {
        return pendingInvalidates > 0;
    }

    /** Notes that a request of an endpoint's queue uses or changes the binding. */
    void touch(ModelEndpoint by, Request request, boolean changes) {
        (changes ? changers : users).put(request, by);
        changed |= changes;
    }

    /** A request is known to be done. */
    void isDone(Request request) {
        users.remove(request);
        changers.remove(request);
    }

    /** An endpoint has ended: what is under way on it and its peer comes no more. */
    void endsFor(ModelEndpoint endpoint) {
        users.values().removeIf(each -> each == endpoint || each == endpoint.peer());
        changers.values().removeIf(each -> each == endpoint || each == endpoint.peer());
    }

    void forgetTouches() {
        users.clear();
        changers.clear();
        changed = false;
        mayBeUnbound = false;
    }

    /** Tells whether anybody has changed it since everything arrived last. */
    public boolean isChanged() {
        return changed;
    }

    /** Tells whether requests may be under way that use or change it, or the end of the endpoint that it is bound to. */
    boolean isInMotion() {
        return !users.isEmpty() || !changers.isEmpty() || isAboutToEnd();
    }

    /** Tells whether it is open whether the end of an endpoint has unbound it. */
    boolean isAboutToEnd() {
        return holder != null && holder.isEnding();
    }

    /** Tells whether a request of an endpoint could overtake those of others: a change all of them, a use changes. */
    boolean isTouchedByOtherThan(ModelEndpoint endpoint, boolean changes) {
        return isAnother(changers, endpoint) || (changes && isAnother(users, endpoint));
    }

    private static boolean isAnother(Map<Request, ModelEndpoint> touchers, ModelEndpoint endpoint) {
        return touchers.values().stream().anyMatch(each -> each != endpoint);
    }
}
