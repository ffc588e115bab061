// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.hosts;

import io.oriel.testing.process.ChildJvm;
import io.oriel.testing.process.JvmCommand;
import io.oriel.testing.resource.Directories;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Two hosts for each test: their namespaces, rules, processes and files are gone when it ends, however it ends. Without root,
 * {@code ip} or {@code nft} the test is skipped; see {@link Requirement}.
 */
public final class TwoHosts implements BeforeEachCallback, AfterEachCallback {
    private static final AtomicInteger COUNT = new AtomicInteger();
    private static final Pattern ELEMENTS = Pattern.compile("elements = \\{([^}]*)}");
    private static final Pattern DROPPED = Pattern.compile("counter packets (\\d+) ");

    private final List<Host> hosts = new ArrayList<>();
    private final List<String> namespaces = new ArrayList<>();
    private static final int HEAP_MEBIBYTES = 256;
    private final List<ChildJvm> processes = new ArrayList<>();
    private final Thread hook = new Thread(this::removeQuietly);
    private @Nullable Path directory;

    @Override
    public void beforeEach(ExtensionContext context) throws IOException {
        Requirement.check();
        Runtime.getRuntime().addShutdownHook(hook);
        Path made = Directories.make("oh");
        directory = made;
        String run = "oriel-" + ProcessHandle.current().pid() + '-' + COUNT.incrementAndGet();
        hosts.add(new Host(run + "-one", "192.0.2.1", "2001:db8::1", made.resolve("one")));
        hosts.add(new Host(run + "-two", "192.0.2.2", "2001:db8::2", made.resolve("two")));
        try {
            plug();
        } catch (IllegalStateException e) {
            Requirement.lack("two hosts need the right to make network namespaces", e);
        }
    }

    private void plug() {
        for (Host host : hosts) {
            Command.run(List.of("ip", "netns", "add", host.namespace()));
            namespaces.add(host.namespace());
        }
        List<String> cable = new ArrayList<>(List.of("ip", "link", "add", "eth0", "netns", one().namespace()));
        cable.addAll(List.of("type", "veth", "peer", "name", "eth0", "netns", two().namespace()));
        Command.run(cable);
        for (Host host : hosts) {
            inside(host, "addr", "add", host.ipv4() + "/24", "dev", "eth0");
            if (hasIpv6()) {
                inside(host, "addr", "add", host.ipv6() + "/64", "dev", "eth0", "nodad");
                inside(host, "addr", "add", host.onLink().replace("%eth0", "/64"), "dev", "eth0", "nodad");
            }
            inside(host, "link", "set", "lo", "up");
            inside(host, "link", "set", "eth0", "up");
        }
        heal();
        hosts.forEach(TwoHosts::awaitCarrier);
    }

    /** The kernel says a while after it was plugged in that an interface is up. */
    private static void awaitCarrier(Host host) {
        while (!Command.runIn(host, "cat", "/sys/class/net/eth0/operstate").startsWith("up")) {
            Thread.onSpinWait();
        }
    }

    private static void inside(Host host, String... words) {
        List<String> command = new ArrayList<>(List.of("ip", "-n", host.namespace()));
        command.addAll(List.of(words));
        Command.run(command);
    }

    /** Tells whether the hosts have IPv6 addresses. */
    public static boolean hasIpv6() {
        return Files.exists(Path.of("/proc/net/if_inet6"));
    }

    /** Returns a host. */
    public Host one() {
        return hosts.get(0);
    }

    /** Returns the other host. */
    public Host two() {
        return hosts.get(1);
    }

    /** Loses as many of a hundred datagrams, at random, in each direction. */
    public void lose(int percent) {
        rule("meta l4proto udp numgen random mod 100 < " + percent + " counter drop");
    }

    /** Lets nothing through any more; returns when it is so in both directions. */
    public void cut() {
        cut("");
    }

    /** Lets nothing through that matches, in nft's words; returns when it is so in both directions. */
    public void cut(String match) {
        rule(cutting(match));
    }

    /** Lets nothing of that through to a host; all goes from it. */
    public void cutTo(Host host, String match) {
        rules(hosts.stream()
                .map(each -> each.equals(host) ? cutting(match) : "")
                .toList());
    }

    private static String cutting(String match) {
        return "iifname eth0 " + match + " counter drop";
    }

    /** Lets everything through. */
    public void heal() {
        rule("");
    }

    /** Gives a host one more address. */
    public void addAddress(Host host, String ipv4) {
        inside(host, "addr", "add", ipv4 + "/24", "dev", "eth0");
    }

