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
import { serverOf } from "../../test/network.ts";
import { PortfolioPage } from "./PortfolioPage.tsx";

test("what stands below the target is shown with it, and both are asked for at once", async () => {
  const { promise, resolve } = Promise.withResolvers<Response>();
  const nothing = { vintages: 0, purchased: 0 };
  const server = serverOf({
    "GET /api/v1/me/portfolio/summary": () => Response.json({ totals: nothing }),
    "GET /api/v1/me/portfolio/targets": () => promise,
    "GET /api/v1/me/company": () =>
      Response.json({ role: "OWNER", blocked: false, members: [{}], name: "Varendonk" }),
    "GET /api/v1/me/reports": () => Response.json({ content: [] }),
  });
  vi.stubGlobal("fetch", server);
  const router = createRouter({
    routeTree: createRootRoute({ component: PortfolioPage, notFoundComponent: PortfolioPage }),
    history: createMemoryHistory(),
    scrollRestoration: false,
  });
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient()}>
        <RouterProvider router={router as never} />
      </QueryClientProvider>
    </MantineProvider>,
  );
  const asked = () => server.mock.calls.map(([request]) => String(request));
  await expect.poll(() => asked().some((url) => url.includes("/targets"))).toBe(true);
  expect(await screen.findByLabelText("Loading your portfolio")).toBeInTheDocument();
  resolve(Response.json({ content: [] }));
  await screen.findByText("Your portfolio is empty");
  vi.unstubAllGlobals();
});
