import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { serverOf } from "../../test/network.ts";
import { entries } from "./bank.queries.ts";
import { StatementsDialog } from "./StatementsDialog.tsx";
import "../../lib/i18n.ts";
import "../../locales/en/bank.ts";

const statement = {
  id: null,
  kind: "camt.053",
  version: "08",
  statementId: "S-7",
  from: "2026-01-10",
  to: "2026-01-10",
  opening: 500,
  closing: 500,
  incoming: 0,
  outgoing: 0,
  gap: null,
};

const add = vi.fn<() => void>();
/** What the server answers instead of adding a file. */
let refusal: object | undefined;
let client: QueryClient;
beforeEach(() => {
  add.mockClear();
  refusal = undefined;
  client = new QueryClient();
  client.setQueryData(entries.key, []);
});
/** Whether the entries on the page will be refetched. */
const isStale = () => client.getQueryState(entries.key)?.isInvalidated;

function chooseFile(page: Document, name: string) {
  const field = page.querySelector("input[type=file]")!;
  fireEvent.change(field, { target: { files: [new File(["x"], name)] } });
}

/** Renders the dialog after choosing a file in which the server has found this. */
async function read(
  found: { isNew: boolean; entries: number; duplicates: number } | undefined,
  bank: { reports: object[]; refusals: object[] } = { reports: [], refusals: [] },
) {
  vi.stubGlobal(
    "fetch",
    serverOf({
      "POST /api/v1/management/bank/statements": ({ searchParams }) => {
        if (searchParams.get("dryRun") !== "true") {
          add();
          if (refusal) return Response.json(refusal, { status: 409 });
        }
        const statements = found ? [{ ...statement, ...found }] : [];
        return Response.json({ ...bank, statements, refused: [], found: [] }, { status: 201 });
      },
    }),
  );
  const { container } = render(
    <MantineProvider env="test">
      <QueryClientProvider client={client}>
        <StatementsDialog onClose={() => undefined} />
      </QueryClientProvider>
    </MantineProvider>,
  );
  chooseFile(container.ownerDocument, "day.xml");
  await screen.findByText(found ? /S-7/ : /refund file 3/);
}

it.each([
  [0, "0 entries, 0 new"],
  [1, "1 entry, 0 new"],
])("adds a new statement whose %i entries are all known", async (known, expected) => {
  await read({ isNew: true, entries: known, duplicates: known });
  expect(screen.getByText("Balances match")).toBeInTheDocument();
  expect(screen.getByText(expected)).toBeInTheDocument();
  fireEvent.click(screen.getByRole("button", { name: "Add the statement" }));
  expect(isStale()).toBe(false);
  await expect.poll(() => add.mock.calls).toHaveLength(1);
  await expect.poll(isStale).toBe(true);
});

it("has nothing to add from a statement that is known with all its entries", async () => {
  await read({ isNew: false, entries: 0, duplicates: 0 });
  expect(screen.getByText("Already added")).toBeInTheDocument();
  expect(screen.getByRole("button", { name: "Nothing new" })).toHaveAttribute(
    "aria-disabled",
    "true",
  );
});

it("lists again what a status report refuses, with the bank's reason", async () => {
  const reason = "AC04, account closed";
  const refusal = { refundId: 8, name: "Brennvik AG", amount: 50, reason, cameBack: false };
  await read(undefined, {
    reports: [{ fileId: 3, isNew: true }],
    refusals: [refusal, { ...refusal, refundId: 9, name: "Halden AS", cameBack: true }],
  });
  expect(screen.getByText("€50.00 to Brennvik AG")).toBeInTheDocument();
  expect(screen.getAllByText(`${reason}. It goes back on the refund list.`)).toHaveLength(2);
  expect(screen.getByText("Refused")).toBeInTheDocument();
  expect(screen.getByText("Came back")).toBeInTheDocument();
  fireEvent.click(screen.getByRole("button", { name: "List 2 refunds again" }));
  await expect.poll(() => add.mock.calls).toHaveLength(1);
});

it("has nothing to add from a status report that refuses nothing", async () => {
  await read(undefined, { reports: [{ fileId: 3, isNew: false }], refusals: [] });
  expect(screen.getByText("No refusal that is not recorded yet")).toBeInTheDocument();
  expect(screen.getByRole("button", { name: "Nothing new" })).toHaveAttribute(
    "aria-disabled",
    "true",
  );
});

it("keeps a file that was not added with the reason, until another one is chosen", async () => {
  refusal = { status: 409, code: "INVALID_TRANSITION", detail: "It is being added by Noor." };
  await read({ isNew: true, entries: 1, duplicates: 0 });
  fireEvent.click(screen.getByRole("button", { name: "Add one new entry" }));
  expect(await screen.findByText("It is being added by Noor.")).toBeInTheDocument();
  expect(screen.getByText(/S-7/)).toBeInTheDocument();
  chooseFile(document, "next day.xml");
  await expect.poll(() => screen.queryByText("It is being added by Noor.")).toBeNull();
});
