import { cleanup, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { serverOf } from "../../test/network.ts";
import { showPage } from "../../test/page.tsx";
import { PortfolioPage } from "./PortfolioPage.tsx";

test("what is below the target is shown with it, and both are requested at once", async () => {
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
  showPage(PortfolioPage);
  const requests = () => server.mock.calls.map(([request]) => String(request));
  await expect.poll(() => requests().some((url) => url.includes("/targets"))).toBe(true);
  expect(await screen.findByLabelText("Loading your portfolio")).toBeInTheDocument();
  resolve(Response.json({ content: [] }));
  await screen.findByText("Your portfolio is empty");
});

test("a bought report links to its order for members who may read orders", async () => {
  const report = { id: 3, name: "Tenure", orderId: 10150, paidAt: "2026-11-29T10:00:00Z" };
  for (const role of ["VIEWER", "ACCOUNTANT"]) {
    cleanup();
    const server = serverOf({
      "GET /api/v1/me/portfolio/summary": () => Response.json({ totals: { vintages: 0 } }),
      "GET /api/v1/me/portfolio/targets": () => Response.json({ content: [] }),
      "GET /api/v1/me/company": () => Response.json({ role, blocked: false, members: [{}] }),
      "GET /api/v1/me/reports": () =>
        Response.json({ content: [{ ...report, pages: null, file: null }] }),
    });
    vi.stubGlobal("fetch", server);
    showPage(PortfolioPage);
    await screen.findByText(/order 10150/);
    const links = () => screen.queryAllByRole("link", { name: /order 10150/ }).length;
    await expect.poll(links).toBe(role === "VIEWER" ? 0 : 1);
  }
});
