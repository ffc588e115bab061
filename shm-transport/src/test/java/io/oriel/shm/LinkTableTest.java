// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.attribute.UserPrincipal;
import org.junit.jupiter.api.Test;

/** An adapter gives itself its id: the kernel's user distinguishes the peers. */
final class LinkTableTest {
    private final LinkTable links = new LinkTable();

    @Test
    void anotherUserWithTheSameIdNeitherBlocksNorEndsAHandshake() throws IOException {
        LinkTable.Key victim = new LinkTable.Key(user("20001"), 7);
        LinkTable.Key liar = new LinkTable.Key(user("20004"), 7);

        assertThat(links.beginAccepting(liar)).isTrue();
        assertThat(links.beginAccepting(victim)).isTrue();
        assertThat(links.beginAccepting(victim)).isFalse();

        links.endAccepting(liar);

        assertThat(links.beginAccepting(victim)).isFalse();
        assertThat(links.dialled(liar)).isNull();
    }

    private static UserPrincipal user(String number) throws IOException {
        return FileSystems.getDefault().getUserPrincipalLookupService().lookupPrincipalByName(number);
    }
}
