// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp.seal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.HexFormat;
import org.junit.jupiter.api.Test;

/** The test vectors of RFC 5869, appendix A, for SHA-256. */
class HkdfTest {
    private static byte[] hex(String text) {
        return HexFormat.of().parseHex(text);
    }

    private static String derived(String input, String salt, String info, int length) {
        byte[] key = Hkdf.extract(hex(salt), hex(input));
        return HexFormat.of().formatHex(Hkdf.expand(key, hex(info), length));
    }

    @Test
    void derivesAsInTheFirstVector() {
        assertThat(derived("0b".repeat(22), "000102030405060708090a0b0c", "f0f1f2f3f4f5f6f7f8f9", 42))
                .isEqualTo("3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865");
    }

    @Test
    void derivesAsInTheSecondVectorFromLongInput() {
        assertThat(derived(sequence(0x00, 80), sequence(0x60, 80), sequence(0xb0, 80), 82))
                .isEqualTo(
                        "b11e398dc80327a1c8e7f78c596a49344f012eda2d4efad8a050cc4c19afa97c59045a99cac7827271cb41c65e590e09"
                                + "da3275600c2f09b8367793a9aca3db71cc30c58179ec3e87c14c01d5c1f3434f1d87");
    }

    private static String sequence(int first, int count) {
        byte[] bytes = new byte[count];
        for (int index = 0; index < count; index++) {
            bytes[index] = (byte) (first + index);
        }
        return HexFormat.of().formatHex(bytes);
    }

    @Test
    void derivesAsInTheThirdVectorWithoutSaltAndInfo() {
        assertThat(derived("0b".repeat(22), "", "", 42))
                .isEqualTo("8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d9d201395faa4b61a96c8");
    }

    @Test
    void derivesNoMoreThanTheStandardAllows() {
        byte[] key = new byte[Hkdf.LENGTH];

        assertThat(Hkdf.expand(key, "", 8160)).hasSize(8160);
        assertThatIllegalArgumentException().isThrownBy(() -> Hkdf.expand(key, "", 8161));
    }
}
