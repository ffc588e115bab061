// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;

/** What the two sides of each example print, wherever they run. */
final class ExpectedOutput {
    private ExpectedOutput() {}

    static void ofPingPong(List<String> lines) {
        ofRounds(lines, "round trips");
    }

    static void ofMemoryPingPong(List<String> lines) {
        ofRounds(lines, "one-sided round trips");
    }

    /** At least a thousand rounds, and what they took. */
    private static void ofRounds(List<String> lines, String what) {
        assertThat(lines)
                .anyMatch(line -> line.matches("\\d{4,} " + what
                        + ": median \\d+ ns, 99 % within \\d+ ns, 99.9 % within \\d+ ns, longest \\d+ ns"));
    }

    static void ofRemoteRing(List<String> lines) {
        assertThat(lines)
                .contains(
                        "producer: 50000 records in 100 bursts",
                        "consumer: 50000 records, their sum is 1249975000"); // 0 + 1 + ... + 49999
    }

    static void ofWindowHandover(List<String> lines) {
        assertThat(lines.stream().filter(line -> line.startsWith("owner:")))
                .containsSubsequence(
                        "owner: the peer gave back window 7: INVALIDATE SUCCESS bytesTransferred=0 requestContext=7"
                                + " endpointContext=0",
                        "owner: then its message: RECEIVE SUCCESS bytesTransferred=0 requestContext=1 endpointContext=0",
                        "owner: the memory now says 'from the user'",
                        "owner: the peer tried again, so: RECEIVE CANCELED bytesTransferred=0 requestContext=2"
                                + " endpointContext=0",
                        "owner: the connection has ended");
        assertThat(lines.stream().filter(line -> line.startsWith("user:")))
                .containsSubsequence(
                        "user:  the memory says 'from the owner'",
                        "user:  WRITE SUCCESS bytesTransferred=64 requestContext=3 endpointContext=0",
                        "user:  SEND SUCCESS bytesTransferred=0 requestContext=4 endpointContext=0",
                        "user:  after giving it back: WRITE ACCESS_VIOLATION bytesTransferred=0 requestContext=5"
                                + " endpointContext=0");
    }
}
