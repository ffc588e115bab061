// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.request;

import io.aeron.Aeron;
import io.aeron.ExclusivePublication;
import io.aeron.Subscription;
import io.aeron.driver.MediaDriver;
import io.aeron.logbuffer.BufferClaim;
import io.aeron.logbuffer.ControlledFragmentHandler;
import io.aeron.logbuffer.Header;
import java.net.InetSocketAddress;
import java.util.Map;
import org.agrona.CloseHelper;
import org.agrona.DirectBuffer;
import org.agrona.collections.Int2ObjectHashMap;

/** Over Aeron, with response channels. */
final class AeronServer implements Answering, ControlledFragmentHandler {
    private static final int STREAM = 1;
    private static final int LENGTH = 2 * Long.BYTES;
    private static final int BATCH = 16;

    private final MediaDriver driver;
    private final Aeron aeron;
    private final Subscription requests;
    private final String answerChannel;
    private final Int2ObjectHashMap<ExclusivePublication> answers = new Int2ObjectHashMap<>();
    private final BufferClaim claim = new BufferClaim();

    AeronServer(InetSocketAddress address) {
        String host = address.getHostString();
        String answerEndpoint = host + ":" + (address.getPort() + 1);
        driver = MediaDriver.launchEmbedded(new MediaDriver.Context().dirDeleteOnShutdown(true));
        aeron = Aeron.connect(new Aeron.Context().aeronDirectoryName(driver.aeronDirectoryName()));
        requests = aeron.addSubscription("aeron:udp?endpoint=" + host + ":" + address.getPort(), STREAM);
        answerChannel = "aeron:udp?control-mode=response|control=" + answerEndpoint + "|response-correlation-id=";
    }

    @Override
    public int poll() {
        int count = requests.controlledPoll(this, BATCH);
        if (count == 0) {
            answers.entrySet().removeIf(this::closeIfGone);
        }
        return count;
    }

    private boolean closeIfGone(Map.Entry<Integer, ExclusivePublication> answer) {
        if (requests.imageBySessionId(answer.getKey()) != null) {
            return false;
        }
        answer.getValue().close();
        return true;
    }

    @Override
    public Action onFragment(DirectBuffer buffer, int offset, int length, Header header) {
        ExclusivePublication answer = answers.computeIfAbsent(header.sessionId(), this::open);
        if (answer.tryClaim(LENGTH, claim) < 0) {
            return Action.ABORT; // no room: it comes again
        }
        claim.buffer().putLong(claim.offset(), buffer.getLong(offset));
        claim.buffer().putLong(claim.offset() + Long.BYTES, buffer.getLong(offset + Long.BYTES) + 1);
        claim.commit();
        return Action.CONTINUE;
    }

    private ExclusivePublication open(int sessionId) {
        long request = requests.imageBySessionId(sessionId).correlationId();
        return aeron.addExclusivePublication(answerChannel + request, STREAM);
    }

    @Override
    public void close() {
        CloseHelper.closeAll(aeron, driver);
    }
}
