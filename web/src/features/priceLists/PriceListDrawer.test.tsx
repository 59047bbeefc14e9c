import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { storeTokens } from "../../lib/session.ts";
import { serverOf } from "../../test/network.ts";
import { showPage } from "../../test/page.tsx";
import { tokenFor } from "../../test/tokens.ts";
import { PriceListDrawer } from "./PriceListDrawer.tsx";
import "../../lib/i18n.ts";
import "../../locales/en/priceLists.ts";
import "../../locales/en/table.ts";

const list = {
  id: 1,
  name: "Partners",
  version: 1,
  state: "CURRENT",
  companies: [],
  validFrom: "2026-11-01",
  validUntil: null,
  rules: [],
  prices: [],
};
const notFound = () => {
  const code = { code: "NOT_FOUND", detail: "This does not exist, or is not yours." };
  return Response.json({ type: "", title: "", status: 404, ...code }, { status: 404 });
};

let isGone = false;
const server = serverOf({
  "GET /api/v1/management/prices": () => Response.json({ content: [] }),
  "POST /api/v1/management/price-lists/preview": () =>
    Response.json({ affected: 0, onSale: 0, rows: [], idle: 0, carts: 0 }),
  "GET /api/v1/management/price-lists/1": () => (isGone ? notFound() : Response.json(list)),
  "PATCH /api/v1/management/price-lists/1": notFound,
  "DELETE /api/v1/management/price-lists/1": notFound,
  "GET /api/v1/management/projects/choices": () => Response.json({ content: [], totalElements: 0 }),
  "GET /api/v1/projects": () => Response.json({ content: [], totalElements: 0 }),
});

function open(onClose = vi.fn<() => void>()) {
  vi.stubGlobal("fetch", server);
  storeTokens({ authToken: tokenFor({ permissions: ["projects:write"] }), refreshToken: "r" });
  const rest = { adding: false, canWrite: true, company: undefined, onAdded: () => {} };
  showPage(() => <PriceListDrawer id="1" {...rest} onClose={onClose} />);
  return onClose;
}

test("Saving a list that a colleague deleted reports so, and deleting it succeeds", async () => {
  isGone = false;
  const onClose = open();
  fireEvent.change(await screen.findByLabelText("Name"), { target: { value: "Partners 2" } });
  isGone = true;
  fireEvent.click(screen.getByRole("button", { name: "Save changes" }));
  const message = "Somebody else has deleted this price list: it can no longer be saved.";
  expect(await screen.findByText(message)).toBeVisible();
  expect(screen.getByLabelText("Name")).toHaveValue("Partners 2");

  fireEvent.click(screen.getByRole("button", { name: "Delete" }));
  const dialog = await screen.findByRole("dialog", { name: "Delete “Partners”?" });
  fireEvent.click(within(dialog).getByRole("button", { name: "Delete" }));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
});

test("A link to a deleted list says so, without a retry", async () => {
  isGone = true;
  open();
  expect(await screen.findByText("This price list does not exist, or was deleted")).toBeVisible();
  expect(screen.queryByRole("button", { name: "Try again" })).toBeNull();
});

test("The drawer of a list that no longer exists has a name", async () => {
  isGone = true;
  open();
  const drawer = await screen.findByRole("dialog", { name: "Price lists" });
  expect(
    await within(drawer).findByText("This price list does not exist, or was deleted"),
  ).toBeVisible();
});
