import { expect, test } from "vitest";
import { bodySha256, isIdempotencyKey } from "./idempotency.rules.ts";

test.each([
  ["of one character", "a", true],
  ["of 200 characters", "k".repeat(200), true],
  ["of all kinds of characters", "!~9Zz-_:/", true],
  ["of 201 characters", "k".repeat(201), false],
  ["of none", "", false],
  ["with a blank", "a b", false],
  ["with a line end", "a\n", false],
  ["with a letter beyond ASCII", "schlüssel", false],
  ["that was sent twice", ["a", "b"], false],
])("A key %s is valid: %s", (_which, key, can) => {
  expect(isIdempotencyKey(key)).toBe(can);
});

test("Equal bodies have the same hash, different ones do not", () => {
  const body = { version: 1, details: { companyName: "Brennvik" } };
  expect(bodySha256(body)).toBe(bodySha256(structuredClone(body)));
  expect(bodySha256(body)).not.toBe(bodySha256({ ...body, version: 2 }));
  expect(bodySha256({})).toBe("44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a");
});

test("A call without a body differs from one with an empty body", () => {
  expect(bodySha256(undefined)).toBe(bodySha256(undefined));
  expect(bodySha256(undefined)).not.toBe(bodySha256({}));
});
