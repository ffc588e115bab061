// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.service.bench;

import io.oriel.service.Answer;
import io.oriel.service.AnswerHandler;
import java.util.ArrayList;
import java.util.List;

/** Notes answers as words: context, status, the number in it, and whether more follow. */
public final class Answers implements AnswerHandler {
    public final List<String> all = new ArrayList<>();
    /** The contexts of those that the server has declined. */
    public final List<Long> declined = new ArrayList<>();

    @Override
    public void onAnswer(Answer answer) {
        all.add(answer.requestContext() + " " + answer.status()
                + (answer.length() >= Long.BYTES ? " " + answer.buffer().getLong(0) : "")
                + (answer.isLast() ? "" : " ..."));
        if (answer.isDeclined()) {
            declined.add(answer.requestContext());
        }
    }

    public int count() {
        return all.size();
    }
}
