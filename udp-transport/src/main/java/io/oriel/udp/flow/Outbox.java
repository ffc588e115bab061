// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp.flow;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/**
 * When committed frames are sent: a datagram costs more than a frame, so frames that come together go together. By the domain's
 * owner.
 *
 * <p>What is committed in a progress goes at its end. A post that comes alone goes at once; where several come between two
 * progresses, they go with the next one, or as soon as they fill a datagram. If the application does not call any more, the agent
 * progresses in its stead.
 */
public final class Outbox {
    /** So many datagrams go one after the other before it is looked whether any have come. */
    private static final int MAX_DATAGRAMS_AT_ONCE = 16;

    private final IntSupplier sender;
    private final int datagramLength;
    private final List<Frames> waiting = new ArrayList<>(); // a link may be there twice
    private @Nullable Frames latest;
    private int length;
    private boolean isAnnounced;
    private boolean isInProgress;
    private boolean isBatch;
    private int posts;
    private boolean comeTogether;

    /** The frames of one link. */
    public interface Frames {
        /**
         * Lets go what was committed.
         *
         * @return false if there is no room now
         */
        boolean submit();
    }

    /**
     * Creates an empty one.
     *
     * @param sender         sends a datagram of what was committed; 0 if none can go now
     * @param datagramLength bytes of the longest datagram
     */
    public Outbox(IntSupplier sender, int datagramLength) {
        this.sender = sender;
        this.datagramLength = datagramLength;
    }

    /** Tells whether all that was committed was sent. */
    public boolean isEmpty() {
        return length == 0;
    }

    /**
     * A frame was committed.
     *
     * @param frames of its link
     * @param bytes  of the frame
     */
    @SuppressWarnings("ReferenceEquality") // a link is itself
    public void add(Frames frames, int bytes) {
        length += bytes;
        isAnnounced = false;
        if (frames != latest) {
            latest = frames;
            waiting.add(frames);
        }
    }

    /**
     * A link has ended.
     *
     * @param frames of the link
     */
    public void remove(Frames frames) {
        waiting.removeIf(each -> each.equals(frames));
        latest = null;
    }

    /** The driver is turned, which sends; what is committed from now on can wait for {@link #flush}. */
    public void beginProgress() {
        submit();
        isInProgress = true;
        isBatch = false;
        if (posts > 0) {
            comeTogether = posts > 1;
            posts = 0;
        }
    }

    /** Posts are to come that go together. */
    public void startBatch() {
        isBatch = true;
    }

    /**
     * A post or a progress has ended.
     *
     * @return false if nothing was committed in it
     */
    public boolean announce() {
        if (isAnnounced || length == 0) {
            return false;
        }
        isAnnounced = true;
        if (!isInProgress) {
            posts++;
            boolean isAlone = posts == 1 && !comeTogether && !isBatch;
            if (isAlone || length >= datagramLength) {
                send();
            }
        }
        return true;
    }

    /** Sends all that was committed, at the end of a progress or of a batch. */
    public void flush() {
        isInProgress = false;
        isBatch = false;
        if (length > 0) {
            send();
        }
    }

    private void submit() {
        latest = null;
        for (int index = waiting.size() - 1; index >= 0; index--) {
            if (waiting.get(index).submit()) {
                Frames last = waiting.remove(waiting.size() - 1);
                if (index < waiting.size()) {
                    waiting.set(index, last);
                }
            }
        }
    }

    private void send() {
        submit();
        int most = Math.min(MAX_DATAGRAMS_AT_ONCE, (length + datagramLength - 1) / datagramLength);
        length = 0;
        int count = 0;
        while (count < most && sender.getAsInt() > 0) {
            count++;
        }
    }
}
