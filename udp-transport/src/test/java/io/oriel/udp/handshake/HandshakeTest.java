// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp.handshake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.oriel.udp.seal.Aes;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

class HandshakeTest {
    private static final byte[] PROLOGUE = ascii("John Galt");
    private static final byte[] KEY = ascii("This is my Austrian perspective!");
    private static final String HELLO = "Ludwig von Mises";
    private static final String WELCOME = "Murray Rothbard";
    private static final KeyPair DIALLER_EPHEMERAL =
            pair("893e28b9dc6ca8d611ab664754b8ceb7bac5117349a4439a6b0569da977c464a");
    private static final KeyPair LISTENER_EPHEMERAL =
            pair("bbdb4cdbd309f1a1f2e1456967fe288cadd6f712d65dc7b7793d5e63da6b375b");
    private static final KeyPair DIALLER = pair("e61ef9919cde45dd5f82166404bd08e38bceb5dfdfded0a34c8df7ed542214d1");
    private static final KeyPair LISTENER = pair("4a3acbfdb163dec651dfa3194dece676d437029c62a408b4c5ea9114246e4893");

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    private static byte[] hex(String text) {
        return HexFormat.of().parseHex(text);
    }

    private static KeyPair pair(String secret) {
        return Curve25519.of(hex(secret));
    }

    private static void agree(Handshake dialler, Handshake listener) throws GeneralSecurityException {
        byte[] hello = dialler.writeHello(ascii(HELLO));
        assertThat(listener.readHello(hello)).isEqualTo(ascii(HELLO));
        assertThat(listener.export("early")).isEqualTo(dialler.export("early"));
        byte[] welcome = listener.writeWelcome(ascii(WELCOME));
        assertThat(dialler.readWelcome(welcome)).isEqualTo(ascii(WELCOME));
        assertThat(dialler.secrets()).hasSize(64).isEqualTo(listener.secrets());
        assertThat(dialler.hash()).isEqualTo(listener.hash());
    }

    /** Cacophony's vector of Noise_NNpsk0_25519_AESGCM_SHA256. */
    @Test
    void saysWhatThePublishedVectorSays() throws GeneralSecurityException {
        Handshake dialler =
                Handshake.of(Aes.of("SunJCE"), Pattern.NN_PSK0, true, KEY, null, DIALLER_EPHEMERAL, PROLOGUE);
        Handshake listener =
                Handshake.of(Aes.of("SunJCE"), Pattern.NN_PSK0, false, KEY, null, LISTENER_EPHEMERAL, PROLOGUE);

        assertThat(dialler.writeHello(ascii(HELLO)))
                .isEqualTo(hex("ca35def5ae56cec33dc2036731ab14896bc4c75dbb07a61f879f8e3afa4c7944"
                        + "7c37a89fc17813788d30df2d59501d6066f5f8aecc3406bbd9829f2d24a531b1"));
        assertThat(listener.readHello(dialler(Pattern.NN_PSK0).writeHello(ascii(HELLO))))
                .isEqualTo(ascii(HELLO));
        assertThat(listener.writeWelcome(ascii(WELCOME)))
                .isEqualTo(hex("95ebc60d2b1fa672c1f46a8aa265ef51bfe38e7ccb39ec5be34069f144808843"
                        + "2f29d79368ef9de4e1ae7a362fb05bf0ad668e026bf5714554497b3a720461"));
        assertThat(listener.hash()).isEqualTo(hex("9f3b1f9afd7767767b5b9d1069844a6154fdbdcc36dfb3e31c0fffc5c973d530"));
    }

    private static Handshake dialler(Pattern pattern) {
        KeyPair identity = pattern == Pattern.NN_PSK0 ? null : DIALLER;
        return Handshake.of(Aes.of("SunJCE"), pattern, true, KEY, identity, DIALLER_EPHEMERAL, PROLOGUE);
    }

    /** Cacophony's vector of Noise_IX_25519_AESGCM_SHA256. */
    @Test
    void saysWhatThePublishedVectorOfIdentitiesSays() throws GeneralSecurityException {
        Handshake listener =
                Handshake.of(Aes.of("SunJCE"), Pattern.IX, false, KEY, LISTENER, LISTENER_EPHEMERAL, PROLOGUE);

        byte[] hello = dialler(Pattern.IX).writeHello(ascii(HELLO));
        assertThat(hello)
                .isEqualTo(hex("ca35def5ae56cec33dc2036731ab14896bc4c75dbb07a61f879f8e3afa4c7944"
                        + "6bc3822a2aa7f4e6981d6538692b3cdf3e6df9eea6ed269eb41d93c22757b75a"
                        + "4c756477696720766f6e204d69736573"));
        assertThat(listener.readHello(hello)).isEqualTo(ascii(HELLO));
        assertThat(listener.writeWelcome(ascii(WELCOME)))
                .isEqualTo(hex("95ebc60d2b1fa672c1f46a8aa265ef51bfe38e7ccb39ec5be34069f144808843"
                        + "81f5e7fd3177b25f05504a881c3d9abb4ceaa6e8ab72f7925bc1ecee7f533d4d"
                        + "83453c68b45114148f3d11c0281c89906e4c23267b3d038eeb789a7ade71edd0"
                        + "8ef12236e741eda973e5baba4bc005"));
        assertThat(listener.hash()).isEqualTo(hex("a59954350219531eec9452c90afca10db17192bbd066a936c89f81490a77ba05"));
    }

