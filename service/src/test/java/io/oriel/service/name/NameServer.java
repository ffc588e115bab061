// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.service.name;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A server of the domain name system that knows SRV records of one name, on the loopback address. */
final class NameServer implements AutoCloseable {
    private static final int SRV = 33;
    private static final int NO_SUCH_NAME = 3;

    record Entry(int priority, int weight, int port, String host) {}

    private final DatagramSocket socket;
    private final String name;
    final List<Entry> records = new CopyOnWriteArrayList<>();

    NameServer(String name) throws IOException {
        this.name = name;
        socket = new DatagramSocket(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        Thread thread = new Thread(this::serve, "name-server");
        thread.setDaemon(true);
        thread.start();
    }

    InetSocketAddress address() {
        return (InetSocketAddress) socket.getLocalSocketAddress();
    }

    private void serve() {
        byte[] buffer = new byte[512];
        while (!socket.isClosed()) {
            try {
                DatagramPacket question = new DatagramPacket(buffer, buffer.length);
                socket.receive(question);
                byte[] answer = answer(question);
                socket.send(new DatagramPacket(answer, answer.length, question.getSocketAddress()));
            } catch (IOException e) {
                if (!socket.isClosed()) {
                    throw new UncheckedIOException(e);
                }
            }
        }
    }

    private byte[] answer(DatagramPacket question) throws IOException {
        byte[] data = question.getData();
        int end = 12;
        StringBuilder asked = new StringBuilder();
        while (data[end] != 0) {
            asked.append(new String(data, end + 1, data[end], StandardCharsets.US_ASCII))
                    .append('.');
            end += data[end] + 1;
        }
        boolean known = asked.toString().equals(name + ".") && data[end + 2] == SRV;
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        out.write(data, 0, 2); // id
        out.writeShort(0x8580 | (known ? 0 : NO_SUCH_NAME));
        out.writeShort(1);
        out.writeShort(known ? records.size() : 0);
        out.writeInt(0);
        out.write(data, 12, end + 5 - 12);
        for (Entry each : known ? records : List.<Entry>of()) {
            write(out, each);
        }
        return bytes.toByteArray();
    }

    private static void write(DataOutputStream out, Entry each) throws IOException {
        ByteArrayOutputStream host = new ByteArrayOutputStream();
        for (String label : each.host().split("\\.", -1)) {
            host.write(label.length());
            host.write(label.getBytes(StandardCharsets.US_ASCII));
        }
        host.write(0);
        out.writeShort(0xC00C); // the name that was asked for
        out.writeShort(SRV);
        out.writeShort(1);
        out.writeInt(0);
        out.writeShort(6 + host.size());
        out.writeShort(each.priority());
        out.writeShort(each.weight());
        out.writeShort(each.port());
        out.write(host.toByteArray());
    }

    @Override
    public void close() {
        socket.close();
    }
}
