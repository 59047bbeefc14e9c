import { describe, expect, test } from "vitest";
import { enrolment, lacksFactor, plainCode, recoveryCode, stepOf } from "./secondFactor.rules.ts";

// Test vectors of RFC 6238, appendix B; apps show their last six digits.
const secret = Buffer.from("12345678901234567890");
const at59s = "287082";

test("the secret and its URI have the format that apps read", () => {
  const { secret: base32, uri } = enrolment(secret, "per@company.example");
  expect(base32).toBe("GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ");
  expect(uri).toBe(
    "otpauth://totp/Tonneline:per%40company.example?issuer=Tonneline&secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&algorithm=SHA1&digits=6&period=30",
  );
});

describe("a code", () => {
  test.each([
    [59, at59s, 1],
    [1_111_111_109, "081804", 37_037_036],
    [1_234_567_890, "005924", 41_152_263],
  ])("at %i s is %s, of step %i", (seconds, code, step) => {
    expect(stepOf(secret, code, seconds * 1000, 0)).toBe(step);
  });

  test.each([
    ["at the beginning of the step before", 0, 1],
    ["at the end of the step after", 89.999, 1],
    ["later than that", 90, undefined],
  ])("is accepted with a clock half a minute off: %s", (_, seconds, step) => {
    expect(stepOf(secret, at59s, seconds * 1000, 0)).toBe(step);
  });

  test.each([
    ["of a step that was taken", 1, undefined],
    ["of a step before one that was taken", 2, undefined],
    ["of a step after one that was taken", 0, 1],
  ])("%s", (_, lastStep, step) => {
    expect(stepOf(secret, at59s, 59_000, lastStep)).toBe(step);
  });

  test.each(["287083", "", "abcdef"])("that is wrong, %j, has no step", (code) => {
    expect(stepOf(secret, code, 59_000, 0)).toBeUndefined();
  });
});

test.each([
  ["Admin", false, true],
  ["Admin", true, false],
  ["User", false, false],
  ["User", true, false],
])("%s, with a factor %s: lacks one %s", (roleName, hasSecondFactor, lacks) => {
  expect(lacksFactor({ roleName, hasSecondFactor })).toBe(lacks);
});

describe("a recovery code", () => {
  test("is four groups of four, without letters that look like digits, and no two are the same", () => {
    const codes = Array.from({ length: 200 }, recoveryCode);
    for (const code of codes) expect(code).toMatch(/^([A-HJ-NP-Z2-9]{4}-){3}[A-HJ-NP-Z2-9]{4}$/);
    expect(new Set(codes).size).toBe(200);
    // All 32 letters occur: the odds that 3,200 draws miss one are below 1 in 10^40.
    expect(new Set(codes.join("").replaceAll("-", "")).size).toBe(32);
  });

  test("compares equal however it is typed", () => {
    expect(plainCode(" abcd-EFGH jklm-2345")).toBe("ABCDEFGHJKLM2345");
    expect(plainCode("１２３\u00a0456\u200b")).toBe("123456");
  });
});
