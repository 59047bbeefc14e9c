import { fireEvent, screen } from "@testing-library/react";
import type { Work } from "@tonneline/contract/dashboard";
import { beforeEach, expect, test, vi } from "vitest";
import "../../lib/i18n.ts";
import { paths } from "../../lib/paths.ts";
import { storeTokens } from "../../lib/session.ts";
import { serverOf } from "../../test/network.ts";
import { showPage } from "../../test/page.tsx";
import { tokenFor } from "../../test/tokens.ts";
import { ManagementNav } from "./ManagementNav.tsx";
import { NavList } from "./NavList.tsx";

let waiting: { work: Work; count: number }[];
const scrolledTo = vi.fn<(this: Element) => void>();

beforeEach(() => {
  waiting = [];
  storeTokens({
    authToken: tokenFor({ permissions: ["projects:read", "orders:read", "retirements:read"] }),
    refreshToken: "r",
  });
  const cart = { projects: [], reports: [], changes: [] };
  const server = serverOf({
    "GET /api/v1/me/cart/deprecated": () => Response.json(cart),
    "GET /api/v1/me/notifications": () => Response.json({ content: [], totalElements: 0 }),
    "GET /api/v1/me/company": () => Response.json({ id: 1, role: "VIEWER" }),
    "GET /api/v1/management/dashboard": () => Response.json({ waiting }),
  });
  vi.stubGlobal("fetch", server);
  scrolledTo.mockReset();
  vi.spyOn(Element.prototype, "scrollIntoView").mockImplementation(scrolledTo);
});

async function currentAt(address: string) {
  showPage(() => <ManagementNav folded={false} onGo={undefined} />, address);
  await screen.findByRole("link", { name: "Projects" });
  return screen.getAllByRole("link", { current: "page" }).map((link) => link.textContent);
}

test.each([
  [paths.managementProjects, "Projects"],
  ["/management/projects/update?id=7", "Projects"],
  [paths.managementImports, "Imports"],
  ["/management/projects/import/3", "Imports"],
  [paths.managementRefunds, "Bank"],
])("At %s, the navigation marks %s alone", async (address, name) => {
  expect(await currentAt(address)).toEqual([name]);
});

test("The entry of the page is scrolled into view", async () => {
  await currentAt(paths.managementImports);
  const texts = () => scrolledTo.mock.contexts.map((link) => link.textContent);
  await expect.poll(texts).toEqual(["Imports"]);
});

test("An entry has the count of its work, a closed group that of all its entries", async () => {
  waiting = [
    { work: "ORDERS", count: 120 },
    { work: "OVERDUE", count: 3 },
    { work: "BANK", count: 13 },
    { work: "RETIREMENTS", count: 0 },
  ];
  await currentAt(paths.managementProjects);
  const entry = await screen.findByRole("link", { name: /^Orders.*120 waiting$/ });
  expect(entry).toHaveTextContent("99+");
  expect(screen.getByRole("link", { name: "Retirements" })).toBeVisible();
  const group = screen.getByRole("button", { name: "Money" });
  fireEvent.click(group);
  expect(group).toHaveAccessibleName(expect.stringMatching(/^Money.*16 waiting$/));
  fireEvent.click(group);
  expect(group).toHaveAccessibleName("Money");
});

test.each([
  ["Sales clerk", paths.managementOrders, ["Orders", "Bank"], ["Settings"]],
  ["Sales clerk", paths.portfolio, ["Portfolio"], ["Management", "Orders"]],
  ["Admin", paths.portfolio, ["Portfolio", "Management"], ["Orders"]],
])(
  "The role %s sees at %s the entries %s, but not %s",
  async (roleName, address, shown, absent) => {
    storeTokens({
      authToken: tokenFor({ roleName, permissions: ["orders:read"] }),
      refreshToken: "r",
    });
    showPage(() => <NavList rowed />, address);
    await Promise.all(shown.map((name) => screen.findByRole("link", { name })));
    for (const name of absent) expect(screen.queryByRole("link", { name })).toBeNull();
  },
);

test("An Admin who has yet to set up a second factor sees the buyers' entries alone", async () => {
  storeTokens({
    authToken: tokenFor({
      roleName: "Admin",
      permissions: ["orders:read"],
      needsSecondFactor: true,
    }),
    refreshToken: "r",
  });
  showPage(() => <NavList rowed />, paths.managementOrders);
  await screen.findByRole("link", { name: "Portfolio" });
  for (const name of ["Management", "Orders"])
    expect(screen.queryByRole("link", { name })).toBeNull();
});
