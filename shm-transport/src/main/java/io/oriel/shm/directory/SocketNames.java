// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm.directory;

import io.oriel.api.NdException;
import io.oriel.api.NdStatus;
import io.oriel.engine.control.SystemFailure;
import io.oriel.shm.rights.FileChecks;
import java.io.IOException;
import java.net.ConnectException;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/** The names under which listeners and the media driver's host are met. */
public final class SocketNames {
    /** Bytes of a socket's path that the kernel takes. */
    public static final int MAX_PATH_LENGTH = 107;

    private static final String DRIVER = "d.sock";
    private static final Pattern DRIVERS = Pattern.compile("d(-\\d+)?\\.sock");
    private static final Pattern LISTENER =
            Pattern.compile("(s-[0-9a-f]{1,16}|n-[A-Za-z0-9_.]{1,16})-([0-9a-f]{8}|[0-9a-f]{32})-[0-9a-f]{4}");
    private static final FileTime NEVER = FileTime.from(Long.MAX_VALUE, TimeUnit.DAYS);
    private static final byte[] ANY_4 = new byte[4];
    private static final byte[] ANY_6 = new byte[16];

    private final BaseDirectory base;
    private final String prefix;

    private SocketNames(BaseDirectory base, String prefix) {
        this.base = base;
        this.prefix = prefix;
    }

    /**
     * Finds out the network namespace of this process, in which its addresses have their meaning.
     *
     * @param base where the sockets are
     * @return the names
     */
    public static SocketNames of(BaseDirectory base) {
        return of(base, "");
    }

    /**
     * Names sockets for a scope in which addresses have their meaning.
     *
     * @param base  where the sockets are
     * @param scope that several network namespaces may have; empty for that of this process alone
     * @return the names
     */
    public static SocketNames of(BaseDirectory base, String scope) {
        return new SocketNames(
                base, scope.isEmpty() ? "s-" + Long.toHexString(Namespaces.own("net")) + '-' : "n-" + scope + '-');
    }

    /**
     * Returns the socket of a listener.
     *
     * @param address where it listens
     * @return a path
     * @throws NdException INSUFFICIENT_RESOURCES if the path is too long for the kernel
     */
    public Path listener(InetSocketAddress address) {
        return path(prefix + HexFormat.of().formatHex(address.getAddress().getAddress()) + suffix(address.getPort()));
    }

    /**
     * Returns the socket of a listener on all addresses of the same family.
     *
     * @param address one of the family
     * @return a path
     */
    public Path wildcard(InetSocketAddress address) {
        byte[] any = address.getAddress() instanceof Inet4Address ? ANY_4 : ANY_6;
        return path(prefix + HexFormat.of().formatHex(any) + suffix(address.getPort()));
    }

    /**
     * Returns the sockets that stand in the way of a listener.
     *
     * @param address where it wants to listen
     * @return paths that may exist: the same address, and the wildcard or, for a wildcard, every address
     */
    public List<Path> rivals(InetSocketAddress address) {
        InetAddress ip = address.getAddress();
        if (!ip.isAnyLocalAddress()) {
            return List.of(listener(address), wildcard(address));
        }
        int digits = 2 * ip.getAddress().length;
        Pattern pattern = Pattern.compile(
                Pattern.quote(prefix) + "[0-9a-f]{" + digits + "}" + Pattern.quote(suffix(address.getPort())));
        try (var entries = Files.list(base.path())) {
            return entries.filter(entry ->
                            pattern.matcher(entry.getFileName().toString()).matches())
                    .toList();
        } catch (IOException e) {
            throw SystemFailure.exception("the directory " + base.path() + " cannot be read", base.path(), e);
        }
    }

    /**
     * Orders sockets by when they got their names, as the kernel has noted it: no user can set that time. So a member of a group who adds
     * a listener at one address takes nothing from one that listens at all addresses already.
     *
     * @param sockets paths
     * @return the same, those that do not exist last
     */
    public static List<Path> oldestFirst(List<Path> sockets) {
        return sockets.stream()
                .sorted(Comparator.comparing(SocketNames::changed))
                .toList();
    }

    private static FileTime changed(Path socket) {
        try {
            return (FileTime) Files.getAttribute(socket, "unix:ctime", LinkOption.NOFOLLOW_LINKS);
        } catch (IOException e) {
            return NEVER;
        }
    }

    /**
     * Returns the socket of the host of this user's media driver. In a group's directory each user has one.
     *
     * @param base the directory
     * @return a path
     */
    public static Path driver(BaseDirectory base) {
        return checked(base.path().resolve(base.members().rights().areShared() ? "d-" + ownUid() + ".sock" : DRIVER));
    }

    private static int ownUid() {
        try {
            return FileChecks.ownUid();
        } catch (IOException e) {
            throw SystemFailure.exception("the user of this process cannot be found out", null, e);
        }
    }

    static boolean isSocketName(String name) {
        return DRIVERS.matcher(name).matches() || LISTENER.matcher(name).matches();
    }

    /**
     * Tells whether a socket is left over: nobody listens on it any more.
     *
     * @param socket a path
     * @return true if it exists and connecting is refused
     */
    public static boolean isStale(Path socket) {
        if (Files.isSymbolicLink(socket)) {
            return false;
        }
        try (SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX)) {
            // Not blocking: a stopped process with a full backlog would hold us up.
            channel.configureBlocking(false);
            channel.connect(UnixDomainSocketAddress.of(socket));
            return false;
        } catch (ConnectException e) {
            return Files.exists(socket, LinkOption.NOFOLLOW_LINKS);
        } catch (IOException e) {
            return false;
        }
    }

    private static String suffix(int port) {
        return String.format("-%04x", port);
    }

    private Path path(String name) {
        return checked(base.path().resolve(name));
    }

    private static Path checked(Path path) {
        int length = path.toString().getBytes(StandardCharsets.UTF_8).length;
        if (length > MAX_PATH_LENGTH) {
            throw new NdException(
                    NdStatus.INSUFFICIENT_RESOURCES,
                    "the socket path " + path + " has " + length + " bytes, the kernel takes " + MAX_PATH_LENGTH
                            + "; choose a shorter directory with the property oriel.sharedMemory.directory");
        }
        return path;
    }
}
