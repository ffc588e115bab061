// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.request;

import io.aeron.Aeron;
import io.aeron.ExclusivePublication;
import io.aeron.Publication;
import io.aeron.Subscription;
import io.aeron.driver.MediaDriver;
import io.aeron.logbuffer.BufferClaim;
import io.aeron.logbuffer.FragmentHandler;
import io.aeron.logbuffer.Header;
import java.net.InetSocketAddress;
import org.agrona.CloseHelper;
import org.agrona.DirectBuffer;

/** Over Aeron, with response channels. */
final class AeronClient implements Asking, FragmentHandler {
    private static final int STREAM = 1;
    private static final int LENGTH = 2 * Long.BYTES;
    private static final int BATCH = 16;

    private final MediaDriver driver;
    private final Aeron aeron;
    private final Subscription answers;
    private final ExclusivePublication requests;
    private final BufferClaim claim = new BufferClaim();
    private final Answers handler;
    private boolean wasConnected;

    AeronClient(InetSocketAddress server, Answers handler) {
        this.handler = handler;
        String host = server.getHostString();
        String answerEndpoint = host + ":" + (server.getPort() + 1);
        driver = MediaDriver.launchEmbedded(new MediaDriver.Context().dirDeleteOnShutdown(true));
        aeron = Aeron.connect(new Aeron.Context().aeronDirectoryName(driver.aeronDirectoryName()));
        answers = aeron.addSubscription("aeron:udp?control-mode=response|control=" + answerEndpoint, STREAM);
        String requestChannel = "aeron:udp?endpoint=" + host + ":" + server.getPort();
        requests = aeron.addExclusivePublication(
                requestChannel + "|response-correlation-id=" + answers.registrationId(), STREAM);
    }

    @Override
    public boolean ask(long id, long number) {
        long position = requests.tryClaim(LENGTH, claim);
        if (position > 0) {
            claim.buffer().putLong(claim.offset(), id);
            claim.buffer().putLong(claim.offset() + Long.BYTES, number);
            claim.commit();
            wasConnected = true;
            return true;
        }
        if (position == Publication.CLOSED || position == Publication.MAX_POSITION_EXCEEDED) {
            throw new IllegalStateException("no more can be asked: " + Publication.errorString(position));
        }
        return false;
    }

    @Override
    public int poll() {
        int count = answers.poll(this, BATCH);
        if (count == 0 && wasConnected && !requests.isConnected()) {
            throw new IllegalStateException("the connection has ended");
        }
        return count;
    }

    @Override
    public void onFragment(DirectBuffer buffer, int offset, int length, Header header) {
        handler.onAnswer(buffer.getLong(offset), buffer.getLong(offset + Long.BYTES));
    }

    @Override
    public void close() {
        CloseHelper.closeAll(aeron, driver);
    }
}
