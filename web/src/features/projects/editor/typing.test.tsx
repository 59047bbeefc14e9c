import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ManagedProject } from "@tonneline/contract/projects";
import { FormProvider } from "react-hook-form";
import { beforeEach, expect, it, vi } from "vitest";
import { serverOf } from "../../../test/network.ts";
import { clearDraft } from "./editor.draft.ts";
import { EditorProvider } from "./EditorContext.tsx";
import { managedProject } from "../../../test/managedProject.ts";
import { LabelsSection } from "./LabelsSection.tsx";
import { MediaSection } from "./MediaSection.tsx";
import { useEditorForm } from "./useEditorForm.ts";
import { VintagesSection } from "./VintagesSection.tsx";

beforeEach(() => clearDraft("", 7));

const vintage = (id: number, year: number) => ({
  id,
  version: 1,
  year,
  creditType: { id: "EX_POST", name: "" },
  claimType: { id: "CONTRIBUTION", name: "" },
  impactType: { id: "REDUCTION", name: "" },
  status: { id: "ACTIVE", name: "" },
  price: 10,
  methodology: "",
  periodStart: null,
  periodEnd: null,
  expectedDelivery: null,
  deliveryState: null,
  deliveryNote: "",
  availableCredits: 5,
  stock: { issued: 5, available: 5 },
});
const label = (detail: string) => ({ kind: "CCP", detail, source: "Register", asOf: "2026-01-01" });
const saved = {
  ...managedProject,
  labels: [label("first"), label("second"), label("third")],
  vintages: [vintage(1, 2021)],
  youtubeVideos: [{ videoId: "half an id" }],
} as unknown as ManagedProject;

let renders = 0;
let save: () => Promise<number | undefined>;

function Editor({ project }: { project: ManagedProject }) {
  const editor = useEditorForm(project);
  save = editor.save;
  renders++;
  return (
    <FormProvider {...editor.form}>
      <VintagesSection saved={project.vintages} onMoved={() => {}} onDeleted={() => {}} />
      <LabelsSection />
      <MediaSection />
    </FormProvider>
  );
}

function show() {
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient()}>
        <EditorProvider value={{ projectId: 7, canWrite: true }}>
          <Editor project={saved} />
        </EditorProvider>
      </QueryClientProvider>
    </MantineProvider>,
  );
}

it("keeps the focus in the field being typed in when a save completes, also in a new row", async () => {
  const answered = Promise.withResolvers<Response>();
  vi.stubGlobal(
    "fetch",
    serverOf({ "PATCH /api/v1/management/projects/7": () => answered.promise }),
  );
  show();
  await userEvent.click(screen.getByRole("button", { name: "Add vintage" }));
  const price = () => screen.getAllByLabelText(/^Price/);
  await userEvent.type(price()[1]!, "12");
  const saving = save();

  const fields = [
    price()[0]!,
    price()[1]!,
    screen.getAllByLabelText("Source")[1]!,
    screen.getByDisplayValue("half an id"),
  ];
  await userEvent.type(fields[0]!, "0");
  const vintages = [vintage(2, 2023), vintage(1, 2021)];
  answered.resolve(Response.json({ ...saved, version: 2, vintages, newVintageIds: [2] }));
  await act(() => saving);

  for (const field of fields) expect(field).toBeInTheDocument();
  expect(fields[0]).toHaveFocus();
  await userEvent.type(fields[0]!, "1");
  expect(fields[0]).toHaveValue("10.0001");
  expect(price()).toEqual([fields[1], fields[0]]);
});

it("moves and removes labels with their content", async () => {
  show();
  const details = () =>
    screen.getAllByLabelText<HTMLInputElement>(/^Detail/).map(({ value }) => value);
  const rowAt = (index: number) =>
    within(screen.getAllByLabelText(/^Detail/)[index]!.closest("li")!);
  await userEvent.type(screen.getAllByLabelText(/^Detail/)[2]!, " one");
  await userEvent.click(rowAt(2).getByRole("button", { name: /up/ }));
  expect(details()).toEqual(["first", "third one", "second"]);
  await userEvent.click(rowAt(0).getByRole("button", { name: /Remove/ }));
  expect(details()).toEqual(["third one", "second"]);
  await userEvent.type(screen.getAllByLabelText(/^Detail/)[0]!, "!");
  expect(details()).toEqual(["third one!", "second"]);
});

it("marks the fields of a new row once they are left, not when it or another one is added", async () => {
  show();
  const add = (what: string) => userEvent.click(screen.getByRole("button", { name: what }));
  await add("Add vintage");
  await add("Add label");
  await userEvent.tab();
  expect(screen.queryByRole("alert")).not.toBeInTheDocument();
  expect(screen.getAllByLabelText("Source")[3]).not.toBeInvalid();

  const tonnes = () => screen.getAllByLabelText(/^Credits/);
  await userEvent.click(tonnes()[0]!);
  await userEvent.tab();
  expect(await screen.findByRole("alert")).toHaveTextContent("Enter tonnes");
  await add("Add vintage");
  expect(screen.getAllByRole("alert")).toHaveLength(1);
  expect(tonnes()[0]).toBeInvalid();
  expect(tonnes()[1]).not.toBeInvalid();
});

it("typing the first letter into a field, and leaving it, renders no other field", async () => {
  show();
  const [source] = screen.getAllByLabelText("Source");
  const before = renders;
  await userEvent.type(source!, "x");
  await userEvent.tab();
  expect(source).toHaveValue("Registerx");
  expect(renders).toBe(before);
});
