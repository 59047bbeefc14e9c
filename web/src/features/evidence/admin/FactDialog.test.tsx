import { fireEvent, screen, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { serverOf } from "../../../test/network.ts";
import { showPage } from "../../../test/page.tsx";
import { RecordEditor } from "./RecordEditor.tsx";
import "../../../locales/en/evidence.ts";
import "../../../locales/en/table.ts";

const told = { state: "KNOWN", source: "Registry", asOf: "2025-12-31" };
const project = {
  known: 2,
  of: 14,
  fields: [
    { field: "verifier", value: "Moor", ...told },
    { field: "article6", value: "As the registry has it", ...told },
  ],
};
const vintage = { known: 1, of: 5, fields: [{ field: "article6", state: "UNKNOWN" }] };
const vintages = [{ ...vintage, vintageId: 8, year: 2022, creditType: "EX_POST" }];

function begin(canWrite = true) {
  const sent: unknown[] = [];
  const one = "/api/v1/management/projects/3/evidence";
  const take = (call: string) => [
    call.replace(" ", ` ${one}`),
    (_: URL, init?: RequestInit) => {
      sent.push([call, init?.body ? JSON.parse(String(init.body)) : undefined]);
      return Response.json({});
    },
  ];
  const calls = ["PUT /verifier", "DELETE /verifier", "PUT /vintages/8/article6"];
  const server = serverOf({
    [`GET ${one}`]: () => Response.json(project),
    [`GET ${one}/vintages`]: () => Response.json({ content: vintages }),
    ...Object.fromEntries(calls.map(take)),
  });
  vi.stubGlobal("fetch", server);
  showPage(() => <RecordEditor projectId={3} canWrite={canWrite} />);
  return sent;
}
const change = (at: number) =>
  fireEvent.click(screen.getAllByRole("button", { name: /^Change: / })[at]!);
const dialog = async () => within(await screen.findByRole("dialog"));
const type = (label: RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const save = () => fireEvent.click(screen.getByRole("button", { name: "Save fact" }));
const isClosed = () => expect.poll(() => screen.queryByRole("dialog")).toBeNull();

test("a fact is stated with its source and date, without a value if unknown, or left to the registry", async () => {
  const sent = begin();
  await screen.findByText(/^2 of 14/);
  change(0);
  await dialog();
  type(/^Value/, " ");
  save();
  expect(screen.getByText("Enter what is known.")).toBeInTheDocument();
  type(/^Value/, "Fen");
  type(/^Source/, " ");
  save();
  expect(screen.getByText("Enter the source.")).toBeInTheDocument();
  expect(sent).toEqual([]);
  type(/^Source/, "Audit");
  save();
  await isClosed();
  const body = { source: "Audit", asOf: "2025-12-31" };
  expect(sent.pop()).toEqual(["PUT /verifier", { ...body, state: "KNOWN", value: "Fen" }]);

  change(0);
  await dialog();
  type(/^What is known/, "NOT_APPLICABLE");
  expect(screen.queryByLabelText(/^Value/)).toBeNull();
  type(/^Source/, "Audit");
  save();
  await isClosed();
  expect(sent.pop()).toEqual(["PUT /verifier", { ...body, state: "NOT_APPLICABLE" }]);

  change(0);
  await dialog();
  type(/^What is known/, "REGISTRY");
  expect(screen.queryByLabelText(/^Source/)).toBeNull();
  save();
  await isClosed();
  expect(sent).toEqual([["DELETE /verifier", undefined]]);
});

test("a fact of a vintage applies to it alone, and adjustments are chosen from a few states", async () => {
  const sent = begin();
  await screen.findByText(/^2 of 14/);
  change(1);
  // A value outside the choices must not be preselected.
  expect((await dialog()).getByLabelText(/^Value/)).toHaveValue("");
  save();
  expect(screen.getByText("Enter what is known.")).toBeInTheDocument();
  fireEvent.click(screen.getByRole("button", { name: "Cancel" }));
  await isClosed();

  type(/^Record of/, "8");
  await screen.findByText(/^1 of 5/);
  change(0);
  await dialog();
  type(/^What is known/, "KNOWN");
  const value = screen.getByLabelText<HTMLSelectElement>(/^Value/);
  const state = [...value.options].at(-1)!.value;
  type(/^Value/, state);
  type(/^Source/, "Letter");
  type(/^As of/, "2026-01-02");
  save();
  await isClosed();
  const body = { state: "KNOWN", value: state, source: "Letter", asOf: "2026-01-02" };
  expect(sent).toEqual([["PUT /vintages/8/article6", body]]);
});

test("a date that the server refuses shows the error at its field", async () => {
  begin();
  await screen.findByText(/^2 of 14/);
  change(0);
  await dialog();
  const message = "This date is in the future";
  const problem = { status: 400, code: "VALIDATION_FAILED", detail: "Some fields are not valid." };
  const fieldErrors = [{ path: "asOf", message }];
  const refuse = () => Response.json({ ...problem, fieldErrors }, { status: 400 });
  vi.stubGlobal(
    "fetch",
    serverOf({ "PUT /api/v1/management/projects/3/evidence/verifier": refuse }),
  );
  save();
  await screen.findByText(message);
  expect(screen.getByLabelText(/^As of/)).toBeInvalid();
  expect(screen.queryByText(problem.detail)).toBeNull();
});

test("a read-only user is offered no changes", async () => {
  begin(false);
  await screen.findByText(/^2 of 14/);
  expect(screen.queryByRole("button")).toBeNull();
});
