import { screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { serverOf } from "../../test/network.ts";
import { showPage } from "../../test/page.tsx";
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
  showPage(PortfolioPage);
  const asked = () => server.mock.calls.map(([request]) => String(request));
  await expect.poll(() => asked().some((url) => url.includes("/targets"))).toBe(true);
  expect(await screen.findByLabelText("Loading your portfolio")).toBeInTheDocument();
  resolve(Response.json({ content: [] }));
  await screen.findByText("Your portfolio is empty");
  vi.unstubAllGlobals();
});
