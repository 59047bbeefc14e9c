import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ManagedProject } from "@tonneline/contract/projects";
import { FormProvider } from "react-hook-form";
import { expect, it, vi } from "vitest";
import { managedProject } from "../../../test/managedProject.ts";
import { serverOf } from "../../../test/network.ts";
import { EditorProvider } from "./EditorContext.tsx";
import { useManagedProject } from "./editor.queries.ts";
import { useEditorForm } from "./useEditorForm.ts";
import { VintagesSection } from "./VintagesSection.tsx";

// jsdom does not implement fonts, which a growing field waits for, or scrolling.
Object.assign(document, { fonts: new EventTarget() });

const coded = { id: "", name: "" };
const projectAt = (version: number) =>
  ({
    ...managedProject,
    vintages: [
      {
        id: 3,
        version,
        year: 2021,
        creditType: coded,
        claimType: coded,
        impactType: coded,
        status: coded,
        price: version,
        availableCredits: 5,
        stock: { issued: 5, available: 5 },
      },
    ],
  }) as unknown as ManagedProject;

function Vintages({ onMoved }: { onMoved: () => void }) {
  const { data } = useManagedProject(7);
  return data && <Editor project={data} onMoved={onMoved} />;
}

function Editor({ project, onMoved }: { project: ManagedProject; onMoved: () => void }) {
  const { form } = useEditorForm(project);
  return (
    <FormProvider {...form}>
      <VintagesSection saved={project.vintages} onMoved={onMoved} onDeleted={() => {}} />
    </FormProvider>
  );
}

it("retries a move of credits over a colleague's change that caused a refusal", async () => {
  let version = 1;
  const moved = vi.fn<(body: unknown) => void>();
  const server = serverOf({
    "GET /api/v1/management/projects/7": () => Response.json(projectAt(version)),
    "PATCH /api/v1/management/projects/7/vintages/3": (_, init) => {
      const body = JSON.parse(String(init?.body));
      moved(body);
      if (body.version === version) return Response.json(projectAt(version).vintages[0]);
      const problem = { type: "about:blank", title: "", detail: "Ada changed it", status: 409 };
      return Response.json({ ...problem, code: "VERSION_CONFLICT" }, { status: 409 });
    },
  });
  vi.stubGlobal("fetch", server);
  const onMoved = vi.fn<() => void>();
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient()}>
        <EditorProvider value={{ projectId: 7, canWrite: true }}>
          <Vintages onMoved={onMoved} />
        </EditorProvider>
      </QueryClientProvider>
    </MantineProvider>,
  );
  await userEvent.click(await screen.findByRole("button", { name: /credits/i }));
  version = 2;
  await userEvent.type(screen.getByLabelText(/^Tonnes|^Amount/), "4");
  await userEvent.type(screen.getByLabelText(/^Reason/), "Found them");
  await userEvent.click(screen.getByRole("button", { name: "Add credits" }));
  expect(await screen.findByText(/Ada changed it/, {}, { timeout: 4000 })).toBeInTheDocument();

  await expect
    .poll(() => server.mock.calls.filter(([, init]) => init?.method !== "PATCH").length)
    .toBe(2);
  await userEvent.click(screen.getByRole("button", { name: "Add credits" }));
  await expect.poll(() => onMoved.mock.calls.length).toBe(1);
  expect(moved.mock.calls).toMatchObject([[{ version: 1 }], [{ version: 2, addCredits: 4 }]]);
});
