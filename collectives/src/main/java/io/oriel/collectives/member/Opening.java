// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.collectives.member;

import io.oriel.api.Adapter;
import io.oriel.api.ControlAgent;
import io.oriel.api.NetworkDirect;
import io.oriel.api.Provider;
import io.oriel.collectives.Communicator;
import io.oriel.collectives.config.CommunicatorConfig;
import io.oriel.collectives.meeting.Meeting;
import io.oriel.collectives.process.OwnProcess;
import io.oriel.collectives.process.Surroundings;
import io.oriel.collectives.world.World;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;

/** The opening of a world: meets the others, and puts the parts together. */
public final class Opening {
    private Opening() {}

    /**
     * Opens a world on a provider of its own.
     *
     * @param config who meets where, and how
     * @return the world
     */
    public static Communicator open(CommunicatorConfig config) {
        Provider provider = NetworkDirect.open(config.oriel());
        return open(provider, provider::close, config, OwnProcess.SURROUNDINGS);
    }

    /**
     * Opens a world on a provider of the caller's.
     *
     * @param provider stays open
     * @param config   who meets where, and how
     * @return the world
     */
    public static Communicator open(Provider provider, CommunicatorConfig config) {
        return open(provider, () -> {}, config, OwnProcess.SURROUNDINGS);
    }

    /**
     * Opens a world.
     *
     * @param provider     on which
     * @param afterwards   run when the world is closed, or was not opened
     * @param config       who meets where, and how
     * @param surroundings of this process
     * @return the world
     */
    public static Communicator open(
            Provider provider, Runnable afterwards, CommunicatorConfig config, Surroundings surroundings) {
        try {
            ControlAgent.requireOtherThread();
            InetAddress local = local(config);
            Adapter adapter = provider.openAdapter(local);
            return open(adapter, local, config, surroundings, () -> {
                adapter.close();
                afterwards.run();
            });
        } catch (Throwable e) {
            afterwards.run();
            throw e;
        }
    }

    private static Communicator open(
            Adapter adapter,
            InetAddress local,
            CommunicatorConfig config,
            Surroundings surroundings,
            Runnable afterwards) {
        try (Meeting meeting = new Meeting(adapter, config, surroundings)) {
            meeting.begin(local);
            Surroundings.Patience patience = surroundings.patience(Integer.MAX_VALUE);
            for (int turn = 0; !meeting.progress(); turn++) {
                patience.pause(turn);
            }
            World world = meeting.world();
            Home home = new Home(world, config, meeting.pulse(), surroundings, afterwards);
            Communicator communicator = Membership.ofWorld(home);
            meeting.leavePulse(); // to the home: nothing fails any more
            return communicator;
        } catch (Throwable e) {
            adapter.close();
            throw e;
        }
    }

    /** Returns the address of this host by which the others reach it. */
    private static InetAddress local(CommunicatorConfig config) {
        InetSocketAddress root = config.meeting().root();
        if (config.meeting().rank() == 0) {
            return root.getAddress() == null ? InetAddress.getLoopbackAddress() : root.getAddress();
        }
        try (DatagramSocket probe = new DatagramSocket()) {
            probe.connect(root); // sends nothing: it only chooses the way
            return probe.getLocalAddress();
        } catch (IOException e) {
            throw new UncheckedIOException("there is no way to " + root, e);
        }
    }
}
