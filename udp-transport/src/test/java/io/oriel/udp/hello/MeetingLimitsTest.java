// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp.hello;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class MeetingLimitsTest {
    private record Dialler(InetAddress host, boolean isHello) implements MeetingLimits.Meeting {}

    private final List<Dialler> meetings = new ArrayList<>();

    private static InetAddress host(int number) {
        try {
            return InetAddress.getByAddress(new byte[] {10, 0, 0, (byte) number});
        } catch (UnknownHostException e) {
            throw new IllegalArgumentException(e);
        }
    }

    private void add(int host, int count, boolean isHello) {
        for (int i = 0; i < count; i++) {
            meetings.add(new Dialler(host(host), isHello));
        }
    }

    private MeetingLimits.Verdict<Dialler> judge(int host) {
        return MeetingLimits.judge(meetings, host(host));
    }

    @Test
    void letAllInWhileThereIsRoom() {
        for (int host = 1; host <= 4; host++) {
            add(host, MeetingLimits.MAX_OF_HOST - 1, true);

            assertThat(judge(host)).isEqualTo(new MeetingLimits.Verdict<>(true, null));
        }
    }

    @Test
    void haveTheOldestOfAHostGoForItsNext() {
        add(2, 1, true);
        add(1, 1, false);
        add(1, MeetingLimits.MAX_OF_HOST - 1, true);

        assertThat(judge(1).isWelcome()).isTrue();
        assertThat(judge(1).leaver()).isSameAs(meetings.get(2));
        assertThat(judge(2).leaver()).isNull();
    }

    @Test
    void haveTheOldestOfTheHostWithMostGoForAnother() {
        add(1, 1, true);
        for (int host = 2; host <= 6; host++) {
            add(host, 40, true);
        }
        add(7, MeetingLimits.MAX_MEETINGS - meetings.size(), true);

        assertThat(judge(1).leaver()).isEqualTo(new Dialler(host(7), true));
    }

    @Test
    void refuseAHostOfWhichAllHaveSaidMoreThanHello() {
        add(1, MeetingLimits.MAX_OF_HOST, false);

        assertThat(judge(1).isWelcome()).isFalse();
        assertThat(judge(2).isWelcome()).isTrue();
    }
}
