import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Certificate } from "@tonneline/contract/certificates";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { publicUrl, testApp, type TestApp, type TestCaller } from "../../../test/app.ts";
import { aPaidOrder } from "../../../test/builders/order.ts";
import { aProject } from "../../../test/builders/project.ts";
import { textOf } from "../../../test/imports.ts";
import { certificateHead } from "./certificateHead.ts";

const source = textOf("web/index.html");

let t: TestApp;
let admin: TestCaller;
let webFolder: string;
beforeAll(async () => {
  webFolder = await mkdtemp(path.join(tmpdir(), "tonneline-pages-"));
  await writeFile(path.join(webFolder, "index.html"), source);
  const limits = { certificate: { perAccount: 3, perAddress: 3, windowSeconds: 900 } };
  t = await testApp({ webFolder, limits });
  admin = await t.aUser("Admin");
});
afterAll(async () => {
  await t.close();
  await rm(webFolder, { recursive: true });
});
beforeEach(() => t.db.deleteFrom("attempts").execute());

/** The number of a new certificate of nine tonnes. */
async function aCertificate(beneficiaryName: string, wishes: object = {}): Promise<string> {
  const buyer = await t.aUser();
  const { vintageId } = await aProject(t.db, {
    name: 'Peat & "Sons"',
    registry: `Registry of ${buyer.userId}`,
  });
  await aPaidOrder(t, admin, buyer, vintageId, 9);
  const wanted = { vintageId, quantity: 9, beneficiaryName, purpose: "ON_BEHALF", ...wishes };
  const { body } = await t.call(buyer, "POST", "/me/retirements", wanted);
  const completed = await t.call(admin, "POST", `/management/retirements/${body.id}/complete`, {
    serialNumberFrom: `A${body.id}-1`,
    serialNumberTo: `A${body.id}-9`,
    registryUrl: "https://registry.example/retirements/1",
    retiredAt: "2026-03-17T21:30:00Z",
  });
  return completed.body.certificateNumber as string;
}

const open = (url: string, headers: Record<string, string> = {}) => t.app.inject({ url, headers });
/** Title, description and the rest of what a page's HTML says of it, by name. */
function saidBy(html: string): Record<string, string> {
  const tags = html.matchAll(
    /<(?:meta|link) (?:name|property|rel)="([^"]+)" (?:content|href)="([^"]*)" \/>/g,
  );
  return {
    title: /<title>(.*?)<\/title>/.exec(html)![1]!,
    ...Object.fromEntries([...tags].map(([, name, said]) => [name, said])),
  };
}

test("The HTML of a certificate's page says what was retired for whom, and where to find the page", async () => {
  const number = await aCertificate("Brennvik Logistics GmbH", { message: "Freight of 2025" });
  const { statusCode, headers, body } = await open(`/certificates/${number}`);
  expect(statusCode).toBe(200);
  expect(headers).toMatchObject({
    "content-type": "text/html; charset=utf-8",
    "cache-control": "no-cache",
  });
  const title = "9\u00A0t CO₂e retired for Brennvik Logistics GmbH";
  const said = saidBy(body);
  expect(said).toMatchObject({
    title: `${title} · Tonneline`,
    description: expect.stringMatching(
      /^9 carbon credits, each .* retired in the registry Registry of \d+ on 17 March 2026\./,
    ),
    "og:type": "website",
    "og:site_name": "Tonneline",
    "og:title": title,
    "og:url": `${publicUrl}/certificates/${number}`,
    "twitter:card": "summary",
    canonical: `${publicUrl}/certificates/${number}`,
  });
  expect(said.description).toContain(`Certificate ${number}`);
  expect(said["og:description"]).toBe(said.description);
  expect(said).not.toHaveProperty("robots");
  expect(body.match(/<title>/g)).toHaveLength(1);
  // The app itself is as built.
  const bodyOf = (html: string) => html.slice(html.indexOf("</head>"));
  expect(bodyOf(body)).toBe(bodyOf(source));
});

