// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.hosts;

import java.nio.file.Path;
import java.util.List;

/**
 * A network namespace in the place of a host.
 *
 * @param namespace its name
 * @param ipv4      its address
 * @param ipv6      its other address
 * @param directory of what would be in its shared memory
 */
public record Host(String namespace, String ipv4, String ipv6, Path directory) {
    /** Returns its address of the link between the hosts. */
    public String onLink() {
        return ipv6.replace("2001:db8:", "fe80:") + "%eth0";
    }

    /** Returns what has a command run here. */
    List<String> prefix() {
        return List.of("ip", "netns", "exec", namespace);
    }
}
