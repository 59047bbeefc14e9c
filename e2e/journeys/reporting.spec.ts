import { expect, test, type Page } from "@playwright/test";
import { Secret, TOTP } from "otpauth";
import { startIngest, type Ingest } from "../../api/test/ingest.ts";
import { startProduct, type Product } from "./product.ts";
import { buyer, password } from "./shop.ts";

// One product and one ingest for all tests: what one test causes must not be counted by another.
test.describe.configure({ mode: "serial" });

let ingest: Ingest;
let product: Product;
const production = () => `http://127.0.0.1:${product.port}`;
const local = () => `http://localhost:${product.port}`;

test.beforeAll(async () => {
  ingest = await startIngest();
  product = await startProduct({
    SENTRY_DSN: ingest.dsn,
    PRODUCTION_HOST: "127.0.0.1",
  });
});
test.afterAll(async () => {
  await product.stop();
  await ingest.close();
});
let violations: string[] = [];
test.afterEach(() => expect(violations).toEqual([]));
test.beforeEach(async ({ page }) => {
  violations = [];
  page.on("console", (message) => {
    if (/Content Security Policy|Trusted/.test(message.text())) violations.push(message.text());
  });
  // The last calls of the previous page are reported a moment after it was closed.
  for (let before = -1; before !== ingest.items.length;) {
    before = ingest.items.length;
    await new Promise((resolve) => setTimeout(resolve, 1000));
  }
  ingest.items.length = 0;
});

const allReports = () => JSON.stringify(ingest.items);
const recordedText = () => JSON.stringify(ingest.of("replay_recording"));
interface Trace {
  platform: string;
  environment: string;
  contexts: { trace: { data: Record<string, unknown>; parent_span_id?: string } };
  request: { url: string };
  spans: { op: string; description: string }[];
}
const traces = (platform: string): Trace[] =>
  ingest.of("transaction").filter((trace: Trace) => trace.platform === platform);
const messages = (): string[] =>
  ingest
    .of("event")
    .flatMap((event: { exception: { values: { value: string }[] } }) => event.exception.values)
    .map(({ value }: { value: string }) => value);
const recordings = (kind: "session" | "buffer") =>
  ingest.of("replay_event").filter((replay) => replay.replay_type === kind);

/** Fixes all of the page's random numbers to `chance`. */
async function logIn(page: Page, address: string, chance: number, username = buyer) {
  await page.addInitScript((value) => {
    Math.random = () => value;
  }, chance);
  await page.goto(`${address}/login`);
  await page.getByLabel("Email").fill(username);
  await page.getByRole("button", { name: "Show the password" }).click();
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Log in", exact: true }).click();
  await page.waitForURL(/marketplace/);
  await expect(page.getByRole("heading", { level: 1, name: "Spot credits" })).toBeVisible();
}

/** Throws an uncaught error in the page and waits for its report. */
async function throwInPage(page: Page, message: string) {
  await page.evaluate((text) => {
    setTimeout(() => {
      throw new Error(text);
    });
  }, message);
  await expect.poll(messages).toContain(message);
}

async function expectNothingSecret(page: Page) {
  const { state } = JSON.parse(
    (await page.evaluate(() => localStorage.getItem("auth-storage"))) ?? "{}",
  ) as { state: { authToken: string; refreshToken: string } };
  expect(state.authToken.length).toBeGreaterThan(100);
  for (const secret of [password, state.authToken, state.refreshToken]) {
    expect(allReports()).not.toContain(secret);
  }
}

