// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp.flow;

import java.util.ArrayList;
import java.util.List;

/**
 * The receive buffer of a socket, as the windows of its links share it. A link that takes much at present has a busy share;
 * one that takes little has an idle one, with which it begins, and grows when it is used. What was promised to one link and
 * has not come is promised to no other.
 */
public final class SocketBuffer {
    /** The share of a link that takes much is not larger than such a part, for others may begin. */
    private static final int LEAST_SHARES = 2;

    /** Such a part is for links that are new: their first datagram is promised before anybody can be asked to give way. */
    private static final int NEWCOMERS_PART = 16;

    private static final long PERIOD_NS = 1_000_000;

    private final long length;
    private final List<ImageWindow> windows = new ArrayList<>();
    private long promised;
    private long lookedNs;
    private boolean hasLooked;
    private int busyCount;
    private int idleShare;
    private int busyShare;

    /**
     * Creates one of which nothing is promised.
     *
     * @param length bytes that may be promised: less than the socket's, for it counts what the kernel adds to a datagram
     */
    public SocketBuffer(int length) {
        this.length = length;
        divide();
    }

    void add(ImageWindow window, long owed) {
        windows.add(window);
        promised += owed;
        divide();
    }

    void remove(ImageWindow window, long owed) {
        if (windows.remove(window)) {
            promised -= owed;
            divide();
        }
    }

    /** So much more, or less, was promised and has not come. */
    void promise(long change) {
        promised += change;
    }

    /** Returns how many bytes are promised to nobody, but those that are kept for new links. */
    long free() {
        return shared() - promised;
    }

    /** Returns how many bytes may be on their way to one link. */
    int share(boolean isBusy) {
        return isBusy ? busyShare : idleShare;
    }

    /** Tells how many links take much at present. */
    int busyCount() {
        return busyCount;
    }

    long lookedNs() {
        return lookedNs;
    }

    /** Looks, now and then, who is busy and who has ended. */
    void look(long nowNs) {
        if (!hasLooked || nowNs - lookedNs >= PERIOD_NS) {
            lookAgain(nowNs);
        }
    }

    private void lookAgain(long nowNs) {
        int busy = 0;
        for (int index = windows.size() - 1; index >= 0; index--) {
            ImageWindow each = windows.get(index);
            // Aeron asks all images in each turn, but not those that have ended.
            if (hasLooked && each.wasSilentSince(lookedNs)) {
                each.leave();
            } else if (each.isBusy(nowNs, idleShare)) {
                busy++;
            }
        }
        busyCount = busy;
        lookedNs = nowNs;
        hasLooked = true;
        divide();
    }

    private void divide() {
        int others = Math.max(1, windows.size() - 1);
        int idleCount = Math.max(0, windows.size() - busyCount);
        idleShare = (int) (shared() / LEAST_SHARES / others);
        long left = shared() - (long) idleCount * idleShare;
        busyShare = (int) Math.min(shared() / LEAST_SHARES, left / Math.max(1, busyCount));
    }

    private long shared() {
        return length - length / NEWCOMERS_PART;
    }
}
