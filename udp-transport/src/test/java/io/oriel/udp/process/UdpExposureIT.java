// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.testing.process.ChildProcess;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What the user of a process sees that listens where other hosts can reach it. */
class UdpExposureIT {
    @RegisterExtension
    final UdpStage stage = new UdpStage();

    @Test
    void isWarnedOnceOnStandardError() throws UnknownHostException {
        InetSocketAddress wildcard = new InetSocketAddress(InetAddress.getByAddress(new byte[4]), 0);
        ChildProcess child = stage.newChild();
        child.listen();
        assertThat(child.errors()).isEmpty();

        child.listen(wildcard);
        child.listen(wildcard);

        assertThat(child.errors()).containsOnlyOnce("neither authenticated nor encrypted");
    }
}
