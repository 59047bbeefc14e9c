import { screen } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import "../../lib/i18n.ts";
import { paths } from "../../lib/paths.ts";
import { storeTokens } from "../../lib/session.ts";
import { serverOf } from "../../test/network.ts";
import { showPage } from "../../test/page.tsx";
import { tokenFor } from "../../test/tokens.ts";
import { ManagementNav } from "./ManagementNav.tsx";

const scrolledTo = vi.fn<(this: Element) => void>();

beforeEach(() => {
  storeTokens({
    authToken: tokenFor({ permissions: ["projects:read", "orders:read"] }),
    refreshToken: "r",
  });
  const server = serverOf({
    "GET /api/v1/management/dashboard": () => Response.json({ waiting: [] }),
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
