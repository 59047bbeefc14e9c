import type { APIRequestContext } from "@playwright/test";
import { aBuyer } from "./people.ts";
import {
  aProjectOnSale,
  apiOf,
  logInDirectly,
  expect,
  expectResponsive,
  follow,
  test,
  untilNetworkIdle,
} from "./shop.ts";

const operator = "admin@demo.example";

/** A separate buyer's order, placed through the API. */
async function anOrder(request: APIRequestContext, nth: number) {
  const buyer = await aBuyer(request);
  const { vintage } = await aProjectOnSale(request, nth);
  const api = await apiOf(request, buyer);
  await api.post("/me/cart/vintages", { vintageId: vintage.id, credits: 3 });
  const { version } = await api.get("/me/cart");
  const response = await api.post("/me/cart/checkout", {
    version,
    companyName: "Brennvik Logistics GmbH",
    invoiceEmail: "accounts@brennvik.example",
    vatNumber: "DE123456789",
    invoiceAddress: {
      street: "Hafenkontor 14",
      postalCode: "20457",
      city: "Hamburg",
      province: "Hamburg",
      countryCode: "DE",
    },
  });
  expect(response.ok(), await response.text()).toBe(true);
  const { id } = (await response.json()) as { id: number };
  return { id, buyer };
}

test("An operator approves an order and marks it paid; columns stay as chosen, the list lives in its address", async ({
  page,
  request,
}) => {
  const { id } = await anOrder(request, 17);
  await logInDirectly(page, operator);
  await page.goto("/cart");
  await page.getByRole("link", { name: "Management", exact: true }).click();
  await page.getByRole("link", { name: /^Orders/ }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Orders" })).toBeVisible();
  await page.getByRole("button", { name: /^All/ }).click();
  await page.getByRole("searchbox").fill(String(id));
  await expect(page).toHaveURL(new RegExp(`q=${id}`));

  await page.getByRole("checkbox", { name: `Order ${id}`, exact: true }).check();
  await page.getByRole("button", { name: "Approve 1" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Approve 1" }).click();
  // Undone, and nothing has happened.
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText("Nothing was done.")).toBeVisible();
  const row = page.getByRole("row").filter({ hasText: String(id) });
  await expect(row).toContainText("Awaiting approval");
  await page.getByRole("checkbox", { name: `Order ${id}`, exact: true }).check();
  await page.getByRole("button", { name: "Approve 1" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Approve 1" }).click();
  await page.getByRole("button", { name: "Approve now" }).click();
  await expect(row).toContainText("Awaiting payment");

  await row.getByRole("link", { name: String(id) }).click();
  const drawer = page.getByRole("dialog", { name: `Order ${id}` });
  await expect(drawer).toContainText("admin@demo.example");
  await drawer.getByRole("button", { name: "Mark paid" }).click();
  await page
    .getByRole("dialog", { name: `Mark order ${id} paid` })
    .getByRole("button", { name: "Mark 1 paid" })
    .click();
  // Without another click it happens by itself.
  await expect(drawer.getByRole("button", { name: "Mark paid" })).toBeHidden();
  await page.keyboard.press("Escape");
  await expect(drawer).toBeHidden();
  await expect(row).toContainText("Paid");
  const paid = await (await apiOf(request, operator)).get(`/management/orders/${id}`);
  expect(paid.status).toBe("PAID");

  await page.goto("/management/orders?tab=PAID&sort=totalPriceGross%2Casc");
  await expect(page.getByRole("columnheader", { name: "Total" })).toHaveAttribute(
    "aria-sort",
    "ascending",
  );
  await page.getByRole("button", { name: "Columns" }).click();
  await page.getByRole("checkbox", { name: "Invoice" }).uncheck();
  await page.reload();
  await expect(page.getByRole("columnheader", { name: "Total" })).toBeVisible();
  await expect(page.getByRole("columnheader", { name: "Invoice" })).toHaveCount(0);

  await untilNetworkIdle(page, () => follow(page, `/management/orders?open=${id}`));
  await expect(page.getByRole("dialog", { name: `Order ${id}` })).toBeVisible();
  await expectResponsive(page);
});

test("An order is rejected with a reason, and not without; its buyer reads it", async ({
  page,
  request,
}) => {
  const { id, buyer } = await anOrder(request, 18);
  await logInDirectly(page, operator);
  await page.goto(`/management/orders?open=${id}`);
  const drawer = page.getByRole("dialog", { name: `Order ${id}` });
  await drawer.getByRole("button", { name: "Reject" }).click();
  const dialog = page.getByRole("dialog", { name: `Reject order ${id}` });
  // Escape closes only the topmost layer.
  await expect(dialog.getByLabel("Reason")).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(drawer.getByRole("button", { name: "Reject" })).toBeFocused();
  await page.keyboard.press("Enter");
  await dialog.getByRole("button", { name: "Reject 1" }).click();
  await expect(dialog.getByRole("alert")).toContainText("Enter a reason");
  await dialog.getByLabel("Reason").fill("The company does not exist.");
  await dialog.getByRole("button", { name: "Reject 1" }).click();
  await expect(dialog).toBeHidden();
  await expect(drawer).toContainText("The company does not exist.");
  const rejected = await (await apiOf(request, operator)).get(`/management/orders/${id}`);
  expect(rejected.rejectionReason).toBe("The company does not exist.");

  await logInDirectly(page, buyer);
  await page.goto(`/user/settings/orders/${id}`);
  await expect(page.getByText("This order was rejected.")).toBeVisible();
  await expect(
    page.getByText(/You have nothing to pay.* Reason: The company does not exist\./),
  ).toBeVisible();
  await expect(page.getByRole("region", { name: "Pay by bank transfer" })).toHaveCount(0);
});
