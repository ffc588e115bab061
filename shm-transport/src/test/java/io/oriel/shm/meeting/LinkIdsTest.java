// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm.meeting;

import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.api.config.SharingConfig;
import io.oriel.shm.rights.Members;
import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.attribute.UserPrincipal;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class LinkIdsTest {
    private final Members members = Members.of(SharingConfig.defaults());
    private final LinkIds ids = new LinkIds(members);

    LinkIdsTest() throws IOException {}

    private static UserPrincipal user(int number) throws IOException {
        return FileSystems.getDefault()
                .getUserPrincipalLookupService()
                .lookupPrincipalByName(Integer.toString(20_001 + number));
    }

    private void claimAll(UserPrincipal user) {
        for (int links = 0; links < LinkIds.MAX_OF_ANOTHER_USER; links++) {
            assertThat(ids.claim(user)).isNotEqualTo(LinkIds.NONE);
        }
    }

    @Test
    void ofOneUserLeaveRoomForTheLinksOfOthers() throws IOException {
        claimAll(user(0));

        assertThat(ids.claim(user(0))).isEqualTo(LinkIds.NONE);
        assertThat(ids.shortage(user(0))).contains("of user 20001", "64");
        assertThat(ids.claim(user(1))).isNotEqualTo(LinkIds.NONE);
        assertThat(ids.claim(members.self())).isNotEqualTo(LinkIds.NONE);
        assertThat(ids.claim()).isNotEqualTo(LinkIds.NONE);
    }

    @Test
    void ofAllOtherUsersLeaveRoomForThisProcesssUser() throws IOException {
        long first = ids.claim(user(0));
        ids.release(first);
        for (int each = 0; each < 3; each++) {
            claimAll(user(each));
        }

        assertThat(ids.claim(user(3))).isEqualTo(LinkIds.NONE);
        assertThat(ids.shortage(user(3))).contains("of other users", "192");
        for (int links = LinkIds.MAX_OF_OTHER_USERS; links < LinkIds.MAX_LINKS; links++) {
            assertThat(ids.claim(members.self())).isNotEqualTo(LinkIds.NONE);
        }
        assertThat(ids.claim(members.self())).isEqualTo(LinkIds.NONE);
        assertThat(ids.shortage(members.self())).contains("as many links as it can have, 256");
    }

    @Test
    void ofAnotherUserAreGivenBack() throws IOException {
        long first = ids.claim(user(0));
        for (int links = 1; links < LinkIds.MAX_OF_ANOTHER_USER; links++) {
            assertThat(ids.claim(user(0))).isNotEqualTo(LinkIds.NONE);
        }
        assertThat(ids.claim(user(0))).isEqualTo(LinkIds.NONE);

        ids.release(first);

        assertThat(ids.claim(user(0))).isNotEqualTo(LinkIds.NONE);
    }

    @Test
    void nameEachLinkAnewAndOneAfterAnother() {
        Set<Long> seen = new HashSet<>();

        for (int links = 0; links < 10 * LinkIds.MAX_LINKS; links++) {
            long id = ids.claim();
            assertThat(seen.add(id)).isTrue();
            assertThat(ids.contains(id)).isTrue();
            ids.release(id);
            assertThat(ids.contains(id)).isFalse();
        }

        assertThat(seen).doesNotContain(LinkIds.NONE);
    }

    @Test
    void areBounded() {
        long first = ids.claim();
        for (int links = 1; links < LinkIds.MAX_LINKS; links++) {
            assertThat(ids.claim()).isNotEqualTo(LinkIds.NONE);
        }
        assertThat(ids.claim()).isEqualTo(LinkIds.NONE);

        ids.release(first);

        assertThat(ids.claim()).isNotEqualTo(LinkIds.NONE).isNotEqualTo(first);
        assertThat(ids.claim()).isEqualTo(LinkIds.NONE);
    }
}
