import { fireEvent, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { serverOf } from "../../test/network.ts";
import { showPage } from "../../test/page.tsx";
import { FileDialog } from "./FileDialog.tsx";
import "../../locales/en/prices.ts";
import "../../locales/en/table.ts";

const project = { id: 9, name: "Tree" };
const row = { project, version: 3, carts: 2, price: null, after: 8.5 };
const rows = [
  { ...row, id: 1, year: 2020 },
  { ...row, id: 2, year: 2021, price: 7, carts: 0 },
];
const leftOut = [{ line: 7, name: "Peat 2022", why: "The price is none." }];
const read = { rows, leftOut, unchanged: 4100, told: { carts: 2, shortlists: 0 } };

test("no other file can be chosen while prices are being changed", async () => {
  const server = serverOf({
    "POST /api/v1/management/prices/file": () => Response.json(read),
    "POST /api/v1/management/prices/changes": () => Response.json({ id: 3 }, { status: 202 }),
    "GET /api/v1/management/prices/changes/3": () => new Promise(() => {}),
  });
  vi.stubGlobal("fetch", server);
  showPage(() => <FileDialog onClose={() => {}} />);
  await screen.findByRole("dialog");
  const input = document.querySelector<HTMLInputElement>("input[type=file]")!;
  await userEvent.upload(input, new File(["x"], "prices.csv", { type: "text/csv" }));
  expect(await screen.findByRole("button", { name: "Choose another file" })).toBeVisible();
  fireEvent.click(screen.getByRole("button", { name: "Change 2 prices" }));
  expect(await screen.findByText("0 of 2 done")).toBeVisible();
  expect(screen.queryByRole("button", { name: "Choose another file" })).toBeNull();
});

test("a corrected file is read again, and only the previewed prices are changed", async () => {
  const answers = [{ ...read, rows: [] }, read];
  const sent: unknown[] = [];
  const server = serverOf({
    "POST /api/v1/management/prices/file": () => Response.json(answers.shift()),
    "POST /api/v1/management/prices/changes": (_, init) => {
      sent.push(JSON.parse(String(init?.body)));
      return Response.json({ id: 3 }, { status: 202 });
    },
    "GET /api/v1/management/prices/changes/3": () => {
      const done = { code: null, detail: null };
      return Response.json({ id: 3, total: 2, results: rows.map(({ id }) => ({ id, ...done })) });
    },
  });
  vi.stubGlobal("fetch", server);
  const closed = vi.fn<() => void>();
  showPage(() => <FileDialog onClose={closed} />);
  const confirm = () => screen.getByRole("button", { name: /^Change (prices|\d|one)/ });
  await screen.findByRole("dialog");
  fireEvent.click(confirm());
  expect(screen.getByText("Choose a file first")).toBeInTheDocument();

  const input = document.querySelector<HTMLInputElement>("input[type=file]")!;
  const file = new File(["x"], "prices.csv", { type: "text/csv" });
  await userEvent.upload(input, file);
  expect(await screen.findByText("Line 7, Peat 2022")).toBeInTheDocument();
  expect(screen.getByText("No price changes; 4,100 stay unchanged.")).toBeInTheDocument();
  fireEvent.click(confirm());
  expect(screen.getByText(/^No price changes\. Choose a file/)).toBeInTheDocument();
  expect(sent).toEqual([]);
  // Browsers report the same file again only if none is selected.
  expect(input.value).toBe("");

  await userEvent.upload(input, file);
  expect(await screen.findByText("€7.00")).toBeInTheDocument();
  expect(screen.getByText("On request")).toBeInTheDocument();
  expect(screen.getByText("2 prices change; 4,100 stay unchanged.")).toBeInTheDocument();
  expect(screen.getByText("in 2 carts")).toBeInTheDocument();
  expect(screen.getAllByText("€8.50")).toHaveLength(2);
  fireEvent.click(confirm());
  await expect.poll(() => closed.mock.calls.length).toBe(1);
  const asks = { price: 8.5, version: 3 };
  expect(sent).toEqual([{ rows: [1, 2].map((id) => ({ id, asks })) }]);
});
