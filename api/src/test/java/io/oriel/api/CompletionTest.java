// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.api;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CompletionTest {
    @Test
    void isPendingUntilItIsFilled() {
        assertThat(new Completion().status()).isEqualTo(NdStatus.PENDING);
    }

    @Test
    void returnsWhatItWasFilledWith() {
        Completion completion = new Completion();

        completion.set(RequestType.WRITE, NdStatus.REMOTE_ERROR, 1, 2, 3);

        assertThat(completion.requestType()).isEqualTo(RequestType.WRITE);
        assertThat(completion.status()).isEqualTo(NdStatus.REMOTE_ERROR);
        assertThat(completion.bytesTransferred()).isEqualTo(1);
        assertThat(completion.requestContext()).isEqualTo(2);
        assertThat(completion.endpointContext()).isEqualTo(3);
        assertThat(completion).hasToString("WRITE REMOTE_ERROR bytesTransferred=1 requestContext=2 endpointContext=3");
    }
}
