import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { request as requests, type Page } from "@playwright/test";
import { freePort } from "../../api/test/freePort.ts";
import { passkeyLibraries } from "./scripts.ts";
import { startProduct } from "./product.ts";
import {
  aProjectWithReport,
  buyer,
  logInDirectly,
  logOut,
  expect,
  password,
  test as shopTest,
} from "./shop.ts";

/** A page with a form that posts to its parent window the messages of HubSpot's embeds. */
const form = `<!doctype html><html lang="en"><title>Form</title><body>
<p id="given"></p><button id="send">Submit</button><button id="other">Say something else</button>
<script>
  const say = (eventName) => parent.postMessage({ type: "hsFormCallback", eventName, id: "f00d" }, "*");
  document.getElementById("given").textContent = new URLSearchParams(location.search).toString();
  document.getElementById("send").onclick = () => { say("onFormSubmit"); say("onFormSubmitted"); };
  document.getElementById("other").onclick = () => say("onFormSubmit");
  if (!location.search.includes("silent")) say("onFormReady");
</script>`;

/** A flag service that answers pages of another origin like Flagsmith; the new cart is on for the buyer. */
async function startFlagService() {
  const keys = new Set<unknown>();
  const server: Server = createServer((request, response) => {
    response.setHeader("access-control-allow-origin", "*");
    response.setHeader("access-control-allow-headers", "*");
    if (request.method === "OPTIONS") return void response.writeHead(204).end();
    keys.add(request.headers["x-environment-key"]);
    let body = "";
    request.on("data", (chunk: Buffer) => (body += String(chunk)));
    request.on("end", () => {
      const { identifier } = JSON.parse(body || "{}") as { identifier?: string };
      const feature = { id: 1, name: "new_cart_api", type: "STANDARD" };
      const flags = [{ feature, enabled: identifier === buyer, feature_state_value: null }];
      const answer = identifier === undefined ? flags : { identifier, flags, traits: [] };
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify(answer));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const stop = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  const { port } = server.address() as AddressInfo;
  return { address: `127.0.0.1:${port}`, keys, stop };
}

interface Outside {
  /** The origin of the form and the booking page. */
  formOrigin: string;
  flagService: Awaited<ReturnType<typeof startFlagService>>;
  address: string;
}

/**
 * A product configured with a form and a booking page on another origin and with a flag service, at a host name:
 * browsers offer no passkeys for IP addresses.
 */
const test = shopTest.extend<object, { outside: Outside }>({
  outside: [
    // oxlint-disable-next-line no-empty-pattern -- the library asks for a pattern
    async ({}, use) => {
      const forms = createServer((_request, response) => {
        response.setHeader("content-type", "text/html").end(form);
      });
      await new Promise<void>((resolve) => forms.listen(0, "127.0.0.1", resolve));
      const formOrigin = `http://127.0.0.1:${(forms.address() as AddressInfo).port}`;
      const flagService = await startFlagService();
      const port = await freePort();
      const address = `http://localhost:${port}`;
      const product = await startProduct({
        PORT: String(port),
        PUBLIC_URL: address,
        CONTACT_FORM_URL: `${formOrigin}/contact?portal=7`,
        MEETING_URL: `${formOrigin}/meeting`,
        FLAGSMITH_API_URL: `http://${flagService.address}/api/v1/`,
        FLAGSMITH_ENVIRONMENT_KEY: "ser.the-key",
      });
      await use({ formOrigin, flagService, address });
      await product.stop();
      await flagService.stop();
      forms.close();
    },
    { scope: "worker", timeout: 180_000 },
  ],
  baseURL: async ({ outside }, use) => use(outside.address),
});

// One separate product for all tests, in this order: starting it costs more than they do, and at the end the flag
// service is stopped.
test.describe.configure({ mode: "default" });

/** A device whose screen lock always gets unlocked by its owner, and a function to remove it. */
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

const credits = (page: Page) => page.getByRole("heading", { level: 1, name: "Spot credits" });

test("A buyer adds a passkey, logs in with it alone, and removes it", async ({ page }) => {
  const device = await aDevice(page);
  const loaded = passkeyLibraries(page);
  await page.goto("/login");
  await expect(page.getByRole("button", { name: "Log in with a passkey" })).toBeVisible();
  expect(await loaded()).toBe(0);
  const submitCredentials = async () => {
    await page.getByLabel("Email").fill(buyer);
    await page.getByLabel("Password", { exact: true }).fill(password);
    await page.getByRole("button", { name: "Log in", exact: true }).click();
  };
  await submitCredentials();
  await expect(credits(page)).toBeVisible();

  await page.goto("/user/settings/details");
  const section = page.getByRole("region", { name: "Passkeys" });
  await expect(section).toContainText("You have no passkey.");
  await section.getByRole("button", { name: "Add a passkey" }).click();
  await section.getByLabel("Name").fill("Laptop");
  await section.locator("input[type=password]").fill(password);
  await section.getByRole("button", { name: "Add a passkey" }).click();
  await expect(section.getByRole("listitem")).toContainText("Laptop");
  expect(await loaded()).toBe(1);
  await expect(section).toContainText("Your password alone no longer logs you in.");

  await logOut(page);
  await submitCredentials();
  await expect(page.getByText("This account requires a passkey.")).toBeVisible();
  await device.setVerified(false);
  const passkeyButton = page.getByRole("button", { name: "Log in with a passkey" });
  await passkeyButton.click();
  await expect(page.getByText("No passkey was used.")).toBeVisible();
  await device.setVerified(true);
  await passkeyButton.click();
  await expect(credits(page)).toBeVisible();

  await page.goto("/user/settings/details");
  await section.getByRole("button", { name: "Remove the passkey Laptop" }).click();
  await section.locator("input[type=password]").fill(password);
  await section.getByRole("button", { name: "Remove the passkey" }).click();
  await expect(section).toContainText("You have no passkey.");
  await logOut(page);
  await submitCredentials();
  await expect(credits(page)).toBeVisible();
});

test("The configured form is filled in, shown in the dialog, and it alone closes it when it was sent", async ({
  page,
  outside,
}) => {
  await logInDirectly(page);
  await page.goto("/cart");
  await page.getByRole("button", { name: "Support" }).click();
  const dialog = page.getByRole("dialog", { name: "Support" });
  const frame = page.frameLocator('iframe[title="Contact form"]');
  await expect(dialog.getByRole("status")).toBeHidden();
  const submittedParams = new URLSearchParams(await frame.locator("#given").innerText());
  expect(Object.fromEntries(submittedParams)).toEqual({
    portal: "7",
    firstname: "Ilse",
    lastname: "Varendonk",
    email: "buyer@demo.example",
    topic: "General Question",
  });

  // Messages from elsewhere, or of another kind, change nothing.
  await page.evaluate(() =>
    window.postMessage({ type: "hsFormCallback", eventName: "onFormSubmitted" }, "*"),
  );
  await frame.getByRole("button", { name: "Say something else" }).click();
  // The right origin, but not the form's frame.
  await page.evaluate(
    (origin) =>
      new Promise((resolve) => {
        const stranger = document.createElement("iframe");
        stranger.title = "Stranger";
        stranger.src = `${origin}/other`;
        stranger.onload = resolve;
        document.body.append(stranger);
      }),
    outside.formOrigin,
  );
  await page.frameLocator('iframe[title="Stranger"]').locator("#send").dispatchEvent("click");
  await page.waitForTimeout(500);
  await expect(dialog).toBeVisible();

  await frame.getByRole("button", { name: "Submit" }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText("Your message has been sent. We will reply by email.")).toBeVisible();
});

test("A meeting is booked at the configured page, in another tab", async ({
  page,
  context,
  outside,
}) => {
  await page.goto("/book-demo");
  const [visitors] = await Promise.all([
    context.waitForEvent("page"),
    page.getByRole("link", { name: /Choose a time/ }).click(),
  ]);
  await expect(visitors).toHaveURL(`${outside.formOrigin}/meeting`);

  await logInDirectly(page);
  await page.goto("/marketplace/financing");
  await page
    .getByRole("button", { name: /^Finance this project/ })
    .first()
    .click();
  const [members] = await Promise.all([
    context.waitForEvent("page"),
    page
      .getByRole("dialog")
      .getByRole("link", { name: /Book a meeting!/ })
      .click(),
  ]);
  await expect(members).toHaveURL(`${outside.formOrigin}/meeting`);
  await expect(page.getByRole("dialog", { name: "Finance this project" })).toBeVisible();
});

test("Pages follow a flag service of another host, and do without it when it is gone", async ({
  page,
  browser,
  outside,
}) => {
  const { flagService: service, address: baseURL } = outside;
  const { path, report } = await aProjectWithReport(await requests.newContext({ baseURL }), 0);
  await logInDirectly(page);
  await page.goto(path);
  const add = page.getByRole("button", { name: `Add to cart: report ${report}` });
  await expect(add).toBeVisible();
  expect([...service.keys]).toEqual(["ser.the-key"]);

  const operator = await (await browser.newContext({ baseURL })).newPage();
  await logInDirectly(operator, "admin@demo.example");
  await operator.goto("/management/flags");
  await expect(operator.getByText("This list is not in use.")).toBeVisible();
  await expect(operator.getByText(`at ${service.address}.`)).toBeVisible();

  await service.stop();
  const failed = page.waitForEvent("console", {
    predicate: (message) => message.text().startsWith("The flag service does not answer"),
  });
  await failed;
  await expect(add).toBeVisible();
  await page.reload();
  await expect(add).toBeVisible();
  // A page without cached flags uses the default, the legacy cart.
  await page.evaluate(() => localStorage.removeItem("flags"));
  await page.reload();
  await expect(page.getByRole("button", { name: "Ask for this report" })).toBeVisible();
  const added = page.waitForRequest(
    (sent) => sent.method() === "POST" && sent.url().endsWith("/me/cart/deprecated"),
  );
  await page
    .getByLabel(/^Tonnes of vintage/)
    .first()
    .fill("2");
  await page.getByRole("button", { name: "Add to cart" }).first().click();
  await added;
  await page.goto("/cart");
  await expect(page.getByRole("button", { name: /^Remove/ })).toHaveCount(1);
  await page.getByRole("button", { name: "Continue to invoice details" }).click();
  await expect(page).toHaveURL(/\/cart\/payment-details$/);
});
