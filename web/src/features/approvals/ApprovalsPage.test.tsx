import { screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { serverOf } from "../../test/network.ts";
import { showPage } from "../../test/page.tsx";
import { ApprovalsPage } from "./ApprovalsPage.tsx";

test("requests are not open to a viewer, who is told whom to ask", async () => {
  const named = { firstName: "Ilse", lastName: "Varendonk" };
  const owner = { userId: 1, ...named, role: "OWNER", blocked: false, admitted: true };
  const company = {
    name: "Varendonk Shipping",
    role: "VIEWER",
    members: [
      owner,
      { ...owner, userId: 2, firstName: "Tomas", blocked: true },
      { ...owner, userId: 3, firstName: "Femke", admitted: false },
    ],
    blocked: false,
    approvalRules: [],
  };
  vi.stubGlobal(
    "fetch",
    serverOf({
      "GET /api/v1/me/company": () => Response.json(company),
      "GET /api/v1/me/approvals": () => Response.json({ code: "FORBIDDEN" }, { status: 403 }),
    }),
  );
  showPage(ApprovalsPage);
  const title = await screen.findByRole("heading", { level: 1, name: /^Your role cannot open/ });
  expect(title.parentElement).toHaveTextContent(/\. Ilse Varendonk can give you another one\./);
});
