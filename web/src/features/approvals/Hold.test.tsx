import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor } from "@testing-library/react";
import type { Approval } from "@tonneline/contract/approvals";
import { beforeEach, expect, test, vi } from "vitest";
import { serverOf } from "../../test/network.ts";
import "../../locales/en/approvals.ts";
import { Hold } from "./Hold.tsx";

let role: string;
const server = serverOf({
  "GET /api/v1/me/company": () => Response.json({ role, blocked: false, members: [] }),
});

beforeEach(() => {
  vi.stubGlobal("fetch", server);
});

const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();

test.each([
  ["on its last day", 23, true, false, "BUYER", 1],
  ["before its last day", 25, true, false, "BUYER", 0],
  ["a second time", 23, true, true, "BUYER", 0],
  ["by somebody else", 23, false, false, "BUYER", 0],
  ["by who may not buy any more", 23, true, false, "VIEWER", 0],
])("Requesting more time %s: %i h, own %s, prolonged %s, %s", async (...given) => {
  const [, hours, isOwn, prolonged, asRole, buttons] = given;
  role = asRole;
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const approval = { id: 1, expiresAt: inHours(hours), prolonged, totalCredits: 0 };
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={client}>
        <Hold approval={approval as Approval} isOwn={isOwn} />
      </QueryClientProvider>
    </MantineProvider>,
  );
  await waitFor(() => expect(client.isFetching()).toBe(0));
  await waitFor(() => expect(screen.queryAllByRole("button")).toHaveLength(buttons));
});
