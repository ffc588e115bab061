// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm.users;

import java.util.List;

/** A user of the host, known by numbers alone. */
enum User {
    ANN(20001, User.TRADERS),
    BOB(20002, User.TRADERS),
    CAROL(20004, User.TRADERS),
    /** In no group that anybody else is in. */
    EVE(20003, 30003);

    /** The group of {@link #ANN}, {@link #BOB} and {@link #CAROL}. */
    static final int TRADERS = 30001;

    private final int uid;
    private final int gid;

    User(int uid, int gid) {
        this.uid = uid;
        this.gid = gid;
    }

    int uid() {
        return uid;
    }

    /** Returns what runs a command as this user. */
    List<String> prefix() {
        return List.of("setpriv", "--reuid=" + uid, "--regid=" + gid, "--clear-groups");
    }
}
