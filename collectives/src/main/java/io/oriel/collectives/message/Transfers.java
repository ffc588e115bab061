// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.collectives.message;

import io.oriel.collectives.Request;
import io.oriel.collectives.data.Elements;
import io.oriel.collectives.group.Group;
import java.util.ArrayDeque;
import java.util.ArrayList;
import org.jspecify.annotations.Nullable;

/** The messages with tags of one communicator that are under way, in the order of their calls. By the domain's owner. */
public final class Transfers {
    private final Group group;
    private final ArrayList<Transfer> underWay = new ArrayList<>();
    private final ArrayDeque<Sending> freeSendings = new ArrayDeque<>();
    private final ArrayDeque<Receiving> freeReceivings = new ArrayDeque<>();

    /**
     * Creates none.
     *
     * @param group of the communicator
     */
    public Transfers(Group group) {
        this.group = group;
    }

    /**
     * Begins to send.
     *
     * @param data        the message
     * @param destination to whom
     * @param tag         of the message
     * @return what tells of its end
     */
    public Request send(Elements data, int destination, int tag) {
        long key = group.tagged(tag);
        Sending sending = freeSendings.pollFirst();
        return (sending == null ? new Sending(group, this) : sending).begin(data, destination, key);
    }

    /**
     * Sends a copy of a message to this rank itself, for which nobody waits.
     *
     * @param data the message
     * @param tag  of the message
     */
    public void sendCopy(Elements data, int tag) {
        ((Sending) send(data.copy(), group.rank(), tag)).detach();
    }

    /**
     * Lets a message go on by itself, as a copy: nobody asks for its end, and its memory is free.
     *
     * @param sending that {@link #send} has returned
     */
    public void leaveToItself(Request sending) {
        ((Sending) sending).leaveToItself();
    }

    /**
     * Begins to receive.
     *
     * @param data   takes the message
     * @param source from whom
     * @param tag    of the message
     * @return what tells of its end
     */
    public Request receive(Elements data, int source, int tag) {
        long key = group.tagged(tag);
        Receiving receiving = freeReceivings.pollFirst();
        return (receiving == null ? new Receiving(group, this) : receiving).begin(data, source, key);
    }

    void add(Transfer transfer) {
        underWay.add(transfer);
    }

    void replace(Transfer transfer, Transfer by) {
        underWay.set(underWay.indexOf(transfer), by);
    }

    void remove(Transfer transfer) {
        underWay.remove(transfer);
    }

    /** Tells whether no message of the same ranks and tag was begun before. */
    boolean isFirst(Transfer transfer) {
        for (int index = 0; index < underWay.size(); index++) {
            Transfer each = underWay.get(index);
            if (each == transfer) {
                return true;
            }
            if (each.isLike(transfer)) {
                return false;
            }
        }
        return true;
    }

    /** Finds the oldest message of this rank to itself that was not received; null if there is none. */
    @Nullable
    Sending findOwn(long key) {
        for (int index = 0; index < underWay.size(); index++) {
            if (underWay.get(index) instanceof Sending each
                    && each.isSelf()
                    && each.key() == key
                    && !each.isDelivered()) {
                return each;
            }
        }
        return null;
    }

    /** Takes back a transfer whose end was told; who asks again gives it back again. */
    void giveBack(Transfer transfer) {
        if (transfer instanceof Sending sending && !freeSendings.contains(sending)) {
            freeSendings.addLast(sending);
        } else if (transfer instanceof Receiving receiving && !freeReceivings.contains(receiving)) {
            freeReceivings.addLast(receiving);
        }
    }
}
