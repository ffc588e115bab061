package com.example;

import io.oriel.api.NdStatus;
import io.oriel.service.ConnectionHandler;

/** Prints what becomes of connections, at both ends; why there is none, once for each reason. */
final class ConnectionLog implements ConnectionHandler {
    private String lastRefusal = "";

    @Override
    public void onConnected(long connection, String explanation) {
        System.out.println("connected: " + explanation);
        lastRefusal = "";
    }

    @Override
    public void onDisconnected(long connection, NdStatus status, String explanation) {
        System.out.println("disconnected: " + status);
    }

    @Override
    public void onRefused(NdStatus status, String explanation) {
        if (!explanation.equals(lastRefusal)) {
            System.out.println("not connected: " + explanation);
            lastRefusal = explanation;
        }
    }
}
