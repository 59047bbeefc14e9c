import type { Page } from "@playwright/test";
import { mailedLink } from "./inbox.ts";
import { admit, setBlocked, unusedEmail } from "./people.ts";
import { apiOf, expect, logIn, logOut, password, test } from "./shop.ts";

async function submitCredentials(page: Page, username: string) {
  await page.getByLabel("Email").fill(username);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Log in" }).click();
}

test("A company registers, verifies, waits, is admitted, logs in, and is blocked meanwhile", async ({
  page,
  request,
}) => {
  const username = unusedEmail();
  await test.step("It registers, led on by what it came with", async () => {
    await page.goto("/login?next=%2Fcart&referalPartnerId=7&referalExternalId=crm-1");
    await page.getByRole("link", { name: "Create a company account" }).click();
    await expect(page).toHaveURL(/next=%2Fcart&referalPartnerId=7&referalExternalId=crm-1/);
    await page.getByLabel("First name").fill("Ilse");
    await page.getByLabel("Last name").fill("Varendonk");
    await page.getByLabel("Work email").fill(username);
    await page.getByLabel("Password", { exact: true }).fill(password);
    const sent = page.waitForRequest(/\/auth\/register/);
    await page.getByRole("button", { name: "Create account" }).click();
    expect((await sent).url()).toMatch(/\?referalPartnerId=7&referalExternalId=crm-1$/);
    await expect(page).toHaveURL(/\/registration\/success/);
    await expect(page.getByText(`We have sent a link to ${username}`)).toBeVisible();
  });

  await test.step("Not verified it is refused, with the mailed link it waits", async () => {
    await page.getByRole("link", { name: "Log in" }).click();
    await submitCredentials(page, username);
    await expect(page.getByRole("alert")).toContainText(
      "Your account is not verified. Please check your email for verification link.",
    );
    const link = await mailedLink(username, "/registration/verify");
    await page.goto(link);
    await expect(page).toHaveURL(/\/book-demo$/);
    await expect(page.getByText("Your email is verified.")).toBeVisible();
    await page.goto(link);
    await expect(page).toHaveURL(/\/registration\/verify\/expired$/);
    await logIn(page, username);
    await expect(page).toHaveURL(/\/book-demo$/);
    await expect(
      page.getByRole("heading", { name: "Your account is being checked" }),
    ).toBeVisible();
  });

  await test.step("The waiting page lets it in, without a further log in", async () => {
    await admit(request, username);
    await expect(page).toHaveURL(/\/marketplace\/spot$/);
    await logOut(page);
    await submitCredentials(page, username);
    await expect(page.getByRole("heading", { level: 1, name: "Spot credits" })).toBeVisible();
  });

  await test.step("Blocked while logged in it is out at the next poll", async () => {
    const api = await apiOf(request, username);
    await setBlocked(request, username, "block");
    // Nobody touches the page: its own polling, every 10 s, finds out.
    await expect(page).toHaveURL(/\/login/);
    expect(await page.evaluate(() => localStorage.getItem("auth-storage"))).not.toContain("eyJ");
    expect(await api.get("/me/orders")).toMatchObject({ code: "UNAUTHENTICATED" });
    await submitCredentials(page, username);
    await expect(page.getByRole("alert")).toContainText(
      "Your account is blocked. If you think this is a mistake, please contact us.",
    );
    await setBlocked(request, username, "unblock");
    await submitCredentials(page, username);
    await expect(page).toHaveURL(/\/marketplace\/spot$/);
  });
});
