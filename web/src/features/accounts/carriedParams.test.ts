import { describe, expect, test } from "vitest";
import { litSteps } from "./PasswordField.tsx";
import { referralOf, carriedParams } from "./carriedParams.ts";

describe("the carried parameters", () => {
  test("are the next page and the referrer, nothing else", () => {
    const search = { next: "/cart", referalPartnerId: "7", referalExternalId: "crm", token: "t" };
    expect(carriedParams(search)).toEqual({
      next: "/cart",
      referalPartnerId: "7",
      referalExternalId: "crm",
    });
  });

  test.each([{ next: ["/a", "/b"] }, { next: " " }, {}])("omit %j", (search) => {
    expect(carriedParams(search)).toEqual({});
  });
});

describe("a partner link", () => {
  test("reaches the registration", () => {
    expect(referralOf({ referalPartnerId: "7", referalExternalId: " crm 1 " })).toEqual({
      referalPartnerId: "7",
      referalExternalId: "crm 1",
    });
  });

  test.each(["0", "-1", "seven", "2147483648", "7;drop"])(
    "malformed as %j does not prevent a registration",
    (referalPartnerId) => {
      expect(referralOf({ referalPartnerId })).toEqual({});
    },
  );

  test("with an overlong name of a person is truncated", () => {
    expect(referralOf({ referalExternalId: "x".repeat(500) }).referalExternalId).toHaveLength(200);
  });
});

test.each([
  [0, true, 1],
  [1, true, 1],
  [2, true, 2],
  [3, true, 3],
  [4, true, 4],
  // A password that is hard to guess but rejected must not look strong.
  [4, false, 1],
])("score %i with the requirements met: %j lights %i steps", (score, met, lit) => {
  const requirements = [{ requirement: "length" as const, met }];
  expect(litSteps({ score, requirements })).toBe(lit);
});
