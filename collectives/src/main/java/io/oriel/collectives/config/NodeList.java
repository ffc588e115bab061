// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.collectives.config;

/** Names of hosts as Slurm writes them: {@code gpu[01-04,7],login}. */
final class NodeList {
    private NodeList() {}

    /** Returns the first name. */
    static String first(String list) {
        StringBuilder name = new StringBuilder();
        for (int at = 0; at < list.length() && list.charAt(at) != ','; at++) {
            if (list.charAt(at) != '[') {
                name.append(list.charAt(at));
                continue;
            }
            int end = list.indexOf(']', at);
            if (end < 0) {
                throw new IllegalArgumentException("a list of nodes must close its brackets, was '" + list + "'");
            }
            name.append(list.substring(at + 1, end).split("[-,]", 2)[0]);
            at = end;
        }
        return name.toString();
    }
}