test("Its short address, and its number as typed from paper, lead to the same canonical page", async () => {
  const number = await aCertificate("Brennvik Logistics GmbH");
  const { body } = await open(`/certificates/${number}`);
  const typed = number.toLowerCase().replaceAll("-", "%20");
  for (const url of [`/c/${number}`, `/c/${typed}`, `/certificates/${number}/?utm_source=mail#top`])
    expect((await open(url)).body).toBe(body);
});

test("It names no beneficiary who chose not to be named, and not their message", async () => {
  const number = await aCertificate("Brennvik Logistics GmbH", {
    unnamed: true,
    message: "Freight of Brennvik",
  });
  const { body } = await open(`/certificates/${number}`);
  expect(saidBy(body).title).toContain("retired for a beneficiary who is not named here");
  expect(body).not.toMatch(/Brennvik|Freight/);
});

test("Names are escaped", async () => {
  const number = await aCertificate(`</title><script>alert("$&")</script> & Söhne`);
  const { body } = await open(`/certificates/${number}`);
  expect(body).not.toContain("<script>alert");
  const name = "&lt;/title&gt;&lt;script&gt;alert(&quot;$&amp;&quot;)&lt;/script&gt; &amp; Söhne";
  expect(saidBy(body).title).toContain(`retired for ${name} ·`);
  expect(saidBy(body)["og:title"]).toContain(name);
  expect(saidBy(body).description).toContain("Peat &amp; &quot;Sons&quot;");
});

test("Every number without a certificate is 404 with the same HTML, which is not to be listed, even beyond the limit", async () => {
  const wrong = ["TL-2026-0000-0000", "TL-2026-0000-0001", "5001", '"><b>', "x".repeat(200)];
  const pages = [];
  for (const each of wrong) pages.push(await open(`/certificates/${each}`));
  pages.push(await open("/c/TL-2026-0000-0000"));
  expect(new Set(pages.map(({ statusCode }) => statusCode))).toEqual(new Set([404]));
  expect(new Set(pages.map(({ body }) => body)).size).toBe(1);
  const said = saidBy(pages[0]!.body);
  expect(said).toMatchObject({
    title: "No certificate has this number · Tonneline",
    robots: "noindex",
  });
  expect(said).not.toHaveProperty("canonical");
  expect(said).not.toHaveProperty("og:url");
});

test("Reading pages of unknown numbers counts as guessing numbers does", async () => {
  const call = () => t.call(undefined, "GET", "/certificates/TL-2026-0000-0000");
  for (let i = 0; i < 3; i++) await open("/certificates/TL-2026-0000-0000");
  expect((await call()).status).toBe(429);
});

test("It is revalidated by its content, and compressed", async () => {
  const number = await aCertificate("Brennvik Logistics GmbH");
  const url = `/certificates/${number}`;
  const first = await open(url);
  const etag = String(first.headers.etag);
  expect(etag).toMatch(/^W\/"/);
  expect(first.headers.vary).toBe("accept-encoding");
  const again = await open(url, { "if-none-match": etag });
  expect([again.statusCode, again.body]).toEqual([304, ""]);
  const other = await open(`/certificates/${await aCertificate("Another")}`, {
    "if-none-match": etag,
  });
  expect(other.statusCode).toBe(200);
  const packed = await open(url, { "accept-encoding": "br" });
  expect(packed.headers).toMatchObject({ "content-encoding": "br", etag });
  expect(packed.rawPayload.length).toBeLessThan(first.rawPayload.length / 2);
  const head = await t.app.inject({ method: "HEAD", url });
  expect([head.statusCode, head.body]).toEqual([200, ""]);
  for (const name of ["content-type", "content-length", "cache-control", "etag"])
    expect(head.headers[name]).toBe(first.headers[name]);
});

test("A certificate that the ledger does not support is said to be invalid, and not listed", () => {
  const head = certificateHead({ issuer: "Tonneline GmbH", ledger: null } as Certificate);
  expect(head).toEqual({
    title: "This certificate is not valid.",
    description: "The ledger of Tonneline GmbH has no retirement of these tonnes.",
  });
});
