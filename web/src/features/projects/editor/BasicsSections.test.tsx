import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { PropsWithChildren, ReactNode } from "react";
import { FormProvider } from "react-hook-form";
import { expect, it, vi } from "vitest";
import "../../../lib/i18n.ts";
import "../../../locales/en/editor.ts";
import { serverOf } from "../../../test/network.ts";
import { BasicsSection } from "./BasicsSections.tsx";
import { EditorProvider } from "./EditorContext.tsx";
import { PickField } from "./PickField.tsx";
import { useEditorForm } from "./useEditorForm.ts";

function Form({ children }: PropsWithChildren) {
  const { form } = useEditorForm(undefined);
  return <FormProvider {...form}>{children}</FormProvider>;
}

function show(section: ReactNode) {
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient()}>
        <EditorProvider value={{ projectId: undefined, canWrite: true }}>
          <Form>{section}</Form>
        </EditorProvider>
      </QueryClientProvider>
    </MantineProvider>,
  );
}

it("warns of characters in a project's name that certificates cannot print", () => {
  show(<BasicsSection />);
  const name = screen.getByLabelText("Name");
  expect(name).not.toHaveAccessibleDescription();
  fireEvent.change(name, { target: { value: "সুন্দরবন mangroves" } });
  expect(name).toHaveAccessibleDescription(/show □ in their place/);
});

it("keeps the focus in the field whose value is removed", async () => {
  const content = [{ id: 3, name: "Hale Verification" }];
  const server = serverOf({
    "GET /api/v1/management/projects/choices": () => Response.json({ content }),
  });
  vi.stubGlobal("fetch", server);
  show(<PickField name="auditor" list="auditors" label="Auditor" optional />);
  const field = screen.getByRole("combobox", { name: /^Auditor/ });
  await userEvent.click(field);
  await userEvent.click(await screen.findByRole("option", { name: "Hale Verification" }));
  field.blur();
  fireEvent.click(screen.getByLabelText("Remove Auditor"));
  expect(field).toHaveValue("");
  expect(field).toHaveFocus();
});
