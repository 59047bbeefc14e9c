import type { Page } from "@playwright/test";
import { Secret, TOTP } from "otpauth";
import { aBuyer } from "./people.ts";
import { logInDirectly, logOut, expect, password, test } from "./shop.ts";

/** The code that the authenticator app shows, now or in `inMs` milliseconds. */
const codeOf = (secret: string, inMs = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + inMs });

/** Logs in, with a code as the second step if given. */
async function logIn(page: Page, username: string, code?: string): Promise<void> {
  await page.goto("/login");
  await page.getByLabel("Email").fill(username);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Log in" }).click();
  if (code) {
    await page.getByLabel("Code from your authenticator app").fill(code);
    await page.getByRole("button", { name: "Log in" }).click();
  }
  await expect(page.getByRole("heading", { level: 1, name: "Spot credits" })).toBeVisible();
}

test("A buyer sets up a second factor, logs in with codes, and removes it", async ({
  page,
  request,
}) => {
  const username = await aBuyer(request);
  await logInDirectly(page, username);
  await page.goto("/user/settings/details");
  const section = page.getByRole("region", { name: "Second factor" });
  await section.getByRole("button", { name: "Set up" }).click();
  await section.locator("input[type=password]").fill(password);
  await section.getByRole("button", { name: "Next" }).click();
  const secret = (await section.locator("code").textContent())!;
  await section.getByLabel("Code", { exact: true }).fill(codeOf(secret));
  await section.getByRole("button", { name: "Turn on" }).click();
  const codes = section.getByRole("list", { name: "Recovery codes" }).getByRole("listitem");
  await expect(codes).toHaveCount(10);
  const [first, second] = await codes.allTextContents();
  await section.getByRole("button", { name: "I have saved them" }).click();

  await logOut(page);
  await logIn(page, username, codeOf(secret, 30_000));
  await logOut(page);
  await logIn(page, username, first!);

  await page.goto("/user/settings/details");
  await expect(section).toContainText("9 recovery codes are left");
  await section.getByRole("button", { name: "Remove" }).click();
  await section.locator("input[type=password]").fill(password);
  await section.getByLabel("Code", { exact: true }).fill(second!);
  await section.getByRole("button", { name: "Remove" }).click();
  await expect(section).toContainText("Only your password is needed to log in.");
  await logOut(page);
  await logIn(page, username);
});
