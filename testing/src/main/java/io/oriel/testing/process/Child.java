// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.process;

import io.oriel.api.NdException;
import io.oriel.api.NdStatus;
import io.oriel.api.NetworkDirect;
import io.oriel.api.NotifyType;
import io.oriel.api.Provider;
import io.oriel.api.config.OrielConfig;
import io.oriel.api.config.ProgressMode;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * The other process: does what the lines of its standard input say, in one application thread, and answers each with one
 * line. It ends when its standard input does.
 */
public final class Child {
    private final Map<String, Function<String[], String>> furtherOrders;
    private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();
    private @Nullable Provider provider;
    private final List<Party> parties = new ArrayList<>();
    private final List<Traffic> traffics = new ArrayList<>();
    private int current;
    private @Nullable CompletableFuture<Void> pending;
    private Runnable idle = () -> {};
    private boolean isServing;

    private Child(Map<String, Function<String[], String>> furtherOrders) {
        this.furtherOrders = furtherOrders;
    }

    /**
     * Runs the child.
     *
     * @param arguments none
     * @throws InterruptedException never
     */
    public static void main(String[] arguments) throws InterruptedException {
        run(Map.of());
    }

    /** Runs a child that knows further orders, by their first words; each is given its words and returns the answer. */
    public static void run(Map<String, Function<String[], String>> furtherOrders) throws InterruptedException {
        Child child = new Child(furtherOrders);
        Thread reader = new Thread(child::read, "stdin");
        reader.setDaemon(true);
        reader.start();
        child.obey();
    }

    private void read() {
        try (BufferedReader input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            for (String line; (line = input.readLine()) != null; ) {
                lines.add(line);
            }
        } catch (IOException e) {
            System.err.println("standard input failed: " + e);
        }
        Runtime.getRuntime().halt(0);
    }

    private void obey() throws InterruptedException {
        while (true) {
            String line = isServing ? lines.poll() : lines.take();
            if (line == null) {
                idle.run();
                continue;
            }
            String answer;
            try {
                answer = run(line.split(" ", -1));
            } catch (NdException e) {
                System.err.println("'" + line + "' failed: " + e);
                answer = "failed " + e.getMessage();
            }
            System.out.println(answer.replace('\n', ' '));
            if (line.equals("close")) {
                return;
            }
        }
    }

    private String run(String[] words) {
        return switch (words[0]) {
            case "open" -> open(ProgressMode.APPLICATION);
            case "open-agent" -> open(ProgressMode.AGENT);
            case "close" -> close();
            case "reopen" -> {
                party().close();
                parties.set(current, new Party(requireProvider()));
                yield "opened";
            }
            case "sibling" -> {
                parties.add(party().sibling());
                current = parties.size() - 1;
                yield Integer.toString(current);
            }
            case "renew" -> done(() -> party().renew());
            case "listen" -> {
                InetSocketAddress address = words.length == 1
                        ? party().listen()
                        : party().listen(new InetSocketAddress(words[1], number(words[2])));
                yield address.getAddress().getHostAddress() + " " + address.getPort();
            }
            case "begin-request" -> begin(party().request());
            case "begin-accept" -> begin(party().accept());
            case "begin-connect" -> begin(party().connect(new InetSocketAddress(words[1], number(words[2]))));
            case "begin-complete" -> begin(party().complete());
            case "begin-disconnect" -> begin(party().connector().disconnect());
            case "begin-notify" -> begin(party().connector().notifyDisconnect());
            case "end" -> Outcomes.of(pending()).toString();
            case "await-request-sent" -> done(this::awaitRequestSent);
            case "explain" -> party().connector().explain();
            case "is-connected" -> Boolean.toString(party().endpoint().isConnected());
            case "bind" -> HexFormat.of().formatHex(party().bind());
            case "open-window" -> done(() -> party().openWindow(HexFormat.of().parseHex(words[1])));
            default -> runData(words);
        };
    }

