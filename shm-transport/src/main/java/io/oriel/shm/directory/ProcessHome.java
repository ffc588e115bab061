// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm.directory;

import io.oriel.api.NdException;
import io.oriel.api.config.MemoryAccess;
import io.oriel.api.config.OrielConfig;
import io.oriel.api.config.SharedMemoryConfig;
import io.oriel.engine.control.ControlLoop;
import io.oriel.engine.control.Shortages;
import java.util.function.IntToLongFunction;

/**
 * The place of one transport, or of one driver's host, in Oriel's directory.
 *
 * @param config  how to work
 * @param loop    the agent, and its workers
 * @param base    Oriel's own directory
 * @param process this process' directory in it
 * @param sockets where listeners are
 * @param trial   what tests want otherwise
 * @param shortages of the operating system, where no call waits
 */
public record ProcessHome(
        OrielConfig config,
        ControlLoop loop,
        BaseDirectory base,
        ProcessDirectory process,
        SocketNames sockets,
        Trial trial,
        Shortages shortages)
        implements AutoCloseable {
    /**
     * What tests want otherwise.
     *
     * @param firstPosition at which logs begin, by the length of their terms
     * @param isAfar        whether peers of the same user are met as those of another
     */
    public record Trial(IntToLongFunction firstPosition, boolean isAfar) {
        /** Nothing. */
        public static final Trial NONE = new Trial(termLength -> 0, false);
    }

    /**
     * Checks the directory, clears what the dead left in it, and makes a place. Blocks; on a worker.
     *
     * @param config how to work
     * @param loop   the agent
     * @return the place, to be closed by the caller
     * @throws NdException INSUFFICIENT_RESOURCES if the directory cannot be used, with the remedy
     */
    public static ProcessHome open(OrielConfig config, ControlLoop loop) {
        return open(config, loop, Trial.NONE);
    }

    /**
     * As {@link #open(OrielConfig, ControlLoop)}, for tests.
     *
     * @param config how to work
     * @param loop   the agent
     * @param trial  what they want otherwise
     * @return the place, to be closed by the caller
     * @throws NdException INSUFFICIENT_RESOURCES if the directory cannot be used, with the remedy
     */
    public static ProcessHome open(OrielConfig config, ControlLoop loop, Trial trial) {
        SharedMemoryConfig memory = config.sharedMemory();
        BaseDirectory base = BaseDirectory.open(memory.directory(), memory.sharing());
        SocketNames sockets = SocketNames.of(base, memory.sharing().scope());
        // Fails now if the directory's name is too long for sockets.
        SocketNames.driver(base);
        ProcessDirectory process = base.locked(() -> {
            ProcessDirectory own = ProcessDirectory.create(base);
            DeadProcesses.clear(base, own.name());
            return own;
        });
        return new ProcessHome(config, loop, base, process, sockets, trial, new Shortages(loop));
    }

    /**
     * Tells whether this side of a link wants that each maps what the other allocates.
     *
     * @return false if one copies for the other
     */
    public boolean wantsDirectAccess() {
        SharedMemoryConfig memory = config.sharedMemory();
        return memory.directAccess() && memory.sharing().access() == MemoryAccess.MAPPED;
    }

    /**
     * Makes the directories again if they were removed, as by a login manager or a cleaner. Blocks; on a worker.
     *
     * @return false if they are there
     * @throws NdException INSUFFICIENT_RESOURCES if they cannot be made
     */
    public boolean restore() {
        if (!process.isLost()) {
            return false;
        }
        base.restore();
        base.locked(() -> {
            process.restore();
            return Boolean.TRUE;
        });
        return true;
    }

    /**
     * Returns the warning that follows {@link #restore}.
     *
     * @return cause and remedy
     */
    public String removal() {
        return "the directory " + base.path()
                + " was removed while this process used it, as a login manager does that removes"
                + " what its users left (RemoveIPC=yes of systemd-logind), or a cleaner of temporary files; it was made again."
                + " Connections continue, listeners are reachable again, new peers cannot map memory that was allocated before."
                + " Set RemoveIPC=no, exclude the directory from the cleaner, or choose another with the property"
                + " oriel.sharedMemory.directory";
    }

    /** Removes what processes left that died since this one came. Blocks; on a worker. */
    public void clearDead() {
        base.locked(() -> {
            DeadProcesses.clear(base, process.name());
            return Boolean.TRUE;
        });
    }

    /** Removes this process' files. Blocks; on a worker. */
    @Override
    public void close() {
        process.close();
    }
}
