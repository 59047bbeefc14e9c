import { expect, enter, logIn, password, test } from "./shop.ts";

test("A page without a login leads to the login and back to the page", async ({ page }) => {
  await page.goto("/marketplace/spot?q=wind&sort=price%2Casc");
  await expect(page).toHaveURL(/\/login\?next=/);
  await page.getByLabel("Email").fill("buyer@demo.example");
  await page.getByLabel("Password", { exact: true }).fill("carbon-demo-2026");
  await page.getByRole("button", { name: "Log in" }).click();
  await expect(page).toHaveURL(/\/marketplace\/spot\?q=wind&sort=price%2Casc$/);
});

test("A next address of another site is not followed", async ({ page }) => {
  await page.goto("/login?next=//evil.example/");
  await page.getByLabel("Email").fill("buyer@demo.example");
  await page.getByLabel("Password", { exact: true }).fill("carbon-demo-2026");
  await page.getByRole("button", { name: "Log in" }).click();
  await expect(page).toHaveURL(/127\.0\.0\.1:\d+\/marketplace\/spot$/);
});

test("A wrong password says so, and keeps the email", async ({ page }) => {
  await page.goto("/login");
  await page.getByLabel("Email").fill("buyer@demo.example");
  await page.getByLabel("Password", { exact: true }).fill("not-the-password");
  await page.getByRole("button", { name: "Log in" }).click();
  await expect(page.getByRole("alert")).toContainText(
    "The username or password you have entered is invalid.",
  );
  await expect(page.getByLabel("Email")).toHaveValue("buyer@demo.example");
  await expect(page.getByLabel("Password", { exact: true })).toHaveValue("");
  await expect(page.getByLabel("Password", { exact: true })).toBeFocused();
});

test("An Anonymous is sent to book a demo from everywhere", async ({ page }) => {
  await logIn(page, "anonymous@demo.example");
  await expect(page).toHaveURL(/\/book-demo$/);
  await page.goto("/cart");
  await expect(page).toHaveURL(/\/book-demo$/);
});

test("An admitted user is refused the demo page, and unknown addresses say so", async ({
  page,
}) => {
  await enter(page);
  await page.goto("/book-demo");
  await expect(page).toHaveURL(/\/marketplace\/spot$/);
  await page.goto("/nothing/here");
  await expect(page.getByRole("heading", { name: "This page does not exist." })).toBeVisible();
});

test("An unknown address without a login goes to the login, and on from there", async ({
  page,
}) => {
  await page.goto("/nothing/here?q=1");
  await expect(page).toHaveURL("/login?next=%2Fnothing%2Fhere%3Fq%3D1");
  await page.getByLabel("Email").fill("buyer@demo.example");
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Log in" }).click();
  await expect(page.getByRole("heading", { name: "This page does not exist." })).toBeVisible();
});

test("The session survives a reload, and logging out ends it in every tab", async ({
  page,
  context,
}) => {
  await logIn(page);
  await page.reload();
  await expect(page.getByRole("heading", { level: 1, name: "Spot credits" })).toBeVisible();
  const other = await context.newPage();
  await other.goto("/cart");
  await expect(other.getByRole("heading", { level: 1, name: "Shopping cart" })).toBeVisible();
  await page.getByRole("button", { name: "Log out" }).click();
  await expect(page).toHaveURL(/\/login$/);
  await expect(other).toHaveURL(/\/login/);
});
