// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.service.name;

import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Knows addresses from the start. */
public final class StaticResolver implements Resolver {
    private final Map<String, List<InetSocketAddress>> addresses;
    private final List<InetSocketAddress> others;

    /**
     * Knows several names.
     *
     * @param addresses of each name; copied
     */
    public StaticResolver(Map<String, List<InetSocketAddress>> addresses) {
        this(addresses, List.of());
    }

    private StaticResolver(Map<String, List<InetSocketAddress>> addresses, List<InetSocketAddress> others) {
        this.others = others;
        this.addresses = addresses.entrySet().stream()
                .collect(Collectors.toUnmodifiableMap(Map.Entry::getKey, entry -> List.copyOf(entry.getValue())));
    }

    /**
     * Knows the same addresses for every name.
     *
     * @param addresses in the order in which they are tried
     * @return the resolver
     */
    public static Resolver of(InetSocketAddress... addresses) {
        return new StaticResolver(Map.of(), List.of(addresses));
    }

    @Override
    public List<InetSocketAddress> resolve(String name) {
        return addresses.getOrDefault(name, others);
    }

    @Override
    public boolean isImmediate() {
        return true;
    }
}
