// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.connection;

import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.api.Connector;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ExpectationTest {
    private static final Optional<Connector.Peer> ANN =
            Optional.of(new Connector.Peer(7, "ann", Connector.Access.COOPERATIVE));
    private static final Optional<Connector.Peer> SECOND =
            Optional.of(new Connector.Peer(0, "", Connector.Access.COPIED, "second"));

    private static boolean isMet(Connector.ExpectedPeer expected, Optional<Connector.Peer> found) {
        return new Expectation(expected).isMetBy(found);
    }

    @Test
    void isMetByAnybodyWhereNobodyIsNamed() {
        assertThat(isMet(Connector.ExpectedPeer.ANY, ANN)).isTrue();
        assertThat(isMet(Connector.ExpectedPeer.ANY, SECOND)).isTrue();
        assertThat(isMet(Connector.ExpectedPeer.ANY, Optional.empty())).isTrue();
    }

    @Test
    void isMetByThisUserInSharedMemoryOnly() {
        Connector.ExpectedPeer ann = Connector.ExpectedPeer.user("ann");

        assertThat(isMet(ann, ANN)).isTrue();
        assertThat(isMet(Connector.ExpectedPeer.user("bob"), ANN)).isFalse();
        assertThat(isMet(ann, SECOND)).isFalse();
        assertThat(isMet(ann, Optional.empty())).isFalse();
    }

    @Test
    void isMetByThisIdentityBetweenHostsOnly() {
        Connector.ExpectedPeer second = Connector.ExpectedPeer.identity("second");

        assertThat(isMet(second, SECOND)).isTrue();
        assertThat(isMet(Connector.ExpectedPeer.identity("third"), SECOND)).isFalse();
        assertThat(isMet(second, ANN)).isFalse();
        assertThat(isMet(second, Optional.empty())).isFalse();
        assertThat(isMet(new Connector.ExpectedPeer("ann", "second"), ANN)).isTrue();
        assertThat(isMet(new Connector.ExpectedPeer("ann", "second"), SECOND)).isTrue();
        assertThat(isMet(new Connector.ExpectedPeer("second", "ann"), SECOND)).isFalse();
    }

    @Test
    void saysWhoIsThereAndWhatToDo() {
        Expectation expectation = new Expectation(new Connector.ExpectedPeer("bob", "third"));

        assertThat(expectation.refusal(ConnectionFixture.THERE, SECOND, "UDP"))
                .contains(
                        "must be user 'bob' in shared memory or identity 'third' between hosts, is identity 'second' (UDP)");
        assertThat(expectation.refusal(ConnectionFixture.THERE, ANN, "IPC")).contains("is user 'ann' (IPC)");
        assertThat(expectation.refusal(ConnectionFixture.THERE, Optional.empty(), "UDP"))
                .contains("has proved neither a user nor an identity", "oriel.udp.identityFile");
    }
}
