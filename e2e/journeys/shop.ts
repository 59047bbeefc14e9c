import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import {
  expect,
  test as base,
  type APIRequestContext,
  type Frame,
  type Page,
  type Request,
} from "@playwright/test";
import type Axe from "axe-core";

export const password = "carbon-demo-2026";
export const buyer = "buyer@demo.example";

/** Every page is watched: an error in its console or its code fails the test. */
export const test = base.extend<{ watched: void }>({
  watched: [
    async ({ page }, use) => {
      const faults: string[] = [];
      page.on("pageerror", (error) => faults.push(String(error)));
      page.on("console", (message) => {
        // The browser itself logs every refused request; whether the refusal was right is for the test to check. So does
        // the app for refusals of the auth service. No script runs in the frame of a mail, not even the trace's, which is
        // logged each time.
        const expected =
          /Failed to load resource|^Failed: POST \/auth\/|Blocked script execution in 'about:srcdoc'/;
        if (message.type() === "error" && !expected.test(message.text())) {
          faults.push(message.text());
        }
      });
      await use();
      expect(faults).toEqual([]);
    },
    { auto: true },
  ],
});
export { expect };

export async function logIn(page: Page, username: string, secret = password): Promise<void> {
  await page.goto("/login");
  await page.getByLabel("Email").fill(username);
  await page.getByLabel("Password", { exact: true }).fill(secret);
  await page.getByRole("button", { name: "Log in" }).click();
  await page.waitForURL((url) => url.pathname !== "/login");
  // The URL changes before the page does.
  await expect(page.getByRole("button", { name: "Log in" })).toBeHidden();
}

export async function logOut(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Log out" }).click();
  await expect(page).toHaveURL(/\/login$/);
}

/** Logs in without the form, for tests that open their page themselves. */
export async function logInDirectly(page: Page, username = buyer): Promise<void> {
  const tokens = await tokensOf(page.request, username);
  // Any page of the product will do: the app stores its tokens under this origin.
  await page.goto("/health/live");
  await page.evaluate(
    (state) => localStorage.setItem("auth-storage", JSON.stringify({ state, version: 0 })),
    tokens,
  );
}

interface Router {
  state: { resolvedLocation?: object };
  history: { push(address: string): void; subscribers: { size: number } };
  subscribe(event: "onResolved", listener: () => void): () => void;
}

/**
 * Navigates like a link in the app, without reloading the app, which would take some 0.25 s more CPU time: for journeys
 * through many pages. Opens the first page. The page's requests may still be in flight.
 */
