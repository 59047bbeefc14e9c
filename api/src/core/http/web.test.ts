import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from "node:zlib";
import Fastify from "fastify";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { testApp, type TestApp } from "../../../test/app.ts";
import type { PageHeads } from "./heads.ts";
import { serveWeb } from "./web.ts";

const script = `export const text = "${"carbon ".repeat(1000)}";`;
const body = `<body>${"Tonneline ".repeat(1000)}</body>`;
const page = `<!doctype html><title>Tonneline</title>${body}`;
const brotli = brotliCompressSync(script);
const gzip = gzipSync(script, { level: 9 });

let t: TestApp;
let webFolder: string;
beforeAll(async () => {
  webFolder = await mkdtemp(path.join(tmpdir(), "tonneline-pages-"));
  const assets = path.join(webFolder, "assets");
  await mkdir(assets);
  await writeFile(path.join(assets, "page-1a2b3c.js"), script);
  await writeFile(path.join(assets, "page-1a2b3c.js.br"), brotli);
  await writeFile(path.join(assets, "page-1a2b3c.js.gz"), gzip);
  await writeFile(path.join(assets, "unpacked-1a2b3c.js"), script);
  await writeFile(path.join(webFolder, "index.html"), page);
  await writeFile(path.join(webFolder, "index.html.br"), brotliCompressSync(page));
  const first = ["assets/a.css", "assets/b.js"];
  const preloads = { "/": first, "/shop": first, "/shop/:id": ["assets/c.js"] };
  await writeFile(path.join(webFolder, "preloads.json"), JSON.stringify(preloads));
  t = await testApp({ webFolder });
});
afterAll(async () => {
  await t.close();
  await rm(webFolder, { recursive: true });
});

const get = (url: string, accepted?: string) =>
  t.app.inject({ url, headers: accepted === undefined ? {} : { "accept-encoding": accepted } });

test("a range beyond the end of a built file is refused as such", async () => {
  const range = `bytes=${script.length}-`;
  const response = await t.app.inject({ url: "/assets/unpacked-1a2b3c.js", headers: { range } });
  expect(response.json()).toMatchObject({ status: 416, code: "RANGE_NOT_SATISFIABLE" });
});

describe("a script that the build compressed", () => {
  const url = "/assets/page-1a2b3c.js";

  test("is served as is, in brotli if the browser accepts it", async () => {
    const { headers, rawPayload } = await get(url, "gzip, deflate, br, zstd");
    expect(headers).toMatchObject({
      "content-encoding": "br",
      "content-type": expect.stringContaining("javascript"),
      "content-length": String(brotli.length),
      "cache-control": "public, max-age=31536000, immutable",
    });
    expect(headers.vary).toMatch(/accept-encoding/i);
    expect(rawPayload.equals(brotli)).toBe(true);
  });

  test.each(["gzip, deflate", "br;q=0, gzip"])("is served in gzip for %s", async (accepted) => {
    const { headers, rawPayload } = await get(url, accepted);
    expect(headers["content-encoding"]).toBe("gzip");
    expect(headers.vary).toMatch(/accept-encoding/i);
    expect(rawPayload.equals(gzip)).toBe(true);
  });

  test.each([undefined, "identity"])("is served uncompressed for %s", async (accepted) => {
    const { headers, body } = await get(url, accepted);
    expect(headers["content-encoding"]).toBeUndefined();
    expect(headers.vary).toMatch(/accept-encoding/i);
    expect(body).toBe(script);
  });
});

test("a file that the build did not compress is compressed when served", async () => {
  const br = await get("/assets/unpacked-1a2b3c.js", "br");
  expect(br.headers["content-encoding"]).toBe("br");
  expect(String(brotliDecompressSync(br.rawPayload))).toBe(script);
  const gz = await get("/assets/unpacked-1a2b3c.js", "gzip");
  expect(gz.headers["content-encoding"]).toBe("gzip");
  expect(String(gunzipSync(gz.rawPayload))).toBe(script);
});

test("every page's URL returns the single page, compressed, and is revalidated", async () => {
  for (const url of ["/", "/marketplace/spot?size=24", "/no/such/page"]) {
    const { headers, rawPayload } = await get(url, "br");
    expect(headers).toMatchObject({
      "content-encoding": "br",
      "content-type": "text/html; charset=utf-8",
      "cache-control": "no-cache",
    });
    const served = String(brotliDecompressSync(rawPayload));
    // The home page is open to everybody, and has a head of its own.
    if (url === "/") expect(served).toMatch(new RegExp(`<title>.+<meta .+${body}$`, "s"));
    else expect(served).toBe(page);
  }
});

