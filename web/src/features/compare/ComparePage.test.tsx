import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { serverOf } from "../../test/network.ts";
import { showPage } from "../../test/page.tsx";
import { ComparePage } from "./ComparePage.tsx";

const same = (name: string) => ({ id: name, name });

function aVintage(id: number) {
  const project = {
    ...same(`Peat ${id}`),
    id,
    externalId: null,
    registry: same("Verra"),
    registryUrl: null,
    registryStatus: null,
    projectDeveloper: same("Moor"),
    projectType: same("Wetlands"),
    countries: ["DE"],
    continent: "Europe",
    sustainableDevelopmentGoals: [],
    status: { id: "AVAILABLE", name: "Available" },
    labels: [],
    images: [],
    reports: [],
  };
  return {
    id,
    project,
    year: 2022,
    creditType: { id: "EX_POST", name: "Issued" },
    impactType: same("Removal"),
    claimType: same("Contribution"),
    status: { id: "ACTIVE", name: "On sale" },
    price: 12,
    availableCredits: 40,
    record: { fields: [], known: 0, of: 4 },
  };
}

test("who takes a vintage out of a comparison by keyboard goes on where it was", async () => {
  const content = [aVintage(1), aVintage(2), aVintage(3)];
  const server = serverOf({
    "GET /api/v1/vintages": (url) => {
      const ids = url.searchParams.getAll("ids").map(Number);
      return Response.json({ content: content.filter(({ id }) => ids.includes(id)) });
    },
    "GET /api/v1/me/company": () => Response.json({ role: "OWNER", blocked: false }),
    "GET /api/v1/me/cart/deprecated": () => Response.json({ items: [], changes: [] }),
  });
  vi.stubGlobal("fetch", server);
  const page = () => (
    <main tabIndex={-1}>
      <ComparePage />
    </main>
  );
  showPage(page, "/?v=1,2,3");
  async function remove(name: string) {
    (await screen.findByRole("button", { name })).focus();
    await userEvent.keyboard("{Enter}");
    await waitFor(() => expect(screen.queryByRole("button", { name })).toBeNull());
  }
  await remove("Remove Peat 2, 2022");
  expect(screen.getByRole("region", { name: "Comparison" })).toBe(document.activeElement);
  await remove("Remove Peat 1, 2022");
  expect(screen.getByRole("main")).toBe(document.activeElement);
  vi.unstubAllGlobals();
});
