import { fireEvent, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { serverOf } from "../../test/network.ts";
import { showPage } from "../../test/page.tsx";
import { Downloads } from "./Downloads.tsx";
import { DocumentsPage } from "./DocumentsPage.tsx";

test("the downloads appear where they stay: below the documents, or below the error", async () => {
  const { promise, resolve } = Promise.withResolvers<Response>();
  const server = serverOf({ "GET /api/v1/me/documents": () => promise });
  vi.stubGlobal("fetch", server);
  showPage(DocumentsPage);
  await screen.findByRole("searchbox");
  expect(screen.queryByText("Statement of account")).toBeNull();
  resolve(Response.json({ code: "INTERNAL" }, { status: 500 }));
  await screen.findByText("Your documents could not be loaded");
  expect(screen.getByText("Statement of account")).toBeVisible();
});

test("a statement is requested from the first day to the last, which cannot precede it", async () => {
  const requests: string[] = [];
  const server = serverOf({
    "GET /api/v1/me/documents/statement": ({ search }) => {
      requests.push(search);
      return Response.json({ code: "INTERNAL" }, { status: 500 });
    },
  });
  vi.stubGlobal("fetch", server);
  showPage(Downloads);
  const type = (label: string, value: string) =>
    fireEvent.change(screen.getByLabelText(label), { target: { value } });
  const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));
  await screen.findByLabelText("From");
  type("From", "2026-02-02");
  type("To", "2026-02-01");
  press("Download PDF");
  expect(screen.getByText("The end is before the start.")).toBeVisible();
  await expect.poll(() => document.activeElement).toBe(screen.getByLabelText("To"));
  type("To", "");
  expect(screen.getByText("Enter both days.")).toBeVisible();
  type("To", "2026-02-02");
  press("Download CSV");
  await expect.poll(() => requests).toEqual(["?from=2026-02-02&to=2026-02-02&format=csv"]);
});
