import { screen } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import "../../lib/i18n.ts";
import { storeTokens } from "../../lib/session.ts";
import { serverOf } from "../../test/network.ts";
import { showPage } from "../../test/page.tsx";
import { tokenFor } from "../../test/tokens.ts";
import { NavList } from "./NavList.tsx";

const company = { role: "OWNER", blocked: false, members: [{}, {}] };
beforeEach(() => {
  const server = serverOf({
    "GET /api/v1/me/cart/deprecated": () =>
      Response.json({ projects: [], reports: [], changes: [] }),
    "GET /api/v1/me/notifications": () => Response.json({ content: [] }),
    "GET /api/v1/me/company": () => Response.json(company),
    "GET /api/v1/me/approvals": () => Response.json({ content: [], totalElements: 3 }),
  });
  vi.stubGlobal("fetch", server);
});

it("adds the requests that wait for the user's approval to the cart's count", async () => {
  storeTokens({ authToken: tokenFor(), refreshToken: "r" });
  showPage(() => <NavList />, "/portfolio");
  expect(await screen.findByRole("link", { name: /^Shopping cart.*3/ })).toBeInTheDocument();
});

it.each([
  { roleName: "Admin", permissions: ["orders:read"], links: 1 },
  { roleName: "Sales", permissions: ["orders:read"], links: 0 },
])("leads a user with the role $roleName to the management by $links entry", async (role) => {
  storeTokens({ authToken: tokenFor(role), refreshToken: "r" });
  showPage(() => <NavList />, "/portfolio");
  await screen.findByRole("link", { name: "Portfolio" });
  expect(screen.queryAllByRole("link", { name: "Management" })).toHaveLength(role.links);
});
