import { refusals } from "@tonneline/contract/refusals";
import { expect, test } from "vitest";
import { Refusal, Unreachable } from "./api.ts";
import { mayWorkAgain } from "./failure.ts";

const refused = (code: keyof typeof refusals) => {
  const { status, text } = refusals[code];
  return new Refusal({ type: "about:blank", title: text, status, code, detail: text });
};

test.each(["INVALID_TRANSITION", "VERSION_CONFLICT", "NOT_FOUND", "FORBIDDEN", "IN_USE"] as const)(
  "what was refused with %s is not tried again",
  (code) => expect(mayWorkAgain(refused(code))).toBe(false),
);

test.each(["RATE_LIMITED", "UNAVAILABLE", "VALIDATION_FAILED", "INTERNAL"] as const)(
  "what was refused with %s may work the next time",
  (code) => expect(mayWorkAgain(refused(code))).toBe(true),
);

test("what never arrived may work the next time", () => {
  expect(mayWorkAgain(new Unreachable())).toBe(true);
});
