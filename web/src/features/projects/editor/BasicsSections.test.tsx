import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen } from "@testing-library/react";
import { FormProvider } from "react-hook-form";
import { expect, it } from "vitest";
import "../../../lib/i18n.ts";
import "../../../locales/en/editor.ts";
import { BasicsSection } from "./BasicsSections.tsx";
import { EditorProvider } from "./EditorContext.tsx";
import { useEditorForm } from "./useEditorForm.ts";

function Basics() {
  const { form } = useEditorForm(undefined);
  return (
    <FormProvider {...form}>
      <BasicsSection />
    </FormProvider>
  );
}

it("warns of characters in a project's name that certificates cannot print", () => {
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient()}>
        <EditorProvider value={{ projectId: undefined, canWrite: true }}>
          <Basics />
        </EditorProvider>
      </QueryClientProvider>
    </MantineProvider>,
  );
  const name = screen.getByLabelText("Name");
  expect(name).not.toHaveAccessibleDescription();
  fireEvent.change(name, { target: { value: "সুন্দরবন mangroves" } });
  expect(name).toHaveAccessibleDescription(/show □ in their place/);
});
