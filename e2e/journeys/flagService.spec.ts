import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { request as requests } from "@playwright/test";
import { startProduct, type Product } from "./product.ts";
import { aProjectWithReport, buyer, expect, enter, test } from "./shop.ts";

/** A flag service beside the product, as Flagsmith answers pages of another origin; the new cart is on for the buyer. */
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

let service: Awaited<ReturnType<typeof startFlagService>>;
let product: Product;
test.beforeAll(async () => {
  service = await startFlagService();
  product = await startProduct({
    FLAGSMITH_API_URL: `http://${service.address}/api/v1/`,
    FLAGSMITH_ENVIRONMENT_KEY: "ser.the-key",
  });
});
test.afterAll(async () => {
  await product.stop();
  await service.stop();
});

test("Pages follow a flag service of another host, and do without it when it is gone", async ({
  browser,
}) => {
  const baseURL = `http://127.0.0.1:${product.port}`;
  const page = await (await browser.newContext({ baseURL })).newPage();
  const { path, report } = await aProjectWithReport(await requests.newContext({ baseURL }), 0);
  await enter(page);
  await page.goto(path);
  const add = page.getByRole("button", { name: `Add to cart: report ${report}` });
  await expect(add).toBeVisible();
  expect([...service.keys]).toEqual(["ser.the-key"]);

  const operator = await (await browser.newContext({ baseURL })).newPage();
  await enter(operator, "admin@demo.example");
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
  // A page that never heard of the service shops by the default, the legacy cart.
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
