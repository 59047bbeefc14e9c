import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import type { ManagedRetirement } from "@tonneline/contract/managedRetirements";
import { fireEvent, render, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import "../../../lib/i18n.ts";
import "../../../locales/en/managedRetirements.ts";
import "../../../locales/en/table.ts";
import { serverOf } from "../../../test/network.ts";
import { ConfirmDialog } from "./ConfirmDialog.tsx";

const retirement = {
  id: 7,
  version: 2,
  projectName: "Kuamut",
  quantity: 2,
  entered: {
    userId: 1,
    username: "noor@tonneline.example",
    name: "Noor Halvard",
    at: "2024-03-18T12:00:00.000Z",
    blocks: [{ serialNumberFrom: "1", serialNumberTo: "2" }],
    registryUrl: "https://registry.example/7",
    retiredAt: "2024-03-18T12:00:00.000Z",
  },
} as unknown as ManagedRetirement;

it.each([
  ["IN_USE", 409, false, /^Not done: Because\.$/],
  ["VALIDATION_FAILED", 400, false, /^Not done: Because\.$/],
  ["UNAVAILABLE", 503, true, /^No clear response came, so it may or may not be done\./],
])("can retry after a refusal by %s (%i): %s", async (code, status, again, outcome) => {
  const problem = { type: "about:blank", title: "", status, code, detail: "Because." };
  const path = "POST /api/v1/management/retirements/7/confirm";
  vi.stubGlobal("fetch", serverOf({ [path]: () => Response.json(problem, { status }) }));
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient()}>
        <ConfirmDialog retirements={[retirement]} onClose={() => {}} />
      </QueryClientProvider>
    </MantineProvider>,
  );
  fireEvent.click(screen.getByRole("button", { name: "Confirm 1" }));
  expect(await screen.findByText(outcome)).toBeInTheDocument();
  expect(screen.queryByRole("button", { name: "Try it again" }) !== null).toBe(again);
});
