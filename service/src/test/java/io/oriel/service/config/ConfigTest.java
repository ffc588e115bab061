// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.service.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.lang.reflect.RecordComponent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;

/** Ranges of settings, the copies that have another value, and the page that tells them. */
class ConfigTest {
    private static final List<Class<?>> RECORDS = List.of(ServerConfig.class, ClientConfig.class, RedialConfig.class);

    @Test
    void refuseWhatIsOutOfRange() {
        ServerConfig server = ServerConfig.defaults();
        assertThatThrownBy(() -> server.withMaxClients(0)).hasMessage("maxClients must be in 1..4096, was 0");
        assertThatThrownBy(() -> server.withRequestsInFlight(1025)).hasMessageContaining("1..1024, was 1025");
        assertThatThrownBy(() -> server.withPartsInFlight(0)).hasMessageContaining("1..1024, was 0");
        assertThatThrownBy(() -> server.withMaxRequestLength(-1)).hasMessageContaining("0..16777216, was -1");
        assertThatThrownBy(() -> server.withMaxAnswerLength(16_777_217)).hasMessageContaining("was 16777217");
        assertThatThrownBy(() -> server.withMaxClients(4096)).hasMessageContaining("2..65536, was 69632");
        ClientConfig client = ClientConfig.defaults();
        assertThatThrownBy(() -> client.withRequestsInFlight(0)).hasMessageContaining("1..1024, was 0");
        assertThatThrownBy(() -> client.withRequestTimeout(Duration.ZERO))
                .hasMessage("requestTimeout must be in PT0.001S..PT1H, was PT0S");
        RedialConfig redial = RedialConfig.defaults();
        assertThatThrownBy(() -> redial.withMaxDelay(Duration.ofMillis(9))).hasMessageContaining("PT0.01S..PT1H");
        assertThatThrownBy(() -> redial.withAttemptTimeout(Duration.ofMinutes(2)))
                .hasMessageContaining("was PT2M");
    }

    @Test
    void haveACopyWithAnotherValueForEachComponent() throws ReflectiveOperationException {
        for (Class<?> type : RECORDS) {
            Object defaults = type.getMethod("defaults").invoke(null);
            for (RecordComponent component : type.getRecordComponents()) {
                String name = component.getName();
                Object value = other(component.getAccessor().invoke(defaults));
                Object changed = type.getMethod(
                                "with" + name.substring(0, 1).toUpperCase(Locale.ROOT) + name.substring(1),
                                component.getType())
                        .invoke(defaults, value);
                for (RecordComponent each : type.getRecordComponents()) {
                    Object expected = each.getName().equals(name)
                            ? value
                            : each.getAccessor().invoke(defaults);
                    assertThat(each.getAccessor().invoke(changed))
                            .as(name + ", " + each)
                            .isEqualTo(expected);
                }
            }
        }
    }

    private static Object other(Object value) {
        if (value instanceof Integer number) {
            return number + 1;
        }
        return value instanceof Duration duration
                ? duration.plusMillis(1)
                : RedialConfig.defaults().withMaxDelay(Duration.ofMinutes(1));
    }

    @Test
    void areOnThePage() throws IOException, ReflectiveOperationException {
        String page = Files.readString(Path.of("../docs/services.md"));
        for (Class<?> type : RECORDS) {
            for (RecordComponent component : type.getRecordComponents()) {
                assertThat(page).contains("`" + type.getSimpleName() + "." + component.getName() + "`");
            }
        }
    }
}
