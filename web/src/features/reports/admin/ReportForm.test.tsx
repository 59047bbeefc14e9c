import { fireEvent, screen } from "@testing-library/react";
import type { ManagedReport } from "@tonneline/contract/managedReports";
import { useState } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import { serverOf } from "../../../test/network.ts";
import { showPage } from "../../../test/page.tsx";
import * as toasts from "../../../ui/toast.tsx";
import { ReportForm } from "./ReportForm.tsx";
import "../../../locales/en/managedReports.ts";

const report = {
  id: 7,
  version: 3,
  name: "Peat",
  description: "On peat.",
  price: 10,
  pages: 12,
  publishedAt: "2026-11-01",
  projects: [],
  hidden: false,
} as unknown as ManagedReport;
const { id: _id, projects: _projects, ...content } = report;

let now: ManagedReport;
let sent: unknown[];
const onAdded = vi.fn<(id: number) => void>();

beforeEach(() => {
  [now, sent] = [report, []];
  onAdded.mockClear();
  vi.spyOn(toasts, "showToast").mockImplementation(() => {});
  const server = serverOf({
    "GET /api/v1/projects": () => Response.json({ content: [] }),
    "POST /api/v1/management/reports": (_, init) => {
      sent.push(JSON.parse(String(init?.body)));
      return Response.json({ ...report, id: 9 }, { status: 201 });
    },
    "PATCH /api/v1/management/reports/7": (_, init) => {
      const body = JSON.parse(String(init?.body)) as { version: number };
      sent.push(body);
      const problem = { code: "VERSION_CONFLICT", detail: "Noor changed this.", status: 409 };
      if (body.version !== now.version) return Response.json(problem, { status: 409 });
      now = { ...now, ...body, version: now.version + 1 };
      return Response.json(now);
    },
  });
  vi.stubGlobal("fetch", server);
});

/** Shows the form of what was read last; the button reads it again. */
async function open(isNew = false) {
  showPage(function Page() {
    const [read, setRead] = useState(now);
    return (
      <>
        <ReportForm report={isNew ? undefined : read} canWrite onAdded={onAdded} />
        <button onClick={() => setRead(now)}>Read again</button>
      </>
    );
  });
  await screen.findByLabelText("Name");
}
const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));

test("what a colleague saved meanwhile is not overwritten before it was shown", async () => {
  await open();
  type("Name", "Peatland");
  now = { ...now, version: 4, price: 20 };
  press("Read again");
  expect(screen.getByLabelText("Price (EUR, net)")).toHaveValue("20.00");
  press("Save changes");
  const conflict = /^Noor changed this\. What you typed is still here/;
  expect(await screen.findByText(conflict)).toBeInTheDocument();
  expect(screen.getByLabelText("Name")).toHaveValue("Peatland");
  press("Save changes");
  const body = { ...content, name: "Peatland", price: 20, projectIds: [] };
  await expect.poll(() => sent).toEqual([3, 4].map((version) => ({ ...body, version })));
  expect(onAdded).not.toHaveBeenCalled();

  // The next save replaces one's own, even before the list is read again; a blank field has no number.
  await expect.poll(() => screen.getByRole("button", { name: "Save changes" }).ariaBusy).toBeNull();
  type("Pages", " ");
  press("Save changes");
  await expect.poll(() => sent[2]).toEqual({ ...body, pages: null, version: 5 });
});

test("a new report is opened once it is added", async () => {
  await open(true);
  type("Name", "Peat");
  type("Price (EUR, net)", "10");
  press("Add report");
  await expect.poll(() => onAdded.mock.calls).toEqual([[9]]);
  expect(sent).toHaveLength(1);
});
