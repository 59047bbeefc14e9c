import { useQueryClient, type QueryClient } from "@tanstack/react-query";
import type { ManagedReport } from "@tonneline/contract/managedReports";
import { fireEvent, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { serverOf } from "../../../test/network.ts";
import { showPage } from "../../../test/page.tsx";
import { managedReports } from "./admin.queries.ts";
import { ReportFile } from "./ReportFile.tsx";
import "../../../lib/i18n.ts";
import "../../../locales/en/managedReports.ts";

const report = { id: 7, version: 3, file: null } as ManagedReport;

test.each([
  [404, "NOT_FOUND", "This does not exist, or is not yours.", /^Somebody else has deleted this/],
  [409, "VERSION_CONFLICT", "Noor Halvard changed this.", /^Noor Halvard changed this\.$/],
])(
  "a PDF is uploaded to the version seen, and %i %s is reported to an operator",
  async (status, code, detail, expected) => {
    const versions: (string | null)[] = [];
    const path = "PUT /api/v1/management/reports/7/file";
    const refuse = (url: URL) => {
      versions.push(url.searchParams.get("version"));
      return Response.json({ type: "", title: "", status, code, detail }, { status });
    };
    vi.stubGlobal("fetch", serverOf({ [path]: refuse }));
    showPage(() => <ReportFile report={report} canWrite />);
    await screen.findByRole("button", { name: "Upload the PDF" });
    const input = document.querySelector<HTMLInputElement>("input[type=file]")!;
    fireEvent.change(input, { target: { files: [new File(["%PDF-1.7"], "Peat.pdf")] } });
    expect(await screen.findByText(expected)).toBeVisible();
    expect(versions).toEqual(["3"]);
  },
);

test("a report is refetched after an upload, and after a colleague's concurrent change", async () => {
  const responses = [
    () => Response.json({ ...report, version: 4 }),
    () =>
      Response.json(
        {
          type: "",
          title: "",
          code: "VERSION_CONFLICT",
          detail: "Noor changed this.",
          status: 409,
        },
        { status: 409 },
      ),
  ];
  const put = vi.fn(() => responses.shift()!());
  vi.stubGlobal("fetch", serverOf({ "PUT /api/v1/management/reports/7/file": put }));
  let client: QueryClient;
  showPage(() => {
    client = useQueryClient();
    return <ReportFile report={report} canWrite />;
  });
  await screen.findByRole("button", { name: "Upload the PDF" });
  const list = [...managedReports.key, "list"];
  const input = document.querySelector<HTMLInputElement>("input[type=file]")!;
  for (const times of [1, 2]) {
    client!.setQueryData(list, {});
    fireEvent.change(input, { target: { files: [new File(["%PDF-1.7"], "Peat.pdf")] } });
    await expect.poll(() => client.getQueryState(list)!.isInvalidated).toBe(true);
    expect(put).toHaveBeenCalledTimes(times);
  }
  await screen.findByText("Noor changed this.");
});

test("a failed download is no longer reported once the PDF is replaced", async () => {
  const missing = { type: "", title: "", code: "NOT_FOUND", detail: "Gone.", status: 404 };
  vi.stubGlobal(
    "fetch",
    serverOf({
      "GET /api/v1/management/reports/7/file": () => Response.json(missing, { status: 404 }),
      "PUT /api/v1/management/reports/7/file": () => Response.json({ ...report, version: 4 }),
    }),
  );
  const stored = { ...report, file: { name: "Peat.pdf", bytes: 8 } } as ManagedReport;
  showPage(() => <ReportFile report={stored} canWrite />);
  fireEvent.click(await screen.findByRole("button", { name: /^Peat\.pdf/ }));
  await screen.findByRole("alert");
  const input = document.querySelector<HTMLInputElement>("input[type=file]")!;
  fireEvent.change(input, { target: { files: [new File(["%PDF-1.7"], "Peat.pdf")] } });
  await expect.poll(() => screen.queryByRole("alert")).toBeNull();
});

test("a failed upload is no longer reported during a download, which another upload does not hide", async () => {
  const full = { type: "", title: "", code: "CONFLICT", detail: "Not stored.", status: 409 };
  const download = vi.fn(() => new Promise<Response>(() => {}));
  vi.stubGlobal(
    "fetch",
    serverOf({
      "GET /api/v1/management/reports/7/file": download,
      "PUT /api/v1/management/reports/7/file": () => Response.json(full, { status: 409 }),
    }),
  );
  const stored = { ...report, file: { name: "Peat.pdf", bytes: 8 } } as ManagedReport;
  showPage(() => <ReportFile report={stored} canWrite />);
  const button = await screen.findByRole("button", { name: /^Peat\.pdf/ });
  const input = document.querySelector<HTMLInputElement>("input[type=file]")!;
  fireEvent.change(input, { target: { files: [new File(["%PDF-1.7"], "Peat.pdf")] } });
  await screen.findByRole("alert");
  fireEvent.click(button);
  await expect.poll(() => screen.queryByRole("alert")).toBeNull();
  expect(download).toHaveBeenCalledOnce();
  fireEvent.change(input, { target: { files: [new File(["%PDF-1.7"], "Peat.pdf")] } });
  await screen.findByRole("alert");
  expect(button).toHaveAttribute("aria-busy", "true");
});
