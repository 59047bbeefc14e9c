import { mailedLink } from "./inbox.ts";
import { aBuyer, admit, setBlocked, someone } from "./people.ts";
import { aProjectOnSale, apiOf, expect, fillDetails, logIn, password, test } from "./shop.ts";

test("A company registers, verifies, waits, is admitted, logs in and buys", async ({
  page,
  request,
}) => {
  const username = someone();
  await page.goto("/registration");
  await page.getByLabel("First name").fill("Ilse");
  await page.getByLabel("Last name").fill("Varendonk");
  await page.getByLabel("Work email").fill(username);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page).toHaveURL(/\/registration\/success/);

  await page.goto(await mailedLink(username, "/registration/verify"));
  await expect(page).toHaveURL(/\/book-demo$/);
  await logIn(page, username);
  await expect(page).toHaveURL(/\/book-demo$/);
  await expect(page.getByRole("heading", { name: "Your account is being checked" })).toBeVisible();

  await admit(request, username);
  // The waiting page lets in whoever was admitted, without a further log in.
  await expect(page).toHaveURL(/\/marketplace\/spot$/);
  await page.getByRole("button", { name: "Log out" }).click();
  await expect(page).toHaveURL(/\/login$/);
  await logIn(page, username);
  await expect(page).toHaveURL(/\/marketplace\/spot$/);

  const { id, name, vintage } = await aProjectOnSale(request, 21);
  await page.goto(`/marketplace/${id}`);
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  await page.getByLabel(`Tonnes of vintage ${vintage.year}`).first().fill("4");
  await page.getByRole("button", { name: "Add to cart" }).first().click();
  await page.getByRole("link", { name: /Shopping cart 1 item/ }).click();
  await page.getByRole("button", { name: "Continue to invoice details" }).click();
  await fillDetails(page);
  await page.getByRole("button", { name: "Continue to review" }).click();
  await page.getByRole("checkbox", { name: /I accept the sales terms/ }).check();
  await page.getByRole("button", { name: /^Place order · €/ }).click();
  await expect(page.getByRole("heading", { name: /^Order \d+ is placed$/ })).toBeVisible();
});

test("A buyer who is blocked while logged in is out at the next poll", async ({
  page,
  request,
}) => {
  const username = await aBuyer(request);
  await logIn(page, username);
  await expect(page.getByRole("heading", { level: 1, name: "Spot credits" })).toBeVisible();
  const api = await apiOf(request, username);
  await setBlocked(request, username, "block");
  // Nobody touches the page: what it asks for by itself, every 10 s, tells it.
  await expect(page).toHaveURL(/\/login/);
  expect(await page.evaluate(() => localStorage.getItem("auth-storage"))).not.toContain("eyJ");
  expect(await api.get("/me/orders")).toMatchObject({ code: "UNAUTHENTICATED" });

  await page.getByLabel("Email").fill(username);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Log in" }).click();
  await expect(page.getByRole("alert")).toContainText(
    "Your account is blocked. If you think this is a mistake, please contact us.",
  );
  await setBlocked(request, username, "unblock");
  await logIn(page, username);
  await expect(page).toHaveURL(/\/marketplace\/spot$/);
});
