// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp.seal;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.oriel.api.NdException;
import io.oriel.api.NdStatus;
import java.util.function.IntPredicate;
import org.junit.jupiter.api.Test;

class SelfTestTest {
    private static final int LENGTH = 1408;

    @Test
    void findsNothingInThisJdk() {
        assertThatCode(() -> SelfTest.require(Aes.of("SunJCE"), 8928)).doesNotThrowAnyException();
    }

    @Test
    void refusesAJdkThatSealsOneLengthWrongly() {
        assertRefused(call -> true, "datagrams of 1000 bytes with keys of 128 bits. JDK 24 to 25.0.1");
    }

    @Test
    void refusesAJdkThatDoesSoWhenCompiled() {
        assertRefused(call -> call > 4 * 1537 + 6, "datagrams of 1000 bytes with keys of 128 bits when compiled");
    }

    @Test
    void refusesOneThatOpensForgedDatagrams() {
        assertRefused(
                new SelfTest("SunJCE", WrongCipher::credulous, LENGTH),
                "forged datagrams with keys of 128 bits, which it opens");
    }

    private static void assertRefused(IntPredicate isWrong, String found) {
        int[] calls = {0};
        assertRefused(
                new SelfTest("SunJCE", () -> WrongCipher.of(1000, () -> isWrong.test(++calls[0])), LENGTH), found);
    }

    private static void assertRefused(SelfTest test, String found) {
        assertThatExceptionOfType(NdException.class)
                .isThrownBy(test::run)
                .withMessageContaining(
                        "oriel.udp.security is SEALED, but AES-GCM of SunJCE in this JDK, " + Runtime.version())
                .withMessageContaining(found)
                .withMessageContaining("run JDK 17, 21, or 25.0.2 or newer")
                .matches(e -> e.status() == NdStatus.NOT_SUPPORTED);
    }
}
