// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.process;

import java.net.InetSocketAddress;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** A JVM that runs {@link Child}, or a main class that does, told what to do line by line. It never outlives this process. */
public final class ChildProcess implements AutoCloseable {
    private final ChildJvm jvm;

    private ChildProcess(ChildJvm jvm) {
        this.jvm = jvm;
    }

    /** Starts a child with flags of its JVM. */
    public static ChildProcess start(Class<?> main, List<String> jvmArguments) {
        return start(JvmCommand.of(main).with(jvmArguments));
    }

    /** Starts a child in its own way: as another user, with another class path. */
    public static ChildProcess start(JvmCommand command) {
        return new ChildProcess(command.start());
    }

    /** Returns the JVM, to be stopped, resumed, killed. */
    public ChildJvm jvm() {
        return jvm;
    }

    public long pid() {
        return jvm.pid();
    }

    /** Gives an order without waiting for the answer. */
    public void tell(String order) {
        jvm.tell(order);
    }

    public boolean hasAnswered() {
        return jvm.hasAnswered();
    }

    /** Waits for the next answer. */
    public String answer() {
        return jvm.answer();
    }

    public String ask(String order) {
        tell(order);
        return answer();
    }

    /** Gives an order that is to be answered with a certain word. */
    public void order(String order, String expected) {
        String answer = ask(order);
        if (!answer.equals(expected)) {
            throw new AssertionError("the child was told '" + order + "' and answered '" + answer + "'");
        }
    }

    public void order(String order) {
        order(order, "done");
    }

    // Orders that take several steps.

    public InetSocketAddress listen() {
        return listen("listen");
    }

    /** Has the child listen at a certain address. */
    public InetSocketAddress listen(InetSocketAddress wanted) {
        return listen("listen " + wanted.getAddress().getHostAddress() + " " + wanted.getPort());
    }

    private InetSocketAddress listen(String order) {
        String[] address = ask(order).split(" ", -1);
        return new InetSocketAddress(address[0], Integer.parseInt(address[1]));
    }

    public void beginConnect(InetSocketAddress listener) {
        order("begin-connect " + listener.getAddress().getHostAddress() + " " + listener.getPort(), "begun");
    }

    /** Connects a party of this process to the child, which listens. */
    public void accept(Party party) {
        accept(party, listen());
    }

    /** Connects a party of this process to the child, which listens at an address. */
    public void accept(Party party, InetSocketAddress listener) {
        order("begin-request", "begun");
        CompletableFuture<Void> connecting = party.connect(listener);
        order("end", "SUCCESS");
        order("begin-accept", "begun");
        Outcomes.requireSuccess(connecting);
        Outcomes.requireSuccess(party.complete());
        order("end", "SUCCESS");
    }

    /** Connects the child to a party of this process, which listens. */
    public void connectTo(Party party) {
        connectTo(party, party.listen());
    }

    public void connectTo(Party party, InetSocketAddress listener) {
        CompletableFuture<Void> request = party.request();
        beginConnect(listener);
        Outcomes.requireSuccess(request);
        CompletableFuture<Void> accepted = party.accept();
        order("end", "SUCCESS");
        order("begin-complete", "begun");
        Outcomes.requireSuccess(accepted);
        order("end", "SUCCESS");
    }

    /** Gives a party a window on the child's memory. */
    public void grant(Party party) {
        party.openWindow(HexFormat.of().parseHex(ask("bind")));
    }

    public void openWindow(byte[] descriptor) {
        order("open-window " + HexFormat.of().formatHex(descriptor));
    }

    /** Kills the child at once. */
    public void kill() {
        jvm.kill();
    }

    /** Tells the child to end, and leaves its standard input open. */
    public void terminate() {
        jvm.signal("TERM");
    }

    /** Waits until the killed child is gone. */
    public void awaitEnd() {
        jvm.awaitEnd();
    }

    /** Stops all of the child's threads. */
    public void stop() {
        jvm.stop();
    }

    /** Lets the child go on. */
    public void resume() {
        jvm.resume();
    }

    /** Returns what the child wrote to its standard error. */
    public String errors() {
        return jvm.errors();
    }

    @Override
    public void close() {
        jvm.close();
    }
}
