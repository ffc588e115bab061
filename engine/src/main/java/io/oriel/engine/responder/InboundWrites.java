// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.responder;

import io.oriel.api.NdStatus;
import io.oriel.api.OpFlags;
import io.oriel.engine.memory.Window;
import io.oriel.engine.memory.WindowHolder;
import io.oriel.engine.memory.WindowTable;
import io.oriel.engine.protocol.FrameWord;
import io.oriel.engine.protocol.WriteDecoder;
import io.oriel.engine.protocol.WriteWithImmediateDecoder;
import org.agrona.DirectBuffer;

/** Carries out the Writes of one endpoint's peer: token, right and bounds are checked for each frame. By the domain's owner. */
final class InboundWrites {
    private final ReceiveQueue receives;
    private final WindowTable windows;
    private final WindowHolder holder;
    private final WriteDecoder write = new WriteDecoder();
    private final WriteWithImmediateDecoder telling = new WriteWithImmediateDecoder();

    InboundWrites(ReceiveQueue receives, WindowTable windows, WindowHolder holder) {
        this.receives = receives;
        this.windows = windows;
        this.holder = holder;
    }

    NdStatus onWrite(DirectBuffer buffer, int offset, int length) {
        int header = WriteDecoder.BLOCK_LENGTH;
        if (length < header) {
            return NdStatus.INTERNAL_ERROR;
        }
        write.wrap(buffer, offset, header, WriteDecoder.SCHEMA_VERSION);
        long at = write.windowOffset();
        long remaining = write.remaining();
        int bytes = length - header;
        Window window = windows.resolve(write.windowId(), holder, write.generation(), write.token());
        if (window == null || bytes > remaining || !window.grants(OpFlags.ALLOW_WRITE, at, remaining)) {
            return NdStatus.ACCESS_VIOLATION;
        }
        window.write(at, buffer, offset + header, bytes);
        return NdStatus.SUCCESS;
    }

    NdStatus onWriteWithImmediate(long word, DirectBuffer buffer, int offset, int length) {
        int header = WriteWithImmediateDecoder.BLOCK_LENGTH;
        if (length < header || !receives.isReady()) { // without a Receive, the peer wrote without credit
            return NdStatus.INTERNAL_ERROR;
        }
        telling.wrap(buffer, offset, header, WriteWithImmediateDecoder.SCHEMA_VERSION);
        long at = telling.windowOffset();
        long total = telling.totalLength();
        int bytes = length - header;
        Window window = windows.resolve(telling.windowId(), holder, telling.generation(), telling.token());
        if (window == null || bytes > total || !window.grants(OpFlags.ALLOW_WRITE, at, total)) {
            return NdStatus.ACCESS_VIOLATION;
        }
        window.write(at + total - bytes, buffer, offset + header, bytes);
        receives.takeImmediate(telling.immediate(), total, FrameWord.isSolicited(word));
        return NdStatus.SUCCESS;
    }
}
