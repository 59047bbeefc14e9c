import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import type { CompanyRecord } from "@tonneline/contract/companies";
import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { serverOf } from "../../../test/network.ts";
import { CompanyDialog, type CompanyStep } from "./CompanyDialog.tsx";
import "../../../lib/i18n.ts";
import "../../../locales/en/companies.ts";

const active = {
  id: 5,
  version: 1,
  name: "Brennvik",
  state: "ACTIVE",
  creditLimit: null,
} as CompanyRecord;

const onRequest = vi.fn<(call: string, body: unknown) => void>();
const refused = (code: string) =>
  Response.json(
    { type: "about:blank", title: "", code, detail: "By Grace.", status: 409 },
    { status: 409 },
  );
const server = serverOf({
  "POST /api/v1/management/companies/5/block": (_, init) => {
    onRequest("block", JSON.parse(String(init?.body)));
    return refused("INVALID_TRANSITION");
  },
  "GET /api/v1/management/companies": () =>
    Response.json({ content: [], totalElements: 0, totalPages: 0, number: 0, size: 8 }),
  "PATCH /api/v1/management/companies/5": (_, init) => {
    onRequest("limit", JSON.parse(String(init?.body)));
    return refused("VERSION_CONFLICT");
  },
});

beforeEach(() => {
  onRequest.mockClear();
  vi.stubGlobal("fetch", server);
});

function show(step: CompanyStep, onMerged: (id: number) => void = () => {}) {
  const client = new QueryClient();
  const dialog = (company: CompanyRecord) => (
    <MantineProvider env="test">
      <QueryClientProvider client={client}>
        <CompanyDialog step={step} company={company} onMerged={onMerged} onClose={() => {}} />
      </QueryClientProvider>
    </MantineProvider>
  );
  const { rerender } = render(dialog(active));
  return (company: CompanyRecord) => rerender(dialog(company));
}
const confirm = (name: string) => fireEvent.click(screen.getByRole("button", { name }));

it("still blocks a company that a colleague has blocked meanwhile, and reports that", async () => {
  const read = show("block");
  fireEvent.change(screen.getByLabelText(/^Reason/), { target: { value: "Does not pay" } });
  read({ ...active, version: 2, state: "BLOCKED" });
  confirm("Block");
  expect(await screen.findByText(/By Grace\./)).toBeInTheDocument();
  expect(onRequest.mock.calls).toEqual([["block", { reason: "Does not pay" }]]);
});

it("is refused a limit if another was set meanwhile, until that was shown", async () => {
  const read = show("limit");
  fireEvent.change(screen.getByRole("textbox"), { target: { value: "10" } });
  read({ ...active, version: 2, creditLimit: 5000 });
  confirm("Save limit");
  expect(await screen.findByText(/By Grace\./)).toBeInTheDocument();
  confirm("Save limit");
  await waitFor(() => expect(onRequest).toHaveBeenCalledTimes(2));
  expect(onRequest.mock.calls.map(([, body]) => body)).toEqual([
    { creditLimit: 10, version: 1 },
    { creditLimit: 10, version: 2 },
  ]);
});

it("warns that the users of a blocked company are unblocked by merging it", () => {
  const blocked =
    /Brennvik is blocked\. As members of the other company, its people can order and retire again/;
  const read = show("merge");
  expect(screen.queryByText(blocked)).toBeNull();
  read({ ...active, state: "BLOCKED" });
  expect(screen.getByText(blocked)).toBeInTheDocument();
});

it.each([
  ["for the same reason", "One firm", 1],
  ["by a colleague for another reason", "By Jonas", 0],
])("counts a company as merged only if that was done %s", async (_, mergeReason, times) => {
  const wend = { ...active, id: 6, name: "Wend Ceramics" };
  let merges = 0;
  vi.stubGlobal(
    "fetch",
    serverOf({
      "GET /api/v1/management/companies": () => Response.json({ content: [wend] }),
      "GET /api/v1/management/companies/5": () =>
        Response.json({ ...active, mergedInto: { id: 6, name: wend.name }, mergeReason }),
      "GET /api/v1/management/companies/6": () => Response.json(wend),
      "POST /api/v1/management/companies/5/merge": () => {
        if (merges++ === 0) throw new TypeError("The response was lost.");
        return refused("INVALID_TRANSITION");
      },
    }),
  );
  const onMerged = vi.fn<(id: number) => void>();
  show("merge", onMerged);
  const into = screen.getByRole("combobox", { name: "Merge into" });
  fireEvent.change(into, { target: { value: "Wend" } });
  fireEvent.click(await screen.findByRole("option", { hidden: true, name: "Wend Ceramics (6)" }));
  fireEvent.change(screen.getByLabelText("Reason"), { target: { value: "One firm " } });
  confirm("Merge permanently");
  expect(await screen.findByText(/cannot be reached/)).toBeInTheDocument();
  confirm("Merge permanently");
  await expect.poll(() => screen.queryByText(/cannot be reached/)).toBeNull();
  await waitFor(() => expect(onMerged).toHaveBeenCalledTimes(times));
  if (times === 0) expect(await screen.findByText(/By Grace\./)).toBeInTheDocument();
  else expect(onMerged).toHaveBeenCalledWith(6);
});