    /** Has the system of a host refuse, from now on, to send anything to an address. */
    public static void refuse(Host host, String ipv4) {
        String table = """
                table ip refusal {
                  chain output {
                    type filter hook output priority 0
                    ip daddr %s drop
                  }
                }
                """.formatted(ipv4);
        Command.startIn(host, table, "nft", "-f", "-").await();
    }

    /**
     * Notes each value, once, of something in datagrams to a host.
     *
     * @param host  at which they come
     * @param match which of them, in nft's words
     * @param field what of them, in nft's words
     */
    public static void note(Host host, String match, String field) {
        String table = """
                table inet notes {
                  set noted {
                    typeof %s
                    size 65535
                    flags dynamic
                  }
                  chain input {
                    type filter hook input priority -10
                    %s update @noted { %s }
                  }
                }
                """.formatted(field, match, field);
        Command.startIn(host, table, "nft", "-f", "-").await();
    }

    /** Returns how many values have been noted at a host. */
    public static int noted(Host host) {
        Matcher elements = ELEMENTS.matcher(Command.runIn(host, "nft", "list", "set", "inet", "notes", "noted"));
        return elements.find() ? elements.group(1).split(",", -1).length : 0;
    }

    /** Gives host one an address that the other cannot reach: it is translated, and all ports are forwarded to it. */
    public void translate(String inner) {
        inside(one(), "addr", "add", inner + "/32", "dev", "lo");
        String table = """
                table ip translation {
                  chain inwards {
                    type nat hook prerouting priority -100
                    iifname eth0 meta l4proto udp dnat to %s
                  }
                  chain outwards {
                    type nat hook postrouting priority 100
                    ip saddr %s snat to %s
                  }
                }
                """.formatted(inner, inner, one().ipv4());
        Command.startIn(one(), table, "nft", "-f", "-").await();
    }

    private void rule(String rule) {
        rules(hosts.stream().map(host -> rule).toList());
    }

    /** Sets the rule of each host. Both begin before either is waited for: nobody is to hear the other for longer. */
    private void rules(List<String> rules) {
        List<Command> commands = new ArrayList<>();
        for (int index = 0; index < rules.size(); index++) {
            commands.add(Command.startIn(hosts.get(index), table(rules.get(index)), "nft", "-f", "-"));
        }
        commands.forEach(Command::await);
    }

    private static String table(String rule) {
        // The first line makes the second one possible.
        return """
                table inet oriel
                delete table inet oriel
                table inet oriel {
                  chain input {
                    type filter hook input priority 0
                    %s
                  }
                }
                """.formatted(rule);
    }

    /** Returns how many datagrams the rule of now has dropped at a host. */
    public long dropped(Host host) {
        return DROPPED.matcher(Command.runIn(host, "nft", "list", "table", "inet", "oriel"))
                .results()
                .map(MatchResult::group)
                .mapToLong(counter -> Long.parseLong(counter.split(" ", -1)[2]))
                .sum();
    }

    /** Starts a JVM with the class path of this one. */
    public ChildJvm start(Host host, Class<?> main, List<String> flags, List<String> arguments) {
        return start(host, main, flags, arguments, Map.of());
    }

    /** Starts a JVM with the class path of this one, and with more variables in its environment. */
    public ChildJvm start(
            Host host, Class<?> main, List<String> flags, List<String> arguments, Map<String, String> variables) {
        ChildJvm process = JvmCommand.of(main, arguments.toArray(String[]::new))
                .behind(host.prefix())
                .with(List.of("-Xmx" + HEAP_MEBIBYTES + "m", "-Doriel.sharedMemory.directory=" + host.directory()))
                .with(flags)
                .withVariables(variables)
                .start();
        processes.add(process);
        return process;
    }

    /** Returns what the processes of a host have left in its directory. */
    public static List<String> remains(Host host) {
        try (Stream<Path> files = Files.list(host.directory())) {
            return files.map(file -> file.getFileName().toString()).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void afterEach(ExtensionContext context) throws IOException {
        if (context.getExecutionException().isPresent()) {
            processes.forEach(
                    process -> System.err.println("== standard error of " + process + "\n" + process.errors()));
        }
        try {
            remove();
        } finally {
            Runtime.getRuntime().removeShutdownHook(hook);
            hosts.clear();
            processes.clear();
        }
    }

    private void remove() throws IOException {
        processes.forEach(ChildJvm::close);
        while (!namespaces.isEmpty()) {
            Command.run(List.of("ip", "netns", "del", namespaces.remove(0)));
        }
        Path made = directory;
        if (made != null) {
            Directories.delete(made);
            directory = null;
        }
    }

    private void removeQuietly() {
        try {
            remove();
        } catch (IOException | RuntimeException e) {
            System.err.println("not everything could be removed: " + e);
        }
    }
}
