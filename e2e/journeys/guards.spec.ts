import { passkeyLibraries } from "./scripts.ts";
import { expect, test, untilNetworkIdle } from "./shop.ts";

test("A page without a login leads to the login, which refuses a wrong password, and back to the page", async ({
  page,
}) => {
  const requestedPaths: string[] = [];
  page.on("request", (request) => requestedPaths.push(new URL(request.url()).pathname));
  const countPasskeyLibraries = passkeyLibraries(page);
  await untilNetworkIdle(page, async () => {
    await page.goto("/marketplace/spot?q=wind&sort=price%2Casc");
    await expect(page).toHaveURL(/\/login\?next=/);
  });
  expect(requestedPaths).toContainEqual(expect.stringMatching(/\/assets\/every-/));
  // Without an address no reporter is loaded; the browser has no passkeys here, and the page does not mention them.
  expect(requestedPaths).not.toContainEqual(expect.stringMatching(/sentry|replay/i));
  await expect(page.getByRole("button", { name: "Log in with a passkey" })).toHaveCount(0);
  expect(await countPasskeyLibraries()).toBe(0);
  const secret = page.getByLabel("Password", { exact: true });
  await page.getByLabel("Email").fill("buyer@demo.example");
  await secret.fill("not-the-password");
  await page.getByRole("button", { name: "Log in" }).click();
  await expect(page.getByRole("alert")).toContainText(
    "The username or password you have entered is invalid.",
  );
  await expect(page.getByLabel("Email")).toHaveValue("buyer@demo.example");
  await expect(secret).toHaveValue("");
  await expect(secret).toBeFocused();
  await secret.fill("carbon-demo-2026");
  await page.getByRole("button", { name: "Log in" }).click();
  await expect(page).toHaveURL(/\/marketplace\/spot\?q=wind&sort=price%2Casc$/);
});
