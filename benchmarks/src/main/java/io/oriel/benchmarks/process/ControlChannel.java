// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.process;

import io.oriel.benchmarks.measure.BenchmarkException;
import java.net.InetAddress;
import java.time.Duration;

/**
 * Lines of text between the two processes of a benchmark, outside of what is measured. Used by one thread on each side.
 */
public interface ControlChannel extends AutoCloseable {
    /** Begins the line with which a side says that it cannot go on. */
    String FAILED = "failed ";

    /** How long the other side may take to answer, unless it is in a run. */
    Duration PATIENCE = Duration.ofSeconds(60);

    /**
     * Sends a line.
     *
     * @param line at most {@value #MAX_LINE_LENGTH} characters of Latin-1, without line breaks
     */
    void send(String line);

    /** Longest line in characters. */
    int MAX_LINE_LENGTH = 2048;

    /**
     * Waits for a line, without spinning.
     *
     * @param limit how long
     * @return the line
     * @throws BenchmarkException if the other side has ended, or has sent nothing in time
     */
    String receive(Duration limit);

    /**
     * Tells whether a line, or the end of the other side, waits to be received.
     *
     * @return true if {@link #receive} would return or throw at once
     */
    boolean hasMessage();

    /**
     * Looks whether the other side can still go on; cheap enough to be called now and then while spinning.
     *
     * @throws BenchmarkException if it has ended or said that it has failed
     */
    void checkPeer();

    /**
     * Tells where the other process can reach this one.
     *
     * @return an address of this host; the loopback address if nothing else is known
     */
    InetAddress localAddress();

    /** Ends the conversation. Does nothing the second time. */
    @Override
    void close();

    /**
     * Waits for a line that begins with a word.
     *
     * @param word the first word
     * @return the rest of the line, without the blank; empty if there is none
     * @throws BenchmarkException if another line comes, or none
     */
    default String expect(String word) {
        return expect(word, PATIENCE);
    }

    /**
     * Waits for a line that begins with a word.
     *
     * @param word  the first word
     * @param limit how long
     * @return the rest of the line, without the blank; empty if there is none
     * @throws BenchmarkException if another line comes, or none
     */
    default String expect(String word, Duration limit) {
        String line = receive(limit);
        if (line.equals(word)) {
            return "";
        }
        if (line.startsWith(word + " ")) {
            return line.substring(word.length() + 1);
        }
        if (line.startsWith(FAILED)) {
            throw failure(line);
        }
        throw new BenchmarkException("expected '" + word + "' from the other process, was '" + line + "'");
    }

    /**
     * Returns what the other side has failed with.
     *
     * @param line that begins with {@link #FAILED}
     * @return the failure of that side, or of the one beyond it
     */
    static BenchmarkException failure(String line) {
        String reason = line.substring(FAILED.length());
        String prefix = "the other process failed: ";
        return new BenchmarkException(reason.startsWith(prefix) ? reason : prefix + reason);
    }
}
