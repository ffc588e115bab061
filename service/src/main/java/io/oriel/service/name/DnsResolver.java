// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.service.name;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Hashtable;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import javax.naming.Context;
import javax.naming.NameNotFoundException;
import javax.naming.NamingEnumeration;
import javax.naming.NamingException;
import javax.naming.directory.Attribute;
import javax.naming.directory.InitialDirContext;

/**
 * Asks the domain name system for SRV records, such as those of {@code _prices._udp.example.com}.
 *
 * <p>Those of the lowest priority come first; among equals chance decides by weight. The JDK's own provider of names asks, so that
 * its module {@code jdk.naming.dns} must be there.
 *
 * <p><b>Threading:</b> safe for any number of threads.
 */
public final class DnsResolver implements Resolver {
    private static final String FACTORY = "com.sun.jndi.dns.DnsContextFactory";
    private static final String TIMEOUT = "com.sun.jndi.dns.timeout.initial";
    private static final String RETRIES = "com.sun.jndi.dns.timeout.retries";
    private static final String SRV = "SRV";

    private final String url;

    /** One SRV record. */
    private record Service(int priority, int weight, int port, String host) {
        static Service parse(String text) throws IOException {
            String[] words = text.split(" ", -1);
            if (words.length != 4) {
                throw new IOException("'" + text + "' is no SRV record");
            }
            try {
                return new Service(
                        Integer.parseInt(words[0]),
                        Integer.parseInt(words[1]),
                        Integer.parseInt(words[2]),
                        words[3].replaceFirst("\\.$", "")); // as in a file of hosts, too
            } catch (NumberFormatException e) {
                throw new IOException("'" + text + "' is no SRV record", e);
            }
        }

        /** A key that is small the more often the greater the weight is, so that sorting by it draws without replacement. */
        double chance() {
            double random = 1 - ThreadLocalRandom.current().nextDouble(); // in (0, 1]
            return weight == 0 ? Double.MAX_VALUE : -Math.log(random) / weight;
        }
    }

    /** A record with its place in the order. */
    private record Drawn(Service service, double chance) {}

    private DnsResolver(String url) {
        this.url = url;
    }

    /**
     * Asks the servers that the system is set up with.
     *
     * @return the resolver
     */
    public static DnsResolver ofSystem() {
        return new DnsResolver("dns:");
    }

    /**
     * Asks one server.
     *
     * @param server where it is
     * @return the resolver
     */
    public static DnsResolver of(InetSocketAddress server) {
        String host = server.getAddress().getHostAddress();
        return new DnsResolver("dns://" + (host.indexOf(':') < 0 ? host : "[" + host + "]") + ":" + server.getPort());
    }

    @Override
    public List<InetSocketAddress> resolve(String name) throws IOException {
        List<Drawn> drawn = new ArrayList<>();
        for (Service service : services(name)) {
            drawn.add(new Drawn(service, service.chance()));
        }
        drawn.sort(Comparator.<Drawn>comparingInt(each -> each.service().priority())
                .thenComparingDouble(Drawn::chance));
        return addresses(drawn);
    }

    /** Asks for the hosts' addresses; one that has none keeps no other out. */
    private static List<InetSocketAddress> addresses(List<Drawn> drawn) throws UnknownHostException {
        List<InetSocketAddress> addresses = new ArrayList<>();
        UnknownHostException failure = null;
        for (Drawn each : drawn) {
            try {
                for (InetAddress address :
                        InetAddress.getAllByName(each.service().host())) {
                    addresses.add(new InetSocketAddress(address, each.service().port()));
                }
            } catch (UnknownHostException e) {
                failure = e;
            }
        }
        if (addresses.isEmpty() && failure != null) {
            throw failure;
        }
        return addresses;
    }

    // The context takes no other table. Records are read as text, by the JDK's own provider, of a name that the
    // application chooses.
    @SuppressWarnings({"JdkObsolete", "BanJNDI"})
    private List<Service> services(String name) throws IOException {
        Hashtable<String, String> environment = new Hashtable<>();
        environment.put(Context.INITIAL_CONTEXT_FACTORY, FACTORY);
        environment.put(Context.PROVIDER_URL, url);
        environment.put(TIMEOUT, "500"); // milliseconds, doubled each time
        environment.put(RETRIES, "3");
        List<Service> services = new ArrayList<>();
        try {
            InitialDirContext context = new InitialDirContext(environment);
            try {
                Attribute records =
                        context.getAttributes(name, new String[] {SRV}).get(SRV);
                NamingEnumeration<?> all = records == null ? null : records.getAll();
                while (all != null && all.hasMore()) {
                    Service service = Service.parse(all.next().toString());
                    if (!service.host().isEmpty()) { // else the service is decidedly not available
                        services.add(service);
                    }
                }
            } finally {
                context.close();
            }
        } catch (NameNotFoundException e) {
            return List.of(); // said by the server: there are none
        } catch (NamingException e) {
            throw new IOException("the domain name system does not tell the addresses of " + name + ": " + e, e);
        }
        return services;
    }
}
