import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen, within } from "@testing-library/react";
import type { ManagedSettings, SiteFile } from "@tonneline/contract/settings";
import { expect, it, vi } from "vitest";
import { serverOf } from "../../test/network.ts";
import "../../locales/en/settings.ts";
import { SiteFileField } from "./SiteFileField.tsx";

const terms = { name: "terms.pdf", url: "/terms.pdf" };
const settings = { files: { terms } } as unknown as ManagedSettings;

const show = (places: SiteFile[]) =>
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient()}>
        {places.map((place) => (
          <SiteFileField key={place} place={place} settings={settings} canWrite />
        ))}
      </QueryClientProvider>
    </MantineProvider>,
  );

it("names the button of a file after it, among those of the others", () => {
  show(["privacy", "terms"]);
  for (const name of ["Upload: Privacy policy (PDF)", "Replace: Terms of service (PDF)"])
    expect(screen.getByRole("button", { name })).toBeVisible();
});

it("no longer reports a failed upload once the file is removed", async () => {
  const problem = { type: "", title: "", status: 409, code: "CONFLICT", detail: "Not stored." };
  vi.stubGlobal(
    "fetch",
    serverOf({
      "PUT /api/v1/management/settings/files/terms": () => Response.json(problem, { status: 409 }),
      "DELETE /api/v1/management/settings/files/terms": () => Response.json({ files: {} }),
    }),
  );
  show(["terms"]);
  const input = screen.getByLabelText("Terms of service (PDF)", { selector: "input" });
  fireEvent.change(input, { target: { files: [new File(["%PDF-1.7"], "new.pdf")] } });
  await screen.findByText("Not stored.");
  fireEvent.click(screen.getByRole("button", { name: "Use the template" }));
  const dialog = await screen.findByRole("dialog");
  fireEvent.click(within(dialog).getByRole("button", { name: "Use the template" }));
  await vi.waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(screen.queryByText("Not stored.")).toBeNull();
});
