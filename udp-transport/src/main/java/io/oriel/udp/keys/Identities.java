// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp.keys;

import io.oriel.api.NdException;
import io.oriel.udp.handshake.Curve25519;
import io.oriel.udp.handshake.KeyPair;
import io.oriel.udp.seal.LinkKeys;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Who this side is, and whom it has to do with: a Curve25519 key, and the public halves of its peers', with names. */
public final class Identities {
    /** The most peers. */
    public static final int MAX_PEERS = 512;

    private static final String OWN = "identity";
    private static final String PEER = "peer";
    private static final String HEAD =
            "# An identity of Oriel's, which is this process' alone, and the peers that it has to do with."
                    + " Changed by bin/oriel\n# identity.\n";

    private final KeyPair own;
    private final Map<String, String> peers; // names by public halves

    private Identities(KeyPair own, Map<String, String> peers) {
        this.own = own;
        this.peers = peers;
    }

    /**
     * Draws an identity.
     *
     * @return without peers
     */
    public static Identities draw() {
        return new Identities(Curve25519.draw(), Map.of());
    }

    /** Returns this side's key. */
    public KeyPair own() {
        return own;
    }

    /** Returns the public half of this side's key, in base 64. */
    public String openText() {
        return text(own.open());
    }

    private static String text(byte[] key) {
        return Base64.getEncoder().encodeToString(key);
    }

    /**
     * Tells who a peer is.
     *
     * @param open half of its key
     * @return its name; null if this side has nothing to do with it
     */
    public LinkKeys.@Nullable Name nameOf(byte[] open) {
        String text = text(open);
        String name = peers.get(text);
        return name == null ? null : new LinkKeys.Name(name, text);
    }

    /**
     * Tells whether a peer is still one, by the same name.
     *
     * @param name as it was
     * @return false if the name is nobody's now, or another's
     */
    public boolean knows(LinkKeys.Name name) {
        return name.text().equals(peers.get(name.bearer()));
    }

    /** Returns the names of all peers. */
    public List<String> names() {
        return List.copyOf(peers.values());
    }

    /**
     * Returns the same identity with a peer more.
     *
     * @param name 1 to 32 letters, digits, '.', '_' or '-', of no other peer
     * @param open half of its key, in base 64
     * @return another one
     * @throws IllegalArgumentException if one of them is none, or there already
     */
    public Identities with(String name, String open) {
        if (!PresharedKey.isId(name)) {
            throw new IllegalArgumentException(
                    "the name of a peer must be 1 to 32 letters, digits, '.', '_' or '-', was " + Quoted.of(name));
        }
        String text = text(decode("the public key of '" + name + "'", open));
        Map<String, String> more = new LinkedHashMap<>(peers);
        if (peers.containsValue(name) || more.put(text, name) != null) {
            throw new IllegalArgumentException("a peer has the name '" + name + "' or its key already");
        }
        if (more.size() > MAX_PEERS) {
            throw new IllegalArgumentException("there must be at most " + MAX_PEERS + " peers");
        }
        return new Identities(own, more);
    }

    /**
     * Returns the same identity without a peer.
     *
     * @param name of a peer
     * @return another one
     * @throws IllegalArgumentException if there is none of this name
     */
    public Identities without(String name) {
        Map<String, String> fewer = new LinkedHashMap<>(peers);
        if (!fewer.values().remove(name)) {
            throw new IllegalArgumentException(
                    "there is no peer with the name " + Quoted.of(name) + "; those that there are, are " + names());
        }
        return new Identities(own, fewer);
    }

    private static byte[] decode(String what, String text) {
        byte[] key;
        try {
            key = Base64.getDecoder().decode(text);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(what + " is not in base 64", e);
        }
        if (key.length != Curve25519.LENGTH) {
            throw new IllegalArgumentException(what + " must have " + Curve25519.LENGTH + " bytes, has " + key.length);
        }
        return key;
    }

    private static PrivateFile at(Path path) {
        return new PrivateFile(path, "identity file", "bin/oriel identity");
    }

    /**
     * Reads an identity. May block.
     *
     * @param path of a file of this user, mode 0600
     * @return what is in it
     * @throws NdException DEVICE_NOT_READY with what is wrong and the remedy
     */
    public static Identities read(Path path) {
        PrivateFile file = at(path);
        List<Identities> read = new ArrayList<>();
        file.read(line -> {
            String[] words = line.split("\\s+", -1);
            if (words.length == 2 && words[0].equals(OWN) && read.isEmpty()) {
                byte[] secret = decode("the secret of the identity", words[1]);
                read.add(new Identities(Curve25519.of(secret), Map.of()));
            } else if (words.length == 3 && words[0].equals(PEER) && !read.isEmpty()) {
                read.set(0, read.get(0).with(words[1], words[2]));
            } else {
                throw new IllegalArgumentException(
                        "there must be the word identity with a secret, once and first, or the word peer with a name and a key");
            }
        });
        if (read.isEmpty()) {
            throw file.unusable("there is no identity in it; make one with bin/oriel identity " + path);
        }
        return read.get(0);
    }

    /**
     * Makes a file that is not there. May block.
     *
     * @param path where
     * @throws IOException if there is one, or it cannot be made
     */
    public void create(Path path) throws IOException {
        at(path).create(text());
    }

    /**
     * Puts this into a file that is there, at once. May block.
     *
     * @param path where
     * @throws IOException if it cannot be written
     */
    public void replace(Path path) throws IOException {
        at(path).replace(text());
    }

    /**
     * Changes what is in a file, or makes one, while no other process does. May block.
     *
     * @param path   where
     * @param change returns what is to be in the file; told what is in it, if it is there
     * @return what is in the file
     * @throws IOException if it cannot be written
     * @throws NdException DEVICE_NOT_READY if it cannot be read, with the remedy
     */
    public static Identities change(Path path, Function<Optional<Identities>, Identities> change) throws IOException {
        PrivateFile file = at(path);
        return file.alone(() -> {
            Optional<Identities> before = file.isThere() ? Optional.of(read(path)) : Optional.empty();
            Identities after = change.apply(before);
            if (before.isEmpty()) {
                file.create(after.text());
            } else if (before.get() != after) {
                file.replace(after.text());
            }
            return after;
        });
    }

    private String text() {
        StringBuilder text = new StringBuilder(HEAD);
        text.append("# ").append(openText()).append(" is what others write into theirs.\n");
        text.append(OWN).append(' ').append(text(own.secret())).append('\n');
        peers.forEach((open, name) -> text.append(PEER)
                .append(' ')
                .append(name)
                .append(' ')
                .append(open)
                .append('\n'));
        return text.toString();
    }
}
