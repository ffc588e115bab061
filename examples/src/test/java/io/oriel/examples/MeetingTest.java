// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.oriel.api.config.Medium;
import io.oriel.api.config.OrielConfig;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine.ParameterException;

class MeetingTest {
    private static final InetAddress LOOPBACK = InetAddress.getLoopbackAddress();

    @Test
    void isOnTheLoopbackAddressWithoutArguments() throws IOException {
        Meeting meeting = meeting();

        assertThat(meeting.isConnecting()).isFalse();
        assertThat(meeting.address()).isEqualTo(new InetSocketAddress(LOOPBACK, 0));
        assertThat(meeting.localAddress()).isEqualTo(LOOPBACK);
        assertThat(meeting.config()).isEqualTo(OrielConfig.fromSystemProperties());
        assertThat(meeting.waiting()).isEqualTo(Waiting.SPIN);
        assertThat(meeting.seconds()).isEqualTo(3);
    }

    @Test
    void listensWhereItIsTold() throws IOException {
        Meeting meeting = meeting("--listen", "127.0.0.2:7000", "--transport", "udp", "--wait", "sleep");

        assertThat(meeting.isConnecting()).isFalse();
        assertThat(meeting.address()).isEqualTo(new InetSocketAddress("127.0.0.2", 7000));
        assertThat(meeting.localAddress()).isEqualTo(InetAddress.getByName("127.0.0.2"));
        assertThat(meeting.config().medium()).isEqualTo(Medium.UDP);
        assertThat(meeting.waiting()).isEqualTo(Waiting.SLEEP);
    }

    @ParameterizedTest
    @CsvSource({"127.0.0.1:7000, 127.0.0.1", "[::1]:7000, ::1", "::1:7000, ::1"})
    void connectsWhereItIsTold(String text, String ip) {
        Meeting meeting = meeting("--transport", "SHM", "--connect", text);

        assertThat(meeting.isConnecting()).isTrue();
        assertThat(meeting.address()).isEqualTo(new InetSocketAddress(ip, 7000));
        assertThat(meeting.config().medium()).isEqualTo(Medium.SHM);
    }

    @Test
    void opensItsAdapterOnTheWayToTheOtherSide() throws IOException {
        assertThat(meeting("--connect", "127.0.0.1:7000").localAddress()).isEqualTo(LOOPBACK);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "--connect 7000          | '7000' is no address of a known host; write ADDRESS:PORT",
                "--listen 127.0.0.1:x    | '127.0.0.1:x' is no address",
                "--listen                | Missing required parameter for option '--listen'",
                "--transport tcp         | Invalid value for option '--transport': expected one of",
                "--wait long             | Invalid value for option '--wait': expected one of [SPIN, SLEEP]",
                "--port 7000             | Unknown options: '--port', '7000'",
                "--listen 127.0.0.1:1 --connect 127.0.0.1:1 | are mutually exclusive (specify only one)"
            })
    void refusesWrongArguments(String line, String message) {
        assertThatThrownBy(() -> meeting(line.trim().split(" +", -1)))
                .isInstanceOf(ParameterException.class)
                .hasMessageContaining(message);
    }

    private static Meeting meeting(String... arguments) {
        return Meeting.parse(MeetingTest.class, arguments);
    }
}
