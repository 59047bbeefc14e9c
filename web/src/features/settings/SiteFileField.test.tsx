import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import type { ManagedSettings } from "@tonneline/contract/settings";
import { expect, it } from "vitest";
import "../../locales/en/settings.ts";
import { SiteFileField } from "./SiteFileField.tsx";

it("names the button of a file after it, among those of the others", () => {
  const terms = { name: "terms.pdf", url: "/terms.pdf" };
  const settings = { files: { terms } } as unknown as ManagedSettings;
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient()}>
        <SiteFileField place="privacy" settings={settings} canWrite />
        <SiteFileField place="terms" settings={settings} canWrite />
      </QueryClientProvider>
    </MantineProvider>,
  );
  for (const name of ["Upload: Privacy policy (PDF)", "Replace: Terms of service (PDF)"])
    expect(screen.getByRole("button", { name })).toBeVisible();
});
