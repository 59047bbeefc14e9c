import { describe, expect, test } from "vitest";
import { isFixedRole, isLastAdmin, roleChangeRefusal } from "./people.rules.ts";

describe("A user who gives a role", () => {
  const caller = { userId: 1, permissions: ["users:read", "users:write"] as const };
  const change = (userId: number, permissions: string[]) =>
    roleChangeRefusal(
      { ...caller, permissions: [...caller.permissions] },
      { id: userId },
      {
        permissions,
      },
    )?.code;

  test.each([
    ["may give all that they have", 2, ["users:read", "users:write"], undefined],
    ["may give less", 2, ["users:read"], undefined],
    ["may give a role without any right", 2, [], undefined],
    ["may not give one right more", 2, ["users:read", "orders:write"], "FORBIDDEN"],
    ["may not change their own role", 1, ["users:read"], "INVALID_TRANSITION"],
  ])("%s", (_what, userId, permissions, refusal) => {
    expect(change(userId, permissions)).toBe(refusal);
  });
});

test.each([
  ["Admin", true],
  ["User", true],
  ["Anonymous", true],
  ["admin", false],
  ["Bookkeeper", false],
])("The role %s is built in: %s", (name, fixed) => {
  expect(isFixedRole(name)).toBe(fixed);
});

test.each([
  ["the only one", [7], true],
  ["one of two", [7, 8], false],
  ["none, beside the only one", [8], false],
  ["none where there is none", [], false],
])("An account that is %s of the Admins is the last one: %s", (_who, adminIds, last) => {
  expect(isLastAdmin(7, adminIds)).toBe(last);
});
