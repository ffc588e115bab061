// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.collectives.processes;

import io.oriel.api.config.OrielConfig;
import io.oriel.collectives.Collective;
import io.oriel.collectives.CollectiveException;
import io.oriel.collectives.Communicator;
import io.oriel.collectives.config.CommunicatorConfig;
import io.oriel.collectives.config.MeetingConfig;
import io.oriel.collectives.ranks.Operations;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/**
 * A rank that is told which world to join and what to do there without end: "rank size port operation length stoppedMillis". It says
 * "joined", then "status rank nanos" when an operation has failed, and joins the next world that it is told of.
 */
final class RankMain {
    private static final int ROOT = 0;

    private RankMain() {}

    public static void main(String[] arguments) throws IOException {
        BufferedReader orders = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String order = orders.readLine(); order != null; order = orders.readLine()) {
            follow(order.split(" ", -1));
        }
    }

    private static void follow(String[] words) {
        int rank = Integer.parseInt(words[0]);
        InetSocketAddress root = new InetSocketAddress(InetAddress.getLoopbackAddress(), Integer.parseInt(words[2]));
        CommunicatorConfig config = CommunicatorConfig.of(MeetingConfig.of(rank, Integer.parseInt(words[1]), root))
                .withOriel(OrielConfig.fromSystemProperties())
                .withStoppedTimeout(Duration.ofMillis(Long.parseLong(words[5])));
        try (Communicator world = Communicator.open(config)) {
            repeat(world, Collective.valueOf(words[3]), Integer.parseInt(words[4]));
        }
    }

    private static void repeat(Communicator world, Collective collective, int length) {
        try {
            Operations.run(world, collective, length, ROOT);
            world.barrier();
            System.out.println("joined");
            while (true) {
                Operations.run(world, collective, length, ROOT);
                world.barrier();
            }
        } catch (CollectiveException e) {
            // The clock of all processes of a host.
            System.out.println(e.status() + " " + e.rank() + " " + System.nanoTime());
        }
    }
}
