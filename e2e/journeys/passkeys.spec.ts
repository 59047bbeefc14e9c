import type { Page } from "@playwright/test";
import { freePort } from "../../api/test/freePort.ts";
import { expect, password, test as shopTest } from "./shop.ts";
import { startProduct, type Product } from "./product.ts";

/** A product under a name: no browser has passkeys for an address in numbers. */
const test = shopTest.extend<object, { named: Product & { address: string } }>({
  named: [
    // oxlint-disable-next-line no-empty-pattern -- the library asks for a pattern
    async ({}, use) => {
      const port = await freePort();
      const address = `http://localhost:${port}`;
      const product = await startProduct({ PORT: String(port), PUBLIC_URL: address });
      await use({ ...product, address });
      await product.stop();
    },
    { scope: "worker", timeout: 120_000 },
  ],
});

// One product of its own for all of them: its start costs more than they do.
test.describe.configure({ mode: "default" });

/** A device with a screen lock that its owner opens each time, and the way to take it away. */
async function aDevice(page: Page) {
  const session = await page.context().newCDPSession(page);
  await session.send("WebAuthn.enable");
  const { authenticatorId } = await session.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  const setVerified = (isUserVerified: boolean) =>
    session.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified });
  return { setVerified };
}

/** How many of the scripts that a page asked for since hold the library of passkeys, by what only that one says. */
function libraries(page: Page): () => Promise<number> {
  const scripts = new Set<string>();
  page.on("request", (request) => {
    if (request.url().endsWith(".js")) scripts.add(request.url());
  });
  return async () => {
    const texts = await Promise.all(
      [...scripts].map(async (url) => (await page.request.get(url)).text()),
    );
    expect(texts.length).toBeGreaterThan(0);
    return texts.filter((text) => text.includes("WebAuthn is not supported in this browser"))
      .length;
  };
}

const username = "buyer@demo.example";
const credits = (page: Page) => page.getByRole("heading", { level: 1, name: "Spot credits" });

async function logOut(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Log out" }).click();
  await expect(page).toHaveURL(/\/login$/);
}

test("A buyer adds a passkey, logs in with it alone, and removes it", async ({ page, named }) => {
  const device = await aDevice(page);
  const loaded = libraries(page);
  await page.goto(`${named.address}/login`);
  await expect(page.getByRole("button", { name: "Log in with a passkey" })).toBeVisible();
  expect(await loaded()).toBe(0);
  const enter = async () => {
    await page.getByLabel("Email").fill(username);
    await page.getByLabel("Password", { exact: true }).fill(password);
    await page.getByRole("button", { name: "Log in", exact: true }).click();
  };
  await enter();
  await expect(credits(page)).toBeVisible();

  await page.goto(`${named.address}/user/settings/details`);
  const section = page.getByRole("region", { name: "Passkeys" });
  await expect(section).toContainText("You have no passkey.");
  await section.getByRole("button", { name: "Add a passkey" }).click();
  await section.getByLabel("Name").fill("Laptop");
  await section.locator("input[type=password]").fill(password);
  await section.getByRole("button", { name: "Add a passkey" }).click();
  await expect(section.getByRole("listitem")).toContainText("Laptop");
  expect(await loaded()).toBe(1);
  await expect(section).toContainText("Your password alone opens nothing any more.");

  await logOut(page);
  await enter();
  await expect(page.getByText("This account opens with a passkey.")).toBeVisible();
  await device.setVerified(false);
  const withPasskey = page.getByRole("button", { name: "Log in with a passkey" });
  await withPasskey.click();
  await expect(page.getByText("The device did not use a passkey.")).toBeVisible();
  await device.setVerified(true);
  await withPasskey.click();
  await expect(credits(page)).toBeVisible();

  await page.goto(`${named.address}/user/settings/details`);
  await section.getByRole("button", { name: "Remove the passkey Laptop" }).click();
  await section.locator("input[type=password]").fill(password);
  await section.getByRole("button", { name: "Remove the passkey" }).click();
  await expect(section).toContainText("You have no passkey.");
  await logOut(page);
  await enter();
  await expect(credits(page)).toBeVisible();
});

test("The login page has no word of passkeys where the browser has none", async ({ page }) => {
  const loaded = libraries(page);
  await page.goto("/login");
  await expect(page.getByRole("button", { name: "Log in", exact: true })).toBeVisible();
  await expect(page.getByRole("button", { name: "Log in with a passkey" })).toHaveCount(0);
  expect(await loaded()).toBe(0);
});
