// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What the two sides of each example print, wherever they run. */
final class ExpectedOutput {
    private static final Pattern READER = Pattern.compile(
            "(slow )?reader: (\\d+) entries, (\\d+) missed in (\\d+) gaps, 1 lives of the writer; \\d+ entries, from written to"
                    + " read: .*");

    private ExpectedOutput() {}

    static void ofPingPong(List<String> lines) {
        ofRounds(lines, "round trips", "");
    }

    static void ofMemoryPingPong(List<String> lines) {
        ofRounds(lines, "one-sided round trips", "");
    }

    /** Rounds, and what they took. */
    private static void ofRounds(List<String> lines, String what, String who) {
        assertThat(lines)
                .anyMatch(line -> line.matches(who + "\\d+ " + what
                        + ": median \\d+ ns, 99 % within \\d+ ns, 99.9 % within \\d+ ns, longest \\d+ ns"));
    }

    static void ofRemoteRing(List<String> lines) {
        assertThat(lines)
                .contains(
                        "producer: 50000 records in 100 bursts",
                        "consumer: 50000 records, their sum is 1249975000"); // 0 + 1 + ... + 49999
    }

    /** What each reader has got and what it has missed are all entries, and only the slow one has missed the most of them. */
    static void ofMarketData(List<String> lines, int readers, int seconds) {
        long total = 50_000L * seconds;
        assertThat(lines)
                .contains("writer: " + total + " entries in " + seconds + " s for " + readers + " readers, of which "
                        + readers + " are still there");
        List<MatchResult> reports = lines.stream()
                .map(READER::matcher)
                .filter(Matcher::matches)
                .map(Matcher::toMatchResult)
                .toList();
        assertThat(reports)
                .hasSize(readers)
                .allSatisfy(report ->
                        assertThat(number(report, 2) + number(report, 3)).isEqualTo(total));
        assertThat(reports.stream().filter(report -> report.group(1) != null))
                .singleElement()
                .satisfies(report -> {
                    assertThat(number(report, 3)).isPositive();
                    assertThat(number(report, 4)).isPositive();
                });
        assertThat(reports).allSatisfy(report -> assertThat(number(report, 2)).isPositive());
    }

    private static long number(MatchResult report, int group) {
        return Long.parseLong(report.group(group));
    }

    static void ofKeyValue(List<String> lines) {
        ofRounds(lines, "lookups by request and answer", "client: ");
        ofRounds(lines, "lookups by one-sided Reads", "client: ");
        assertThat(lines)
                .contains(
                        "client: key 7 has 70, key 1000 is absent",
                        "client: after it was evicted, a lookup is EVICTED; asked, the store says 70",
                        "store: 1000 keys, changed 1001 times");
    }

    /** Every member has traded, and nothing had to be sent again. */
    static void ofOrderGateway(List<String> lines, int members) {
        for (int member = 0; member < members; member++) {
            String start = "member " + member + ": ";
            ofRounds(
                    lines.stream()
                            .filter(line -> line.startsWith(start))
                            .map(line -> line.substring(0, line.indexOf(';')))
                            .toList(),
                    "orders answered",
                    start);
            assertThat(lines)
                    .anyMatch(line ->
                            line.startsWith(start) && line.matches(".*; [1-9]\\d* fills, 0 rejected, 0 sent again"));
        }
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
