import type { SupportRequest } from "@tonneline/contract/support";
import { fireEvent, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { serverOf } from "../../../test/network.ts";
import { showPage } from "../../../test/page.tsx";
import { DoneDialog } from "./DoneDialog.tsx";
import "../../../lib/i18n.ts";
import "../../../locales/en/management.ts";
import "../../../locales/en/table.ts";

test("A request that a colleague has changed must be reviewed, and cannot be retried", async () => {
  const problem = { type: "", title: "", code: "VERSION_CONFLICT", detail: "Noor changed this." };
  const server = serverOf({
    "PATCH /api/v1/management/support-requests/7": () =>
      Response.json({ ...problem, status: 409 }, { status: 409 }),
  });
  vi.stubGlobal("fetch", server);
  const request = { id: 7, version: 1, firstName: "Ilse", lastName: "V" } as SupportRequest;
  showPage(() => <DoneDialog requests={[request]} onClose={() => {}} />);
  fireEvent.click(await screen.findByRole("button", { name: "Close 1" }));
  expect(await screen.findByText("Not done: Noor changed this.")).toBeInTheDocument();
  expect(screen.queryByRole("button", { name: "Try it again" })).toBeNull();
});
