import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import "../../../lib/i18n.ts";
import "../../../locales/en/orders.ts";
import "../../../locales/en/table.ts";
import { useTokens } from "../../../lib/session.ts";
import { initialSearch } from "../../../lib/tableSearch.ts";
import { serverOf } from "../../../test/network.ts";
import { tokenFor } from "../../../test/tokens.ts";
import { ProjectPill } from "./ProjectPill.tsx";

const spec = { tabs: ["all"], sorts: ["at"], sort: "at", descending: true, filters: {} };

function show(permissions: string[]) {
  useTokens.setState({ authToken: tokenFor({ permissions }), refreshToken: "r" });
  return render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient()}>
        <ProjectPill search={initialSearch(spec)} onChange={() => {}} />
      </QueryClientProvider>
    </MantineProvider>,
  );
}

it("requests projects only for operators who may read them", async () => {
  const found = vi.fn(() => Response.json({ content: [], totalElements: 0 }));
  vi.stubGlobal("fetch", serverOf({ "GET /api/v1/management/projects": found }));
  const { unmount } = show(["orders:read"]);
  expect(screen.queryByRole("button")).not.toBeInTheDocument();
  unmount();
  expect(found).not.toHaveBeenCalled();

  show(["orders:read", "projects:read"]);
  expect(screen.getByRole("button", { name: "Project" })).toBeInTheDocument();
  await vi.waitFor(() => expect(found).toHaveBeenCalled());
});