test.each(["/health", "/health/redy", "/health/ready/", "/metrics/", "/api/v1/nothing"])(
  "a program that requests %s does not get a page",
  async (url) => {
    const { statusCode, headers } = await get(url);
    expect([statusCode, headers["content-type"]]).toEqual([404, "application/problem+json"]);
  },
);

test.each(["/api/v1/nothing", "/API/v1/projects", "/api%2Fv1%2fprojects", "/Health/live"])(
  "a program that requests %s is told that there is no such call",
  async (url) => {
    const response = await t.app.inject({ url });
    expect(response.json()).toMatchObject({
      code: "NOT_FOUND",
      detail: expect.stringContaining("/api/docs"),
    });
  },
);

test.each([
  ["PUT", "/api/v1/projects", "GET, HEAD"],
  ["DELETE", "/api/v1/auth/login", "POST"],
  ["GET", "/api/v1/auth/login?a=/b", "POST"],
  ["OPTIONS", "/api/v1/me/shortlists/7", "DELETE, PATCH"],
  ["POST", "/health/live", "GET, HEAD"],
  ["POST", "/", "GET, HEAD"],
  ["POST", "/shop/42", "GET, HEAD"],
] as const)(
  "%s %s is refused with the methods that the address supports",
  async (method, url, allow) => {
    const response = await t.app.inject({ method, url });
    expect(response.statusCode).toBe(405);
    expect(response.headers.allow).toBe(allow);
    expect(response.json()).toMatchObject({ status: 405, code: "METHOD_NOT_ALLOWED" });
  },
);

test.each(["/api/v1/nothing", "/api/v1/me/shortlists/7/8"])(
  "no method is allowed where there is no call: %s",
  async (url) => {
    const { statusCode, headers } = await t.app.inject({ method: "DELETE", url });
    expect([statusCode, headers.allow]).toEqual([404, undefined]);
  },
);

test("HEAD returns the same headers as GET for every URL, without the body", async () => {
  for (const url of ["/", "/marketplace/spot", "/shop"]) {
    for (const accepted of ["identity", "br"]) {
      const asks = { url, headers: { "accept-encoding": accepted } };
      const { headers: asked } = await t.app.inject(asks);
      const { statusCode, headers, body } = await t.app.inject({ method: "HEAD", ...asks });
      expect([statusCode, body]).toEqual([200, ""]);
      for (const name of ["type", "length", "encoding"].map((each) => `content-${each}`))
        expect(headers[name]).toBe(asked[name]);
      for (const name of ["cache-control", "etag", "link"]) expect(headers[name]).toBe(asked[name]);
    }
  }
  const unknown = await t.app.inject({ method: "HEAD", url: "/api/v1/nothing" });
  expect(unknown.statusCode).toBe(404);
});

const ofShop =
  "</assets/a.css>; rel=preload; as=style; crossorigin, " +
  "</assets/b.js>; rel=modulepreload; fetchpriority=low";

test.each([
  ["/", ofShop],
  ["/shop", ofShop],
  ["/shop?q=peat#top", ofShop],
  ["/shop/42", "</assets/c.js>; rel=modulepreload; fetchpriority=low"],
  ["/shop/42/other", undefined],
  ["/shop/name", undefined],
  ["/login", undefined],
  ["/toString", undefined],
])("%s preloads the files that the build lists for it", async (url, links) => {
  const { statusCode, headers } = await get(url);
  expect([statusCode, headers.link]).toEqual([200, links]);
});

const refused = Object.assign(new Error("connect"), { code: "ECONNREFUSED" });

test.each([
  ["is away", () => Promise.reject(refused)],
  ["hangs", () => new Promise<never>(() => {})],
])("while the database %s, an open page is served as built", async (_how, head) => {
  const app = Fastify();
  const heads: PageHeads = { "/things/:number": head };
  const brand = async () => "Tonneline";
  await serveWeb(app, () => [], webFolder, { heads, publicUrl: "https://market.example", brand });
  const { statusCode, headers, body } = await app.inject({ url: "/things/1" });
  expect([statusCode, headers["cache-control"], body]).toEqual([200, "no-cache", page]);
  await app.close();
});

test("a fault in an open page's head is an error", async () => {
  const app = Fastify();
  const heads: PageHeads = { "/things/:number": () => Promise.reject(new TypeError("fault")) };
  const brand = async () => "Tonneline";
  await serveWeb(app, () => [], webFolder, { heads, publicUrl: "https://market.example", brand });
  expect((await app.inject({ url: "/things/1" })).statusCode).toBe(500);
  await app.close();
});