    @Test
    void agreesOnSecretsThatDifferEachTime() throws GeneralSecurityException {
        Handshake dialler = Handshake.dialler(Aes.of("SunJCE"), KEY.clone(), null, PROLOGUE);
        Handshake another = Handshake.dialler(Aes.of("SunJCE"), KEY.clone(), null, PROLOGUE);
        agree(dialler, Handshake.listener(Aes.of("SunJCE"), KEY.clone(), null, PROLOGUE));
        agree(another, Handshake.listener(Aes.of("SunJCE"), KEY.clone(), null, PROLOGUE));

        assertThat(dialler.secrets()).isNotEqualTo(another.secrets());
        assertThat(dialler.peerIdentity()).isNull();
    }

    @Test
    void tellsWhoThePeerIs() throws GeneralSecurityException {
        Handshake dialler = Handshake.dialler(Aes.of("SunJCE"), KEY.clone(), DIALLER, PROLOGUE);
        Handshake listener = Handshake.listener(Aes.of("SunJCE"), KEY.clone(), LISTENER, PROLOGUE);
        agree(dialler, listener);

        assertThat(dialler.peerIdentity()).isEqualTo(LISTENER.open());
        assertThat(listener.peerIdentity()).isEqualTo(DIALLER.open());
    }

    @Test
    void opensNoHelloOfAnotherKeyOrPrologue() {
        byte[] hello =
                Handshake.dialler(Aes.of("SunJCE"), KEY.clone(), null, PROLOGUE).writeHello(ascii(HELLO));
        byte[] another = KEY.clone();
        another[31] ^= 1;

        assertUnreadable(Handshake.listener(Aes.of("SunJCE"), another, null, PROLOGUE), hello);
        assertUnreadable(Handshake.listener(Aes.of("SunJCE"), KEY.clone(), null, ascii("another cookie")), hello);
        assertUnreadable(Handshake.listener(Aes.of("SunJCE"), KEY.clone(), LISTENER, PROLOGUE), hello);
        for (int length = 0; length < hello.length; length++) {
            assertUnreadable(
                    Handshake.listener(Aes.of("SunJCE"), KEY.clone(), null, PROLOGUE), Arrays.copyOf(hello, length));
        }
        for (int index = 0; index < hello.length; index++) {
            byte[] damaged = hello.clone();
            damaged[index] ^= 1;
            assertUnreadable(Handshake.listener(Aes.of("SunJCE"), KEY.clone(), null, PROLOGUE), damaged);
        }
    }

    private static void assertUnreadable(Handshake listener, byte[] hello) {
        assertThatExceptionOfType(GeneralSecurityException.class).isThrownBy(() -> listener.readHello(hello));
    }

    @Test
    void opensNoWelcomeThatAnswersAnotherHello() throws GeneralSecurityException {
        Handshake dialler = Handshake.dialler(Aes.of("SunJCE"), KEY.clone(), null, PROLOGUE);
        byte[] unheard = dialler.writeHello(ascii(HELLO));
        Handshake listener = Handshake.listener(Aes.of("SunJCE"), KEY.clone(), null, PROLOGUE);
        byte[] heard = listener.readHello(
                Handshake.dialler(Aes.of("SunJCE"), KEY.clone(), null, PROLOGUE).writeHello(ascii(HELLO)));
        byte[] welcome = listener.writeWelcome(ascii(WELCOME));

        assertThat(unheard).isNotEqualTo(heard);
        assertThatExceptionOfType(GeneralSecurityException.class).isThrownBy(() -> dialler.readWelcome(welcome));
    }

    /** The point zero, with which anybody would agree on zero. */
    @Test
    void agreesOnNothingWithAPointOfSmallOrder() throws GeneralSecurityException {
        KeyPair zero = new KeyPair(new byte[32], new byte[32]);
        byte[] hello = Handshake.of(Aes.of("SunJCE"), Pattern.NN_PSK0, true, KEY, null, zero, PROLOGUE)
                .writeHello(ascii(HELLO));
        Handshake listener = Handshake.listener(Aes.of("SunJCE"), KEY.clone(), null, PROLOGUE);

        assertThat(listener.readHello(hello)).isEqualTo(ascii(HELLO));
        assertThatExceptionOfType(GeneralSecurityException.class)
                .isThrownBy(() -> listener.writeWelcome(ascii(WELCOME)));
    }

    @Test
    void goesOnWhenACopyHasReadNonsenseAndWasErased() throws GeneralSecurityException {
        Handshake dialler = Handshake.dialler(Aes.of("SunJCE"), KEY.clone(), DIALLER, PROLOGUE);
        Handshake listener = Handshake.listener(Aes.of("SunJCE"), KEY.clone(), LISTENER, PROLOGUE);
        assertThat(listener.readHello(dialler.writeHello(ascii(HELLO)))).isEqualTo(ascii(HELLO));
        Handshake copy = dialler.copy();
        assertThatThrownBy(() -> copy.readWelcome(ascii(HELLO.repeat(10))))
                .isInstanceOf(GeneralSecurityException.class);

        copy.erase();

        assertThat(dialler.readWelcome(listener.writeWelcome(ascii(WELCOME)))).isEqualTo(ascii(WELCOME));
        dialler.erase();
        assertThatThrownBy(() -> dialler.export("any")).isInstanceOf(IllegalStateException.class);
    }
}
