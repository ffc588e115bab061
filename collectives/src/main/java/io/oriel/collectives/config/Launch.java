// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.collectives.config;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** Reads from the environment who a process is among the ranks of its run, and where they meet. */
final class Launch {
    private static final String ROOT = "ORIEL_ROOT";
    private static final String JOB = "ORIEL_JOB";
    private static final String TIMEOUT = "ORIEL_TIMEOUT_MS";

    /** Below those that systems give to whoever asks for any. */
    private static final int FIRST_PORT = 20_000;

    private static final int PORTS = 12_000;
    private static final int MOST_PORT = 65_535;
    private static final int MOST_DIGITS = 5;
    private static final long RETRY_NS = TimeUnit.MILLISECONDS.toNanos(100);

    private Launch() {}

    /**
     * Reads an environment. Waits until the name of rank 0's host is known, for the time-out of the meeting.
     *
     * @param variables of the process
     * @return who meets where; one rank alone if nobody has started ranks
     * @throws IllegalArgumentException if something is missing or cannot be read
     */
    static MeetingConfig meeting(Map<String, String> variables) {
        Variables environment = new Variables(variables);
        Starter starter = Starter.of(environment);
        MeetingConfig alone = MeetingConfig.of(0, 1, new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        if (starter == null) {
            return alone;
        }
        Duration timeout = environment.has(TIMEOUT) ? Duration.ofMillis(environment.number(TIMEOUT)) : alone.timeout();
        String job = environment.textOr(JOB, starter.job(environment));
        int size = starter.size(environment);
        InetSocketAddress root = size == 1 ? alone.root() : root(environment, starter, job, timeout);
        return new MeetingConfig(starter.rank(environment), size, root, job, timeout);
    }

    private static InetSocketAddress root(Variables environment, Starter starter, String job, Duration timeout) {
        String given = environment.text(ROOT);
        String host = given == null ? starter.host(environment) : given;
        if (host == null) {
            throw new IllegalArgumentException("the environment variable " + ROOT
                    + " is missing: where rank 0 listens, as host:port, the same for all ranks");
        }
        int port = FIRST_PORT + Math.floorMod(job.hashCode(), PORTS);
        int colon = host.lastIndexOf(':');
        if (given != null) {
            port = port(given, colon);
            host = given.substring(0, colon);
        }
        return resolved(host, port, timeout);
    }

    private static int port(String given, int colon) {
        String port = given.substring(colon + 1);
        boolean isNumber = port.length() <= MOST_DIGITS && port.chars().allMatch(Character::isDigit);
        int number = isNumber && !port.isEmpty() ? Integer.parseInt(port) : 0;
        if (colon < 1 || number < 1 || number > MOST_PORT) {
            throw new IllegalArgumentException("the environment variable " + ROOT
                    + " must be host:port, the port in 1.." + MOST_PORT + ", was '" + given + "'");
        }
        return number;
    }

    /** A container's name is known only once it runs. */
    private static InetSocketAddress resolved(String host, int port, Duration timeout) {
        long endNs = System.nanoTime() + timeout.toNanos();
        @Nullable UnknownHostException unknown;
        do {
            try {
                return new InetSocketAddress(InetAddress.getByName(host), port);
            } catch (UnknownHostException e) {
                unknown = e;
            }
            LockSupport.parkNanos(RETRY_NS);
        } while (System.nanoTime() - endNs < 0);
        throw new IllegalArgumentException("the host of rank 0 is not known: '" + host + "'", unknown);
    }
}
