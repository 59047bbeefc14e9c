import { screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { serverOf } from "../../test/network.ts";
import { showPage } from "../../test/page.tsx";
import { DocumentsPage } from "./DocumentsPage.tsx";

test("the downloads stand where they stay: below the documents, or why there are none", async () => {
  const { promise, resolve } = Promise.withResolvers<Response>();
  const server = serverOf({ "GET /api/v1/me/documents": () => promise });
  vi.stubGlobal("fetch", server);
  showPage(DocumentsPage);
  await screen.findByRole("heading", { name: "Documents" });
  expect(screen.queryByText("Statement of account")).toBeNull();
  resolve(Response.json({ code: "INTERNAL" }, { status: 500 }));
  await screen.findByText("Your documents could not be loaded");
  expect(screen.getByText("Statement of account")).toBeVisible();
  vi.unstubAllGlobals();
});
