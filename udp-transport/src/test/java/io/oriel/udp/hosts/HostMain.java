// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp.hosts;

import io.oriel.api.NdStatus;
import io.oriel.api.NetworkDirect;
import io.oriel.api.Provider;
import io.oriel.api.RemoteWindow;
import io.oriel.api.config.OrielConfig;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * A process on a host: does what the lines of its standard input say, and answers each with one line. It ends when its
 * standard input does.
 */
public final class HostMain {
    private static final long PATIENCE_NS = TimeUnit.SECONDS.toNanos(900);

    private final Provider provider;
    private final Station station;
    private @Nullable RemoteWindow peerWindow;
    private @Nullable CompletableFuture<Void> disconnected;
    private @Nullable Aside aside;

    private HostMain(InetAddress address) {
        provider = NetworkDirect.open(OrielConfig.fromSystemProperties());
        station = new Station(provider, address);
    }

    /**
     * Runs it.
     *
     * @param arguments the address of its adapter
     * @throws IOException if the standard input fails
     */
    public static void main(String[] arguments) throws IOException {
        HostMain host = new HostMain(InetAddress.getByName(arguments[0]));
        BufferedReader input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line; (line = input.readLine()) != null; ) {
            String answer;
            try {
                answer = host.run(line.split(" ", -1));
            } catch (RuntimeException e) {
                e.printStackTrace();
                answer = "failed: " + e;
            }
            System.out.println(answer.replace('\n', ' '));
            if (line.equals("close")) {
                return;
            }
        }
        Runtime.getRuntime().halt(0);
    }

    private String run(String[] words) throws IOException {
        return switch (words[0]) {
            case "listen" -> listen(words.length == 1 ? 0 : Integer.parseInt(words[1]));
            case "accept" -> accept();
            case "accept-idle" -> acceptIdle();
            case "connect" -> connect(place(words));
            case "connect-aside" -> connectAside(place(words));
            case "send-aside" -> require(aside).send() == NdStatus.SUCCESS ? "posted" : "refused";
            case "end-aside" -> require(aside).awaitEnd().toString();
            case "explain" -> station.connector().explain();
            case "exchange" -> exchange(new Traffic.Goal(Long.parseLong(words[1]), Long.parseLong(words[2])));
            case "flow" -> flow();
            case "disconnect" -> disconnected(station.connector().disconnect());
            case "begin-notify" -> beginNotify();
            case "notified" -> disconnected(require(disconnected));
            case "close" -> close();
            default -> throw new IllegalArgumentException("unknown command " + words[0]);
        };
    }

    private static InetSocketAddress place(String[] words) throws IOException {
        return new InetSocketAddress(InetAddress.getByName(words[1]), Integer.parseInt(words[2]));
    }

    private String listen(int port) {
        InetSocketAddress place = station.listen(port);
        return place.getAddress().getHostAddress() + " " + place.getPort();
    }

    private String accept() {
        station.accept();
        peerWindow = station.exchangeWindows();
        return "connected";
    }

    private String acceptIdle() {
        station.accept();
        station.postReceive();
        return "connected";
    }

    private String connect(InetSocketAddress place) {
        station.connect(place);
        peerWindow = station.exchangeWindows();
        return "connected";
    }

    private String connectAside(InetSocketAddress place) {
        aside = new Aside(station.adapter(), place);
        return "connected";
    }

    private static String disconnected(CompletableFuture<Void> end) {
        Station.get(end);
        return "disconnected";
    }

    private String beginNotify() {
        disconnected = station.connector().notifyDisconnect();
        return "begun";
    }

    private String close() {
        provider.close();
        return "closed";
    }

    private static <T> T require(@Nullable T made) {
        if (made == null) {
            throw new IllegalStateException("something else comes first");
        }
        return made;
    }

    private String exchange(Traffic.Goal goal) {
        long startNs = System.nanoTime();
        Traffic traffic = new Traffic(station, require(peerWindow), goal);
        traffic.runToGoal(PATIENCE_NS);
        return "done in " + TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startNs) + " ms: " + traffic;
    }

    /** Keeps both directions full until the connection ends; says when it is flowing, then how and when it has ended. */
    private String flow() {
        AtomicLong notifiedNs = new AtomicLong();
        CompletableFuture<Void> notified =
                station.connector().notifyDisconnect().thenRun(() -> notifiedNs.set(System.nanoTime()));
        Traffic traffic = new Traffic(station, require(peerWindow), Traffic.Goal.NONE);
        traffic.runToEnd(PATIENCE_NS, () -> System.out.println("flowing"));
        Station.get(notified);
        return "ended lastNs=%d notifiedNs=%d silentNs=%d initiator=%s receives=%s"
                .formatted(
                        Math.max(
                                traffic.initiator().lastNs(), traffic.receives().lastNs()),
                        notifiedNs.get(),
                        traffic.initiator().lastNs() - traffic.receives().lastSuccessNs(),
                        traffic.initiator(),
                        traffic.receives());
    }
}
