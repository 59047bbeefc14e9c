import { screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { serverOf } from "../../test/network.ts";
import { showPage } from "../../test/page.tsx";
import { BookkeepingPage } from "./BookkeepingPage.tsx";

const heads = () => screen.getAllByRole("columnheader").map(({ textContent }) => textContent);

it("shows the headings of the month's sums while they load, and the same ones above them", async () => {
  const { promise, resolve } = Promise.withResolvers<Response>();
  vi.stubGlobal("fetch", serverOf({ "GET /api/v1/management/bookkeeping": () => promise }));
  showPage(BookkeepingPage);
  await screen.findByRole("status", { name: "Loading the books of the month" });
  const waiting = heads();
  expect(waiting).toEqual(["Documents", "Net", "VAT", "Total"]);
  const sums = { count: 2, net: 100, vatAmount: 19, gross: 119 };
  const creditNotes = { count: 0, net: 0, vatAmount: 0, gross: 0 };
  const books = { month: "2026-10", invoices: sums, creditNotes, categories: [] };
  resolve(Response.json({ ...books, ecSales: 0, inTheMaking: 0 }));
  await screen.findAllByText("€119.00");
  expect(screen.queryByRole("status")).toBeNull();
  expect(heads()).toEqual(waiting);
});
