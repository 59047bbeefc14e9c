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

it("removes the limit only if the field is empty, not if it cannot be read", async () => {
  show("limit");
  const field = screen.getByRole("textbox");
  fireEvent.change(field, { target: { value: "ten" } });
  confirm("Save limit");
  expect(field).toBeInvalid();
  expect(onRequest).not.toHaveBeenCalled();
  fireEvent.change(field, { target: { value: " " } });
  confirm("Save limit");
  await waitFor(() =>
    expect(onRequest.mock.calls).toEqual([["limit", { creditLimit: null, version: 1 }]]),
  );
});

it("warns that the users of a blocked company are unblocked by merging it", () => {
  const blocked =
    /Brennvik is blocked\. As members of the other company, its people can order and retire again/;
  const read = show("merge");
  expect(screen.queryByText(blocked)).toBeNull();
  read({ ...active, state: "BLOCKED" });
  expect(screen.getByText(blocked)).toBeInTheDocument();
});

it("merges again with the same key after a lost response, and with a new one for another reason", async () => {
  const wend = { ...active, id: 6, name: "Wend Ceramics" };
  const keys: (string | null)[] = [];
  const states = new Set<string | null>();
  vi.stubGlobal(
    "fetch",
    serverOf({
      "GET /api/v1/management/companies": ({ searchParams }) => {
        states.add(searchParams.get("state"));
        return Response.json({ content: [active, wend] });
      },
      "POST /api/v1/management/companies/5/merge": (_, init) => {
        keys.push(new Headers(init?.headers).get("idempotency-key"));
        if (keys.length < 3) throw new TypeError("The response was lost.");
        return Response.json(wend);
      },
    }),
  );
  const onMerged = vi.fn<(id: number) => void>();
  show("merge", onMerged);
  const into = screen.getByRole("combobox", { name: "Merge into" });
  fireEvent.change(into, { target: { value: "Wend" } });
  fireEvent.click(await screen.findByRole("option", { hidden: true, name: "Wend Ceramics (6)" }));
  expect([...states]).toEqual(["ACTIVE"]);
  expect(screen.queryByRole("option", { hidden: true, name: "Brennvik (5)" })).toBeNull();
  confirm("Merge permanently");
  expect(screen.getByLabelText("Reason")).toBeInvalid();
  expect(keys).toEqual([]);
  for (const [sent, reason] of ["One firm", "One group", "One firm"].entries()) {
    fireEvent.change(screen.getByLabelText("Reason"), { target: { value: reason } });
    confirm("Merge permanently");
    await waitFor(() => expect(keys).toHaveLength(sent + 1));
    if (sent < 2) await screen.findByText(/cannot be reached/);
  }
  await waitFor(() => expect(onMerged).toHaveBeenCalledWith(6));
  expect(keys[0]).toEqual(expect.any(String));
  expect(keys[1]).not.toBe(keys[0]);
  expect(keys[2]).toBe(keys[0]);
});
