import { fireEvent, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { serverOf } from "../../test/network.ts";
import { showPage } from "../../test/page.tsx";
import { CompanyPage } from "./CompanyPage.tsx";

const company = {
  id: 1,
  version: 1,
  name: "Varendonk Shipping",
  role: "OWNER",
  blocked: false,
  members: [] as object[],
  invitations: [],
  approvalRules: [],
  budgets: [],
  requirePurchaseOrderNumber: false,
};
const eInvoices = { profile: "EN16931", version: 1 };

function showFor(more: Partial<typeof company>): void {
  vi.stubGlobal(
    "fetch",
    serverOf({
      "GET /api/v1/me/company": () => Response.json({ ...company, ...more }),
      "GET /api/v1/me/company/e-invoices": () => Response.json(eInvoices),
    }),
  );
  showPage(CompanyPage);
}

test.each([
  ["ACCOUNTANT", false, "You are an accountant here and can change budgets."],
  ["ACCOUNTANT", true, "Only owners can change the company. You are an accountant here."],
  ["VIEWER", false, "Only owners can change the company. You are a viewer here."],
])("tells a member who is %s what they may do, blocked: %s", async (role, blocked, expected) => {
  showFor({ role, blocked });
  expect(await screen.findByText(expected, { exact: false })).toBeVisible();
});

test("warns before removing a member that their open requests end", async () => {
  const bram = {
    userId: 2,
    username: "bram@varendonk.example",
    firstName: "Bram",
    lastName: "Put",
  };
  const since = "2026-11-26T10:00:00Z";
  const standing = { role: "BUYER" as const, blocked: false, admitted: true };
  showFor({ members: [{ ...bram, ...standing, since, lastLoginAt: null }] });
  fireEvent.click(await screen.findByRole("button", { name: "Remove Bram Put" }));
  expect(await screen.findByText(/their open requests end/)).toBeInTheDocument();
});

test.each([
  [{ role: "OWNER" }, true],
  [{ role: "OWNER", blocked: true }, false],
  [{ role: "ACCOUNTANT" }, false],
])("a member who is %j can manage the company: %s", async (member, can) => {
  showFor(member);
  await screen.findByRole("heading", { name: "Approval rules" });
  expect(screen.queryAllByRole("heading", { name: /^Invite/ })).toHaveLength(can ? 1 : 0);
  expect(screen.queryAllByRole("button", { name: /rule/i }).length > 0).toBe(can);
});
