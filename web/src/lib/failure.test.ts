import { refusals } from "@tonneline/contract/refusals";
import { expect, test } from "vitest";
import { Refusal, Unreachable } from "./api.ts";
import {
  failureByField,
  isDecided,
  isLost,
  isNotFound,
  isRetryable,
  recordFailure,
} from "./failure.ts";

const refused = (code: keyof typeof refusals) => {
  const { status, text } = refusals[code];
  return new Refusal({ type: "about:blank", title: text, status, code, detail: text });
};

test.each(["INVALID_TRANSITION", "VERSION_CONFLICT", "NOT_FOUND", "FORBIDDEN", "IN_USE"] as const)(
  "a call refused with %s is not retried",
  (code) => expect(isRetryable(refused(code))).toBe(false),
);

test.each(["RATE_LIMITED", "UNAVAILABLE", "VALIDATION_FAILED", "INTERNAL"] as const)(
  "a call refused with %s may succeed on retry",
  (code) => expect(isRetryable(refused(code))).toBe(true),
);

test("a call that never arrived may succeed on retry", () => {
  expect(isRetryable(new Unreachable())).toBe(true);
});

test.each([
  ["VALIDATION_FAILED", "decided"],
  ["FORBIDDEN", "decided"],
  ["NOT_FOUND", "decided"],
  ["INVALID_TRANSITION", "decided"],
  ["VERSION_CONFLICT", "decided"],
  ["PAYLOAD_TOO_LARGE", "decided"],
  ["IDEMPOTENCY_KEY_REUSED", "decided"],
  // This try did nothing, but whoever refused it does not know what became of an earlier one.
  ["UNAUTHENTICATED", "refused"],
  ["REQUEST_TIMEOUT", "refused"],
  ["RATE_LIMITED", "refused"],
  ["INTERNAL", "lost"],
  ["UNAVAILABLE", "lost"],
] as const)("a call refused with %s is %s", (code, outcome) => {
  const error = refused(code);
  expect({ lost: isLost(error), decided: isDecided(error) }).toEqual({
    lost: outcome === "lost",
    decided: outcome === "decided",
  });
});

test("a call without a response is lost", () => {
  for (const error of [new Unreachable(), new TypeError("Broken off")])
    expect([isLost(error), isDecided(error)]).toEqual([true, false]);
});

test("a record with an unknown or a malformed id is not found, one that was not loaded may exist", () => {
  const missing = [refused("NOT_FOUND"), refused("VALIDATION_FAILED")];
  expect(missing.map(isNotFound)).toEqual([true, true]);
  const unknown = [refused("FORBIDDEN"), new Unreachable(), null];
  expect(unknown.map(isNotFound)).toEqual([false, false, false]);
});

test("a form shows the server's message at its field, any other reason for the whole form", () => {
  const { problem } = refused("VALIDATION_FAILED");
  const about = (...paths: string[]) => {
    const fieldErrors = paths.map((path) => ({ path, message: `No ${path}` }));
    return failureByField(new Refusal({ ...problem, fieldErrors }), ["day", "amount"]);
  };
  const invalid = about("day");
  expect([invalid.errorAt("day"), invalid.errorAt("amount")]).toEqual(["No day", undefined]);
  expect(invalid.failure).toBeUndefined();
  // The form has no such field: its message would be seen nowhere.
  expect(about("day", "lines").failure).toBe("No lines");
  const unavailable = failureByField(refused("UNAVAILABLE"), ["day"]);
  expect(unavailable.failure).toBe(refusals.UNAVAILABLE.text);
  expect(failureByField(null, ["day"]).failure).toBeUndefined();
});

test("a record that was loaded stays although loading it again failed", () => {
  const titles = { failed: "It could not be loaded", missing: "There is no such order" };
  const failureOf = (data: unknown, error: unknown) =>
    recordFailure({ data, error, refetch: async () => {} }, titles);
  expect(failureOf(undefined, null)).toBeUndefined();
  expect(failureOf({}, refused("UNAVAILABLE"))).toBeUndefined();
  expect(failureOf(undefined, refused("UNAVAILABLE"))).toMatchObject({
    title: titles.failed,
    onRetry: expect.any(Function),
  });
  expect(failureOf(undefined, refused("NOT_FOUND"))).toEqual({ title: titles.missing });
});