    private String runData(String[] words) {
        return switch (words[0]) {
            case "receive" -> posts(number(words[1]), number(words[2]), length -> party().receive(length));
            case "send" -> posts(number(words[1]), number(words[2]), length -> party().send(length));
            case "read" -> posts(number(words[1]), number(words[2]), length -> party().read(length));
            case "write" -> posts(number(words[1]), number(words[2]), length -> party().write(length));
            case "add" -> posts(number(words[1]), Long.BYTES, length -> party().fetchAndAdd(1));
            case "swap" -> done(() -> party().countUpBySwapping(number(words[1])));
            case "poll" -> done(() -> polls(number(words[1])));
            case "settle" -> done(() -> party().settle());
            case "serve" -> serve(() -> party().progress());
            case "echo" -> {
                party().refill(64);
                yield serve(this::echo);
            }
            case "receive-stream" -> serve(OneWayStream.receiver(party())::step);
            case "write-on" -> serve(this::writeOn);
            case "write-long" -> serve(this::writeLong);
            case "race" -> new WindowRacer(party(), Long.parseLong(words[1]), number(words[2])).run();
            case "mix" -> {
                for (int i = 0; i < parties.size(); i++) {
                    traffics.add(new Traffic(parties.get(i), Long.parseLong(words[1]) + i));
                }
                yield serve(() -> traffics.forEach(Traffic::step));
            }
            case "rest" -> done(() -> isServing = false);
            case "stop-mixing" -> done(() -> traffics.forEach(Traffic::stop));
            case "settle-initiator" -> done(() -> parties.forEach(Party::settleInitiator));
            case "ledger" -> party().ledger().toString();
            case "require-success-so-far" -> done(this::requireSuccessSoFar);
            case "answer-asleep" -> done(() -> answerAsleep(words));
            case "await-notification" -> awaitNotification(number(words[1])).toString();
            case "await-device" -> party().awaitDevice(number(words[1])).toString();
            default -> runFurther(words);
        };
    }

    private String runFurther(String[] words) {
        Function<String[], String> order = furtherOrders.get(words[0]);
        if (order == null) {
            throw new IllegalArgumentException("unknown command " + words[0]);
        }
        return order.apply(words);
    }

    private String open(ProgressMode progress) {
        Provider opened = NetworkDirect.open(OrielConfig.fromSystemProperties().withProgress(progress));
        provider = opened;
        parties.add(new Party(opened));
        return "opened";
    }

    private String close() {
        Provider opened = provider;
        if (opened != null) {
            opened.close();
        }
        return "closed";
    }

    private Provider requireProvider() {
        Provider opened = provider;
        if (opened == null) {
            throw new IllegalStateException("open comes first");
        }
        return opened;
    }

    private String begin(CompletableFuture<Void> future) {
        pending = future;
        return "begun";
    }

    private CompletableFuture<Void> pending() {
        CompletableFuture<Void> begun = pending;
        if (begun == null) {
            throw new IllegalStateException("nothing has begun");
        }
        return begun;
    }

    private void awaitRequestSent() {
        while (party().connector().explain().startsWith("not connected")) {
            Thread.onSpinWait();
        }
    }

    private void requireSuccessSoFar() {
        parties.forEach(party -> party.ledger().requireSuccessSoFar());
    }

    private static String posts(int count, int length, IntFunction<NdStatus> post) {
        for (int i = 0; i < count; i++) {
            NdStatus status = post.apply(length);
            if (status != NdStatus.SUCCESS) {
                return "post " + i + " was answered " + status;
            }
        }
        return "done";
    }

    private void polls(int count) {
        for (int i = 0; i < count; i++) {
            party().pollOnce();
        }
    }

    private String serve(Runnable step) {
        idle = step;
        isServing = true;
        return "serving";
    }

    /** Answers each message with one of 64 bytes. */
    private void echo() {
        long before = party().ledger().receiveEnds().size();
        party().progress();
        for (long i = before; i < party().ledger().receiveEnds().size(); i++) {
            party().refill(64);
            Party.require(party().send(64));
        }
    }

    private void answerAsleep(String[] words) {
        try (Sleeper sleeper =
                new Sleeper(requireProvider(), party(), Sleeper.Way.valueOf(words[1]), Long.parseLong(words[3]))) {
            if (words[4].equals("storm")) {
                Sleeper.inStorm(() -> sleeper.answer(number(words[2])));
            } else {
                sleeper.answer(number(words[2]));
            }
        }
    }

    private NdStatus awaitNotification(long millis) {
        CompletableFuture<Void> notified = party().queue().requestNotification(NotifyType.ANY);
        try {
            notified.get(millis, TimeUnit.MILLISECONDS);
            return NdStatus.SUCCESS;
        } catch (TimeoutException e) {
            return NdStatus.TIMEOUT;
        } catch (InterruptedException | ExecutionException e) {
            throw new IllegalStateException(e);
        }
    }

    private void writeOn() {
        if (party().ledger().initiatorOutstanding() < Party.DEPTH) {
            NdStatus unused = party().write(4096);
        }
        party().pollOnce();
    }

    private void writeLong() {
        if (party().ledger().initiatorOutstanding() < 2) {
            NdStatus unused = party().write(Party.HALF_LENGTH);
        }
        party().pollOnce();
    }

    private static String done(Runnable task) {
        task.run();
        return "done";
    }

    private static int number(String word) {
        return Integer.parseInt(word);
    }

    private Party party() {
        return parties.get(current);
    }
}