export async function follow(page: Page, address: string): Promise<void> {
  const hasNavigated = await page.evaluate(async (to) => {
    const { __TSR_ROUTER__: router } = window as { __TSR_ROUTER__?: Router };
    if (!router) return false;
    // A navigation started before the app has reached and drawn its first page is ignored: only then does the router
    // listen to the history.
    while (router.state.resolvedLocation === undefined || router.history.subscribers.size === 0) {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    const resolved = new Promise<void>((resolve) => {
      const unsubscribe = router.subscribe("onResolved", () => resolve(unsubscribe()));
    });
    router.history.push(to);
    await resolved;
    return true;
  }, address);
  if (!hasNavigated) await page.goto(address);
}

/** Waits until all requests made meanwhile are answered, and no more follow for a moment. */
export async function untilNetworkIdle(page: Page, act: () => Promise<void>): Promise<void> {
  const pendingRequests = new Set<Request>();
  let idleSince = Date.now();
  const onRequest = (request: Request) => void pendingRequests.add(request);
  const onFinished = (request: Request) => {
    pendingRequests.delete(request);
    idleSince = Date.now();
  };
  page.on("request", onRequest).on("requestfinished", onFinished).on("requestfailed", onFinished);
  await act();
  await expect
    .poll(async () => {
      // A page that is busy rendering may send more requests afterwards. Chromium does not always report when it is idle.
      await page.evaluate(
        () => new Promise((idle) => requestIdleCallback(idle, { timeout: 1000 })),
      );
      return [
        ...Array.from(pendingRequests, (request) => `${request.url()} is still on its way`),
        ...(Date.now() - idleSince < 500 ? ["The last answer has just come"] : []),
      ];
    })
    .toEqual([]);
  page
    .off("request", onRequest)
    .off("requestfinished", onFinished)
    .off("requestfailed", onFinished);
}

async function tokensOf(request: APIRequestContext, username: string) {
  const login = await request.post("/api/v1/auth/login", {
    data: { username, password },
    // The server closes a connection that was idle for 65 s, perhaps in the moment in which it is used again.
    maxRetries: 1,
  });
  expect(login.status(), await login.text()).toBe(200);
  return (await login.json()) as { authToken: string; refreshToken: string };
}

/** An API caller with the account's token, for what a test needs besides the page. */
export async function apiOf(request: APIRequestContext, username: string) {
  const { authToken } = await tokensOf(request, username);
  const headers = { authorization: `Bearer ${authToken}` };
  return {
    get: async (path: string) => (await request.get(`/api/v1${path}`, { headers })).json(),
    post: async (path: string, data: object) => request.post(`/api/v1${path}`, { headers, data }),
    put: async (path: string, data: object) => request.put(`/api/v1${path}`, { headers, data }),
    patch: async (path: string, data: object) => request.patch(`/api/v1${path}`, { headers, data }),
  };
}

/**
 * A demonstration project on sale with at least 100 issued credits of one vintage, the `nth` by available credits, so
 * that tests don't collide.
 */
export async function aProjectOnSale(request: APIRequestContext, nth: number) {
  const api = await apiOf(request, buyer);
  const list = await api.get(
    `/projects?availableOnly=true&status=AVAILABLE&sort=availableCredits,desc&page=${nth}&size=1`,
  );
  const project = await api.get(`/projects/${list.content[0].id}`);
  const vintage = project.vintages.find(
    (each: { availableCredits: number; creditType: { id: string } }) =>
      each.availableCredits >= 100 && each.creditType.id === "EX_POST",
  );
  return {
    id: project.id as number,
    name: project.name as string,
    vintage: vintage as { id: number; year: number; price: number },
  };
}

/** The reports on sale, except for those that another journey has just added and will delete. */
export async function stableReports(api: Awaited<ReturnType<typeof apiOf>>) {
  const { content } = await api.get("/reports");
  return content.filter(({ name }: { name: string }) => !name.startsWith("Permanence "));
}

/** The `nth` demonstration project on sale that has a report. */
export async function aProjectWithReport(request: APIRequestContext, nth: number) {
  const api = await apiOf(request, buyer);
  const report = (await stableReports(api))[nth];
  const project = await api.get(`/projects/${report.projects[0].id}`);
  const vintage = project.vintages.find(
    (each: { availableCredits: number; price: number | null; creditType: { id: string } }) =>
      each.availableCredits >= 50 && each.price !== null && each.creditType.id === "EX_POST",
  );
  return {
    path: `/marketplace/${project.id}`,
    report: report.name as string,
    year: vintage.year as number,
  };
}

export const details = {
  "Company name": "Brennvik Logistics GmbH",
  "VAT number": "DE123456789",
  "Invoice email": "accounts@brennvik.example",
  "Street and number": "Hafenkontor 14",
  "Postal code": "20457",
  City: "Hamburg",
  "Province or state": "Hamburg",
};

export async function fillDetails(page: Page): Promise<void> {
  for (const [label, value] of Object.entries(details)) {
    await page.getByLabel(label, { exact: true }).fill(value);
  }
}

const library = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
// Findings name elements by their selectors. Without the option, axe also serializes each element that it checks: on a
// page of cards a third of its work.
const axe = `${library}\naxe.configure({ noHtml: true });`;
const rules = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

/** Half a megabyte, and half the time of checking a small page: inject it once per document. */
async function injectAxe(frame: Frame): Promise<void> {
  if (!(await frame.evaluate(() => "axe" in window))) await frame.evaluate(axe);
}

/** Expects no violations of the WCAG 2.2 A and AA rules on the page as it is, including the frames of our origin. */
export async function expectAccessible(page: Page): Promise<void> {
  const { origin } = new URL(page.url());
  const frames = page.frames().filter((frame) => frame.url().startsWith(`${origin}/`));
  await Promise.all(frames.map(injectAxe));
  const findings = await page.evaluate(async (runOnly) => {
    const { axe: injectedAxe } = window as unknown as { axe: typeof Axe };
    const { violations } = await injectedAxe.run({ runOnly, reporter: "no-passes" });
    return violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(" ")).join(", ")}`,
    );
  }, rules);
  expect(findings).toEqual([]);
}

/** From the widest to the narrowest that the design supports. */
const widths = [1440, 768, 390];

/** Expects every CSS module class in use to be in a loaded stylesheet: components must bring their styles along. */
async function expectStyled(page: Page): Promise<void> {
  const unstyled = await page.evaluate(() => {
    const moduleClass = /_[\w-]+_[\w-]{5}_\d+/g;
    const rules = [...document.styleSheets].flatMap(({ cssRules }) => [...cssRules]);
    const styled = new Set(rules.flatMap(({ cssText }) => cssText.match(moduleClass) ?? []));
    const elements = [...document.querySelectorAll("[class]")];
    const usedClasses = elements.flatMap(
      (each) => each.getAttribute("class")!.match(moduleClass) ?? [],
    );
    return [...new Set(usedClasses)].filter((name) => !styled.has(name));
  });
  expect(unstyled, page.url()).toEqual([]);
}

/**
 * Checks the current page at all widths: its styles are loaded, nothing makes it scroll sideways, and the widest and
 * the narrowest have no accessibility violations.
 */
export async function expectResponsive(page: Page): Promise<void> {
  await expectStyled(page);
  const before = page.viewportSize()!;
  const horizontalOverflow = () =>
    page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    await expect
      .poll(horizontalOverflow, { message: `${page.url()} at ${width} px` })
      .toBeLessThanOrEqual(0);
    if (width === widths[0] || width === widths.at(-1)) await expectAccessible(page);
  }
  await page.setViewportSize(before);
}
