import { useQueryClient, type QueryClient } from "@tanstack/react-query";
import { screen, waitFor } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { serverOf } from "../../test/network.ts";
import { showPage } from "../../test/page.tsx";
import { prices } from "./prices.queries.ts";
import { RunningChanges } from "./RunningChanges.tsx";
import "../../lib/i18n.ts";
import "../../locales/en/prices.ts";

const done = (id: number, code: string | null = null) => ({ id, code, detail: code });
const run = { id: 3, total: 1200, state: "RUNNING", startsAt: "2026-11-27T20:00:00Z" };

test("A running change of prices is shown after a reload, until it ends", async () => {
  let content = [{ ...run, results: [done(1), done(2, "VERSION_CONFLICT")] }];
  const server = serverOf({
    "GET /api/v1/management/prices/changes": () => Response.json({ content }),
  });
  vi.stubGlobal("fetch", server);
  let client!: QueryClient;
  showPage(() => ((client = useQueryClient()), (<RunningChanges />)));
  const title = "Prices are changing: 2 of 1,200 done.";
  expect(await screen.findByText(title)).toBeVisible();
  expect(screen.getByText(/One stayed as it was\./)).toBeVisible();
  expect(screen.getByRole("img", { name: title })).toBeVisible();
  const list = [...prices.key, "list"];
  client.setQueryData(list, []);
  content = [];
  await waitFor(() => expect(screen.queryByText(/Prices are changing/)).toBeNull(), {
    timeout: 5000,
  });
  // The list shows what they have become.
  expect(client.getQueryState(list)?.isInvalidated).toBe(true);
});
