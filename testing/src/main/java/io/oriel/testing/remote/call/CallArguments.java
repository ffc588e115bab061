// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.remote.call;

import io.oriel.api.Completion;
import io.oriel.api.NdStatus;
import io.oriel.api.RequestType;
import io.oriel.testing.remote.wire.ValueCodec;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.Arrays;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.jspecify.annotations.Nullable;

/** The arguments of a call in the peer's process, some of which the call may change. */
final class CallArguments {
    private final @Nullable Object[] values;
    private final byte[][] before;

    private CallArguments(@Nullable Object[] values) {
        this.values = values;
        before = new byte[values.length][];
        for (int i = 0; i < values.length; i++) {
            before[i] = values[i] instanceof DirectBuffer buffer ? ValueCodec.bytesOf(buffer) : new byte[0];
        }
    }

    static CallArguments read(ValueCodec codec, DataInputStream in, int count) throws IOException {
        @Nullable Object[] values = new Object[count];
        for (int i = 0; i < count; i++) {
            values[i] = codec.read(in);
        }
        return new CallArguments(values);
    }

    @Nullable
    Object[] values() {
        return values;
    }

    /** Tells what the call has changed; if it was refused, it has changed nothing. */
    void writeChanges(DataOutputStream out, @Nullable Object result) throws IOException {
        for (int i = 0; i < values.length; i++) {
            if (values[i] instanceof DirectBuffer buffer) {
                writeChange(out, before[i], ValueCodec.bytesOf(buffer));
            } else if (values[i] instanceof Completion[] completions) {
                writeCompletions(out, completions, result instanceof Integer count ? count : 0);
            }
        }
    }

    private static void writeChange(DataOutputStream out, byte[] before, byte[] after) throws IOException {
        int from = Arrays.mismatch(before, after);
        if (from < 0) {
            out.writeInt(0);
            ValueCodec.writeBytes(out, new byte[0]);
            return;
        }
        int to = after.length;
        while (before[to - 1] == after[to - 1]) {
            to--;
        }
        out.writeInt(from);
        ValueCodec.writeBytes(out, Arrays.copyOfRange(after, from, to));
    }

    private static void writeCompletions(DataOutputStream out, Completion[] completions, int count) throws IOException {
        out.writeInt(count);
        for (int i = 0; i < count; i++) {
            out.writeUTF(completions[i].requestType().name());
            out.writeUTF(completions[i].status().name());
            out.writeLong(completions[i].bytesTransferred());
            out.writeLong(completions[i].requestContext());
            out.writeLong(completions[i].endpointContext());
            out.writeInt(completions[i].immediate());
        }
    }

    /** Carries over what the call has changed to the arguments that the test gave. */
    static void readChanges(DataInputStream in, @Nullable Object[] given) throws IOException {
        for (Object argument : given) {
            if (argument instanceof DirectBuffer) {
                int from = in.readInt();
                byte[] changed = ValueCodec.readBytes(in);
                if (changed.length > 0) {
                    ((MutableDirectBuffer) argument).putBytes(from, changed);
                }
            } else if (argument instanceof Completion[] completions) {
                readCompletions(in, completions);
            }
        }
    }

    private static void readCompletions(DataInputStream in, Completion[] completions) throws IOException {
        int count = in.readInt();
        for (int i = 0; i < count; i++) {
            RequestType type = RequestType.valueOf(in.readUTF());
            NdStatus status = NdStatus.valueOf(in.readUTF());
            completions[i].set(type, status, in.readLong(), in.readLong(), in.readLong());
            completions[i].setImmediate(in.readInt());
        }
    }
}
