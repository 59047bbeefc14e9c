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
import { ApprovalsPage } from "./ApprovalsPage.tsx";

test("requests are not open to a viewer, who is told whom to ask", async () => {
  const owner = { userId: 1, firstName: "Ilse", lastName: "Varendonk", role: "OWNER" };
  const company = {
    name: "Varendonk Shipping",
    role: "VIEWER",
    members: [owner, { ...owner, userId: 2, firstName: "Tomas", blocked: true }],
    blocked: false,
    approvalRules: [],
  };
  vi.stubGlobal(
    "fetch",
    serverOf({
      "GET /api/v1/me/company": () => Response.json(company),
      "GET /api/v1/me/approvals": () => Response.json({ code: "FORBIDDEN" }, { status: 403 }),
    }),
  );
  const router = createRouter({
    routeTree: createRootRoute({ component: ApprovalsPage, notFoundComponent: ApprovalsPage }),
    history: createMemoryHistory(),
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
  const title = await screen.findByRole("heading", { level: 1, name: /^Your role does not open/ });
  expect(title.parentElement).toHaveTextContent(/\. Ilse Varendonk can give you another one\./);
});
