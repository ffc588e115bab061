// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.examples.gateway;

import io.oriel.api.NdStatus;
import io.oriel.examples.gateway.matching.Matcher;
import io.oriel.examples.gateway.matching.Reports;
import io.oriel.examples.gateway.protocol.FillEncoder;
import io.oriel.examples.gateway.protocol.MessageHeaderEncoder;
import io.oriel.service.Request;

/**
 * Those members who want to be told of their Fills: each has a request that is answered again and again.
 *
 * <p><b>Threading:</b> the engine's thread. <b>Memory:</b> allocates when it is made, and never afterwards.
 */
final class Listeners {
    private static final int MOST = 256;
    private static final int BURST = 64;

    private final Matcher matcher;
    private final MessageHeaderEncoder header = new MessageHeaderEncoder();
    private final FillEncoder fill = new FillEncoder();
    private final Request[] requests = new Request[MOST];
    private final int[] members = new int[MOST];
    private final long[] next = new long[MOST];
    private int count;
    private int first; // is told first, so that all have the same chance

    Listeners(Matcher matcher) {
        this.matcher = matcher;
    }

    /** Tells a member from now on, if its session is not over; whoever listened in its name is told no more. */
    void add(Request request, int member, long session, long fromNumber) {
        if (!matcher.isKnown(member) || matcher.session(member) != session || fromNumber < 1) {
            decline(request, NdStatus.INVALID_DEVICE_STATE);
            return;
        }
        for (int index = count - 1; index >= 0; index--) {
            if (members[index] == member) {
                decline(requests[index], NdStatus.CANCELED);
                remove(index);
            }
        }
        if (count == MOST) {
            decline(request, NdStatus.INSUFFICIENT_RESOURCES);
            return;
        }
        requests[count] = request;
        members[count] = member;
        next[count++] = fromNumber;
    }

    private void remove(int index) {
        count--;
        requests[index] = requests[count];
        members[index] = members[count];
        next[index] = next[count];
    }

    /** Tells what there is to tell; returns how much it was. */
    int tell() {
        int told = 0;
        first = first + 1 < count ? first + 1 : 0;
        for (int i = count - 1; i >= 0; i--) {
            int index = first + i;
            told += tell(index < count ? index : index - count);
        }
        for (int index = count - 1; index >= 0; index--) {
            if (!requests[index].isConnected()) {
                decline(requests[index], NdStatus.CANCELED);
                remove(index);
            }
        }
        return told;
    }

    private int tell(int index) {
        Request request = requests[index];
        Reports reports = matcher.reports(members[index]);
        long number = Math.max(next[index], reports.oldest());
        int told = 0;
        while (number <= reports.count() && told < BURST && request.claimPart() == NdStatus.SUCCESS) {
            fill.wrapAndApplyHeader(request.answer(), 0, header)
                    .number(number)
                    .orderId(reports.orderId(number))
                    .price(reports.price(number))
                    .quantity(reports.quantity(number))
                    .leaves(reports.leaves(number));
            if (request.commit(Protocol.HEADER_LENGTH + FillEncoder.BLOCK_LENGTH) != NdStatus.SUCCESS) {
                break; // has gone: seen below
            }
            number++;
            told++;
        }
        next[index] = number;
        return told;
    }

    private static void decline(Request request, NdStatus status) {
        var unused = request.decline(status);
    }
}
