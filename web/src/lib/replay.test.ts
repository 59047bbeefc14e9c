import type { Endpoint } from "@tonneline/contract/endpoint";
import { expect, test } from "vitest";
import { z } from "zod";
import { secretCalls } from "./replay.ts";

const modules = import.meta.glob<Record<string, Endpoint>>(
  ["../../../contract/src/*.ts", "!../../../contract/src/*.test.ts"],
  { eager: true },
);
const endpoints = Object.values(modules)
  .flatMap((module) => Object.values(module))
  .filter((each) => typeof each === "object" && "method" in each && "path" in each);

/** Whether a body or response has one of these fields at any depth. */
const has = (shape: unknown, field: RegExp): boolean =>
  shape instanceof z.ZodType &&
  field.test(JSON.stringify(z.toJSONSchema(shape, { io: "input", unrepresentable: "any" })));

test("no recording includes calls whose body or response holds a code, a passkey or a secret", () => {
  const secret = endpoints
    .filter(
      ({ body, response }) =>
        has(body, /"(code|passkey|refreshToken|token)":/) ||
        has(response, /"(secret|recoveryCodes|authToken)":/),
    )
    .map(({ method, path }) => `${method} ${path}`);
  expect(secret).toEqual(
    expect.arrayContaining([
      "POST /me/second-factor",
      "POST /me/second-factor/confirm",
      "POST /me/passkeys/creation",
      "POST /me/erasure",
    ]),
  );
  const recorded = secret.filter((call) => {
    const address = `https://market.example/api/v1${call.split(" ")[1]!.replaceAll(/:\w+/g, "7")}`;
    return !secretCalls.some((each) => each.test(address));
  });
  expect(recorded).toEqual([]);
});

test("a recording includes all other calls of a page", () => {
  for (const path of ["/me", "/me/cart", "/me/notifications", "/management/orders"]) {
    const address = `https://market.example/api/v1${path}`;
    expect(secretCalls.filter((each) => each.test(address))).toEqual([]);
  }
});