test("On the production host the tenth below 0.1 is traced and recorded, unmasked", async ({
  page,
}) => {
  await logIn(page, production(), 0.0999);
  await page.getByRole("combobox", { name: "Search projects" }).fill("forest");
  await expect.poll(() => recordings("session").length).toBeGreaterThan(0);
  const spans = () => traces("javascript").flatMap((trace) => trace.spans);
  await expect.poll(() => traces("javascript").length).toBeGreaterThan(1);
  // The last items may arrive after the first of the others.
  await expect.poll(() => spans().length).toBeGreaterThan(0);
  await expect.poll(() => traces("node").length).toBeGreaterThan(0);

  for (const trace of traces("javascript")) {
    expect(trace).toMatchObject({ release: "1.146.1", environment: "production" });
    expect(trace.contexts.trace.data["sentry.sample_rate"]).toBe(0.1);
    for (const { op, description } of trace.spans) {
      expect(op).toBe("http.client");
      expect(description).toMatch(/^(GET|POST) \/api\/v1\//);
    }
  }
  for (const { request } of traces("node")) {
    expect(request.url).toMatch(new RegExp(`^${production()}/api/v1/`));
  }

  // A blocked picture would be recorded by its size alone. It arrives after the words beside it, and the answer to the
  // search may arrive after both.
  await expect.poll(recordedText).toMatch(/"tagName":"img","attributes":\{[^}]*"src":/);
  await expect.poll(recordedText).toContain("totalElements");
  const recorded = recordedText();
  expect(recorded).toContain("Spot credits");
  expect(recorded).not.toContain("rr_width");
  await expectNothingSecret(page);
});

test("No recording holds the secret of a second factor, a code of it, or a recovery code", async ({
  page,
}) => {
  // No other test here logs in with this account.
  await logIn(page, production(), 0.0999, "admin@demo.example");
  await page.goto(`${production()}/user/settings/details`);
  const section = page.getByRole("region", { name: "Second factor" });
  await section.getByRole("button", { name: "Set up" }).click();
  await section.locator("input[type=password]").fill(password);
  await section.getByRole("button", { name: "Next" }).click();
  const secret = (await section.locator("code").textContent())!;
  const picture = (await section.locator("svg path").last().getAttribute("d"))!;
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate();
  // Without randomness all fields have the same id, so labels cannot be used.
  await section.locator("input").fill(code);
  await section.getByRole("button", { name: "Turn on" }).click();
  const codes = section.getByRole("list", { name: "Recovery codes" }).getByRole("listitem");
  await expect(codes).toHaveCount(10);
  const shown = [secret, picture, ...(await codes.allTextContents())];

  await expect.poll(recordedText).toContain("Keep these recovery codes");
  // The calls themselves are recorded, with their durations.
  await expect.poll(recordedText).toContain("/me/second-factor/confirm");
  const sent = allReports();
  expect([...shown, `"code":"${code}"`].filter((each) => sent.includes(each))).toEqual([]);
  await expectNothingSecret(page);
});

test("At 0.1 nothing is traced or recorded, until something goes wrong or a fetch of notifications fails", async ({
  page,
}) => {
  const logged: string[] = [];
  page.on("console", (message) => logged.push(message.text()));
  await logIn(page, production(), 0.1);
  await page.evaluate(() => (Math.random = () => 0.9999));
  // Longer than a session recording takes to start sending.
  await page.waitForTimeout(7000);
  expect(traces("javascript")).toEqual([]);
  // For requests sent before the page's reporter has loaded, the server samples by itself.
  expect(traces("node").filter((trace) => trace.contexts.trace.parent_span_id)).toEqual([]);
  expect(ingest.of("replay_event")).toEqual([]);

  await throwInPage(page, "provoked on the production host");
  await expect.poll(() => recordings("buffer").length).toBe(1);
  const [event] = ingest.of("event");
  expect(event).toMatchObject({ release: "1.146.1", environment: "production" });
  expect(recordedText()).toContain("Spot credits");

  const errorMessage = "The server cannot be reached. Check your connection and try again.";
  await page.route("**/me/notifications?*", (route) => route.abort());
  await expect.poll(messages).toContain(errorMessage);
  expect(logged.join()).toContain("The server cannot be reached");
  const reported = ingest.of("event").find((each) => JSON.stringify(each).includes(errorMessage));
  expect(reported.extra).toMatchObject({ call: "GET /me/notifications" });
  await expectNothingSecret(page);
});

test("On another host errors are reported, but no calls are traced or recorded", async ({
  page,
}) => {
  const tracedRequests: string[] = [];
  page.on("request", (request) => {
    if (request.headers()["sentry-trace"]) tracedRequests.push(request.url());
  });
  await logIn(page, local(), 0);
  await throwInPage(page, "provoked elsewhere");
  await expect.poll(() => recordings("session").length).toBeGreaterThan(0);
  expect(ingest.of("event")[0]).toMatchObject({ environment: "local" });
  expect(ingest.of("transaction")).toEqual([]);
  expect(tracedRequests).toEqual([]);
  expect(recordedText()).not.toContain("totalElements");
  await expectNothingSecret(page);
});

test("A page that a mailed link opened is not recorded, and its token is kept", async ({
  page,
}) => {
  await page.addInitScript(() => (Math.random = () => 0));
  const link = "/password-reset?token=out-of-a-mail&expireAt=9999999999999";
  await page.goto(`${production()}${link}`);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await throwInPage(page, "provoked on a mailed page");
  await expect.poll(() => traces("javascript").length).toBeGreaterThan(0);
  expect(ingest.of("event")[0].request.url).toContain("token=");
  expect(ingest.of("replay_event")).toEqual([]);
  expect(allReports()).not.toContain("out-of-a-mail");
});
