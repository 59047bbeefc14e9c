import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterProvider,
} from "@tanstack/react-router";
import { render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { serverOf } from "../../../test/network.ts";
import { EditorPage } from "./EditorPage.tsx";

test.each([
  ["none", "This project does not exist"],
  ["12", "The project could not be loaded"],
])("the page of a project %s that cannot be shown has its heading", async (id, heading) => {
  const failed = () => Response.json({ code: "INTERNAL" }, { status: 500 });
  vi.stubGlobal("fetch", serverOf({ "GET /api/v1/management/projects/12": failed }));
  const router = createRouter({
    routeTree: createRootRoute({ component: EditorPage, notFoundComponent: EditorPage }),
    history: createMemoryHistory({ initialEntries: [`/?id=${id}`] }),
    scrollRestoration: false,
  });
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={client}>
        <RouterProvider router={router as never} />
      </QueryClientProvider>
    </MantineProvider>,
  );
  expect(await screen.findByRole("heading", { level: 1 })).toHaveTextContent(heading);
  vi.unstubAllGlobals();
});
