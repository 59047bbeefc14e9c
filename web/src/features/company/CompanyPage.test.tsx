import { screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { serverOf } from "../../test/network.ts";
import { showPage } from "../../test/page.tsx";
import { CompanyPage } from "./CompanyPage.tsx";

test.each([
  ["ACCOUNTANT", false, "You are an accountant here: budgets are yours too."],
  ["ACCOUNTANT", true, "Only owners change the company. You are an accountant here."],
  ["VIEWER", false, "Only owners change the company. You are a viewer here."],
])("tells a member who is %s what is theirs, blocked: %s", async (role, blocked, said) => {
  const company = {
    id: 1,
    version: 1,
    name: "Varendonk Shipping",
    role,
    blocked,
    members: [],
    invitations: [],
    approvalRules: [],
    budgets: [],
    requirePurchaseOrderNumber: false,
  };
  const eInvoices = { profile: "EN16931", version: 1 };
  vi.stubGlobal(
    "fetch",
    serverOf({
      "GET /api/v1/me/company": () => Response.json(company),
      "GET /api/v1/me/company/e-invoices": () => Response.json(eInvoices),
    }),
  );
  showPage(CompanyPage);
  expect(await screen.findByText(said, { exact: false })).toBeVisible();
  vi.unstubAllGlobals();
});
