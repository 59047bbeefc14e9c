import { expect, test } from "vitest";
import { canAct, companyRights, companyRoles, hasCompanyRight } from "./companyRoles.ts";

const may = {
  OWNER: ["buy", "decide", "orders", "details", "manage"],
  BUYER: ["buy", "orders"],
  APPROVER: ["buy", "decide", "orders"],
  ACCOUNTANT: ["orders", "details"],
  VIEWER: [],
} as const;

test.each(companyRoles)("%s has exactly these rights", (role) => {
  expect(companyRights.filter((right) => hasCompanyRight(role, right, false))).toEqual(may[role]);
});

test.each(companyRoles)("In a blocked company %s can read orders at most", (role) => {
  const reads = may[role].filter((right) => right === "orders");
  expect(companyRights.filter((right) => hasCompanyRight(role, right, true))).toEqual(reads);
});

test("who is admitted and not blocked can act", () => {
  const standings = [true, false].flatMap((admitted) =>
    [true, false].map((blocked) => ({ admitted, blocked })),
  );
  expect(standings.filter(canAct)).toEqual([{ admitted: true, blocked: false }]);
});
