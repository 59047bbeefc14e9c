import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { publicUrl, testApp, type TestApp } from "./app.ts";
import { root, textOf } from "./imports.ts";

let t: TestApp;
let webFolder: string;
beforeAll(async () => {
  webFolder = await mkdtemp(path.join(tmpdir(), "tonneline-pages-"));
  await cp(path.join(root, "web/public"), webFolder, { recursive: true });
  await cp(path.join(root, "web/index.html"), path.join(webFolder, "index.html"));
  t = await testApp({ webFolder });
});
afterAll(async () => {
  await t.close();
  await rm(webFolder, { recursive: true });
});

const open = (url: string) => t.app.inject({ url });
const titleOf = (html: string) => /<title>(.*?)<\/title>/.exec(html)?.[1];

const pathTexts = textOf("web/src/lib/paths.ts");
const pathOf = (key: string) => new RegExp(`^  ${key}: "(.*)",$`, "m").exec(pathTexts)![1]!;
const [, pageTexts = ""] = textOf("web/src/locales/en/app.ts").split("  pages: {");
const tabOf = (key: string) => new RegExp(`^    ${key}: "(.*)",$`, "m").exec(pageTexts)![1]!;
// Pages that only the app leads to need no head, and certificates have one each.
const withoutOne = /Success$|Expired$|^error$|^certificate$/;
const openPages = [
  ...textOf("web/src/app/routes.tsx").matchAll(
    /\b(?:auth\(|page\((?:open|withQueries), )paths\.(\w+), "(\w+)"/g,
  ),
]
  .map(([, page, title]) => [page!, title!] as const)
  .filter(([page]) => !withoutOne.test(page));

test.each(openPages)(
  "the HTML of the open page %s has the title of its tab",
  async (page, title) => {
    const { statusCode, body } = await open(pathOf(page).replace(/\$\w+/, "anything"));
    expect(statusCode).toBe(200);
    expect(titleOf(body)).toBe(`${tabOf(title)} · Tonneline`);
    expect(body).toMatch(/<meta name="description" content="[^"]{30,}" \/>/);
  },
);

test("there are open pages", () => {
  expect(openPages.length).toBeGreaterThan(7);
});

test("of the open pages, only the front door may be listed; no address with a key is repeated", async () => {
  for (const address of ["/", "/login"]) {
    const { body } = await open(`${address}?next=%2Fcart`);
    expect(body).toContain(`<link rel="canonical" href="${publicUrl}${address}" />`);
    expect(body).toContain(`<meta property="og:url" content="${publicUrl}${address}" />`);
    expect(body).not.toContain("noindex");
  }
  for (const address of [
    "/registration?referalPartnerId=secret",
    "/registration/verify?token=secret",
    "/password-reset?token=secret&expireAt=9999999999999",
    "/invitation?token=secret",
    "/shared/secret",
  ]) {
    const { body } = await open(address);
    expect(body).toContain('<meta name="robots" content="noindex" />');
    expect(body).not.toMatch(/secret|canonical|og:url/);
  }
});

test("a shared shortlist's HTML is the same whether its link works or not, and for any list", async () => {
  const admin = await t.aUser("Admin");
  const { body: settings } = await t.call(admin, "GET", "/management/settings");
  const sharing = { byLink: true, version: settings.sharing.version };
  await t.call(admin, "PATCH", "/management/settings", { sharing });
  const buyer = await t.aUser();
  const { body: list } = await t.call(buyer, "POST", "/me/shortlists", { name: "Budget of 2027" });
  const share = `/me/shortlists/${list.id}/share`;
  const { body: shared } = await t.call(buyer, "POST", share, { days: 7 });
  const { pathname } = new URL(shared.url);
  const live = await open(pathname);
  await t.call(buyer, "DELETE", share);
  const pages = [live, await open(pathname), await open("/shared/no-key")];
  expect(new Set(pages.map(({ body, statusCode }) => `${statusCode} ${body}`)).size).toBe(1);
  expect(live.body).not.toContain("Budget");
});

test("the head has the brand of the settings", async () => {
  const admin = await t.aUser("Admin");
  const { body: settings } = await t.call(admin, "GET", "/management/settings");
  const name = "Grün & <b>Co</b> $'";
  const brand = { name, version: settings.brand.version };
  await t.call(admin, "PATCH", "/management/settings", { brand });
  const { body } = await open("/login");
  expect(titleOf(body)).toBe("Log in · Grün &amp; &lt;b&gt;Co&lt;/b&gt; $'");
  expect(titleOf((await open("/")).body)).toBe("Grün &amp; &lt;b&gt;Co&lt;/b&gt; $'");
});

test("pages behind the login are served as built, and are not to be listed", async () => {
  const built = textOf("web/index.html");
  expect(built).toContain('<meta name="robots" content="noindex" />');
  for (const url of ["/portfolio", "/marketplace/42", "/certificates", "/c/", "/login/more"])
    expect((await open(url)).body).toBe(built);
});

test("robots may read every page, which says itself whether it may be listed", async () => {
  const { headers, body } = await open("/robots.txt");
  expect(headers["content-type"]).toMatch(/^text\/plain/);
  expect(body).toMatch(/^User-agent: \*\nDisallow:\n?$/m);
});
