import { fireEvent, screen, waitFor, within } from "@testing-library/react";
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

/** The server that knows these vintages; the buyer's cart is empty. */
function serverWith(content: ReturnType<typeof aVintage>[]) {
  return serverOf({
    "GET /api/v1/vintages": (url) => {
      const ids = url.searchParams.getAll("ids").map(Number);
      return Response.json({ content: content.filter(({ id }) => ids.includes(id)) });
    },
    "GET /api/v1/me/company": () => Response.json({ role: "OWNER", blocked: false }),
    "GET /api/v1/me/cart/deprecated": () => Response.json({ items: [], changes: [] }),
  });
}

test.each([
  ["of a phone: two at a time", "screen", 2],
  ["on paper: all of them", "print", 3],
])("the narrow comparison %s", async (_where, medium, count) => {
  vi.stubGlobal("matchMedia", (media: string) => ({
    media,
    matches: /max-width: 767px/.test(media) && (medium === "screen" || !/\bscreen\b/.test(media)),
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
  vi.stubGlobal("fetch", serverWith([aVintage(1), aVintage(2), aVintage(3)]));
  showPage(ComparePage, "/?v=1,2,3");
  expect(await screen.findAllByRole("columnheader", { name: /Peat/ })).toHaveLength(count);
});

test("the comparison has the crumbs of a project: the marketplace and its list", async () => {
  vi.stubGlobal("fetch", serverWith([aVintage(1), aVintage(2)]));
  showPage(ComparePage, "/?v=1,2");
  const crumbs = within(await screen.findByRole("navigation", { name: "Breadcrumb" }));
  const links = crumbs.getAllByRole("link").map(({ textContent }) => textContent);
  expect(links).toEqual(["Marketplace", "Spot credits"]);
});

test("the names of compared vintages are a low row of their own, which stays in view", async () => {
  vi.stubGlobal("fetch", serverWith([aVintage(1), aVintage(2)]));
  showPage(ComparePage, "/?v=1,2");
  const [head] = await screen.findAllByRole("columnheader", { name: /Peat/ });
  const row = within(head!.closest("tr")!);
  expect(row.getAllByRole("link")).toHaveLength(2);
  expect(row.queryByRole("button")).toBeNull();
  expect(screen.getAllByRole("button", { name: /^Remove/ })).toHaveLength(2);
});

test("removing a vintage from a comparison by keyboard keeps the focus there", async () => {
  const content = [aVintage(1), aVintage(2), aVintage(3)];
  const server = serverWith(content);
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
});

test("each vintage offers what is available, and issued and expected tonnes are summed apart", async () => {
  const expected = { creditType: { id: "EX_ANTE", name: "Expected" }, expectedDelivery: null };
  const held = { ...aVintage(5), availableCredits: 0 };
  const content = [
    aVintage(1),
    { ...aVintage(2), ...expected },
    { ...aVintage(3), price: null },
    { ...aVintage(4), availableCredits: 0 },
    held,
  ];
  // The cart has some of the last one that are no longer reserved for it.
  const inCart = { ...held, credits: 50, reservedTo: null };
  const cart = { projects: [{ id: 5, name: "Peat 5", vintages: [inCart] }], reports: [] };
  const server = serverOf({
    "GET /api/v1/vintages": () => Response.json({ content }),
    "GET /api/v1/me/company": () => Response.json({ role: "OWNER", blocked: false }),
    "GET /api/v1/me/cart/deprecated": () => Response.json(cart),
  });
  vi.stubGlobal("fetch", server);
  showPage(ComparePage, "/?v=1,2,3,4,5");
  const field = (id: number) => screen.getByRole("textbox", { name: new RegExp(`Peat ${id}`) });
  const type = (id: number, value: string) => fireEvent.change(field(id), { target: { value } });
  await waitFor(() => expect(field(5)).toHaveValue("50"));
  expect(screen.getAllByRole("textbox")).toHaveLength(3);
  expect(screen.getAllByText("Not for sale now")).toHaveLength(1);
  expect(screen.getAllByText("Sold out")).toHaveLength(1);
  expect(screen.getByRole("link", { name: "Go to cart" })).toBeVisible();

  type(5, "60");
  expect(screen.getByText(/^None left/)).toBeVisible();
  fireEvent.click(screen.getByRole("button", { name: "Remove it" }));
  expect(field(5)).toHaveValue("0");
  type(1, "30");
  type(2, "41");
  expect(screen.getByText(/^Only 40\st left/)).toBeVisible();
  expect(screen.getByText(/^30\st issued selected$/)).toBeVisible();
  fireEvent.click(screen.getByRole("button", { name: /^Use 40\st$/ }));
  expect(screen.getByText(/^30\st issued selected, 40\st expected selected$/)).toBeVisible();
  expect(screen.getByText("€840.00")).toBeVisible();
  expect(screen.getByRole("button", { name: /^Put 70\st in cart$/ })).not.toHaveAttribute(
    "aria-disabled",
  );
});
