// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm.driver;

import io.oriel.engine.control.ControlLoop;
import io.oriel.engine.protocol.DriverClientDecoder;
import io.oriel.engine.protocol.DriverJoinDecoder;
import io.oriel.engine.protocol.DriverKickDecoder;
import io.oriel.shm.media.EmbeddedDriver;
import io.oriel.shm.meeting.DriverMessages;
import io.oriel.shm.meeting.Message;
import io.oriel.shm.meeting.MessageHandler;
import io.oriel.shm.meeting.MessageSocket;
import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.HashSet;
import java.util.OptionalLong;
import java.util.Set;

/** Serves the processes that join a media driver: tells them where it is, wakes it for them, and buries them. */
final class DriverServer implements AutoCloseable {
    // Commands of a client may still be in the driver's ring when the client dies, and would revive it.
    private static final long SECOND_BURIAL_NS = Duration.ofMillis(500).toNanos();

    private final ControlLoop loop;
    private final EmbeddedDriver driver;
    private final String driverName;

    // Used by the agent alone.
    private final Set<Guest> guests = new HashSet<>();
    private boolean isClosed;

    DriverServer(ControlLoop loop, EmbeddedDriver driver, String driverName) {
        this.loop = loop;
        this.driver = driver;
        this.driverName = driverName;
    }

    /** Takes a connection of a process of the same user. On the agent. */
    void accept(SocketChannel channel) {
        Guest guest = new Guest(channel);
        guests.add(guest);
        guest.start();
    }

    /** Lets all connections go, which tells their processes that the driver ends. From any thread but the agent. */
    @Override
    public void close() {
        loop.execute(() -> {
            isClosed = true;
            guests.forEach(guest -> guest.socket.close());
            guests.clear();
        });
    }

    private void bury(long clientId) {
        if (!isClosed) {
            driver.expire(clientId);
        }
    }

    /** A process that has joined. */
    private final class Guest implements MessageHandler {
        private final MessageSocket socket;
        private OptionalLong clientId = OptionalLong.empty();

        Guest(SocketChannel channel) {
            socket = new MessageSocket(loop, channel, this);
        }

        void start() {
            try {
                socket.start();
            } catch (IOException e) {
                socket.close();
                guests.remove(this);
            } catch (RuntimeException | Error e) {
                socket.close();
                guests.remove(this);
                throw e;
            }
        }

        @Override
        public void onMessage(Message message) {
            switch (message.templateId()) {
                case DriverKickDecoder.TEMPLATE_ID -> driver.kick();
                case DriverJoinDecoder.TEMPLATE_ID -> DriverMessages.sendWelcome(socket, driverName);
                case DriverClientDecoder.TEMPLATE_ID -> clientId = DriverMessages.client(message);
                default -> {
                    socket.close();
                    onEnd("an unknown message");
                }
            }
        }

        @Override
        public void onEnd(String reason) {
            guests.remove(this);
            clientId.ifPresent(id -> {
                bury(id);
                loop.schedule(SECOND_BURIAL_NS, () -> bury(id));
            });
        }
    }
}
