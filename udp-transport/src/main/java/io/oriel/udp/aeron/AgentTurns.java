// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp.aeron;

import io.aeron.driver.MediaDriver;
import org.agrona.ErrorHandler;
import org.agrona.concurrent.Agent;
import org.agrona.concurrent.AgentInvoker;
import org.agrona.concurrent.AgentTerminationException;

/**
 * Turns an agent of Aeron's that has no thread. Its own invoker would end it as soon as the thread that turns is interrupted,
 * and that is the application's.
 */
final class AgentTurns {
    private final AgentInvoker invoker;
    private final Agent agent;
    private final ErrorHandler onError;

    /**
     * Takes over from an invoker that was started, and whose end stays the agent's.
     *
     * @param invoker of the agent
     * @param onError hears of failures, as the invoker's own would
     */
    AgentTurns(AgentInvoker invoker, ErrorHandler onError) {
        this(invoker, invoker.agent(), onError);
    }

    private AgentTurns(AgentInvoker invoker, Agent agent, ErrorHandler onError) {
        this.invoker = invoker;
        this.agent = agent;
        this.onError = onError;
    }

    /** Takes over all of a driver's agents. */
    static AgentTurns of(MediaDriver driver) {
        return new AgentTurns(driver.sharedAgentInvoker(), driver.context().errorHandler());
    }

    /** Takes over the one of a driver's agents that sends, which takes a fraction of the time of all. */
    static AgentTurns ofSender(MediaDriver driver) {
        return new AgentTurns(
                driver.sharedAgentInvoker(),
                AeronInternals.sender(driver),
                driver.context().errorHandler());
    }

    /** Lets the agent do what it can; returns how much that was. An interrupt is kept for the caller. */
    int take() {
        if (!invoker.isRunning()) {
            return 0;
        }
        boolean interrupted = Thread.interrupted(); // or the files that the agent opens would be closed under it
        try {
            return agent.doWork();
        } catch (AgentTerminationException e) {
            onError.onError(e);
            invoker.close();
            return 0;
        } catch (Throwable e) { // as the invoker: what is wrong now may be well at the next turn
            onError.onError(e);
            return 0;
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
