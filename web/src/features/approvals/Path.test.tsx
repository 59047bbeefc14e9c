import { screen } from "@testing-library/react";
import type { Approval } from "@tonneline/contract/approvals";
import { expect, test, vi } from "vitest";
import { serverOf } from "../../test/network.ts";
import { showPage } from "../../test/page.tsx";
import { Path } from "./Path.tsx";
import "../../locales/en/approvals.ts";

const approval = {
  id: 1,
  status: "PENDING",
  requester: { username: "maja@kueste.example", name: "Maja Holm" },
  createdAt: "2026-01-01T00:00:00.000Z",
  waitsFor: [],
} as unknown as Approval;

test.each([
  ["OWNER", /can approve it\. Name an approver on your company's page\.$/],
  ["BUYER", /can approve it\. Ask an owner to name an approver\.$/],
] as const)("%s sees who can help if nobody may approve", async (role, expected) => {
  const company = () => Response.json({ role, blocked: false, members: [] });
  vi.stubGlobal("fetch", serverOf({ "GET /api/v1/me/company": company }));
  showPage(() => <Path approval={approval} />);
  expect(await screen.findByText(expected)).toBeVisible();
});
