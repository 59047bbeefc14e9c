import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { project as projectShape } from "@tonneline/contract/catalogue";
import pg from "pg";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { testApp, type TestApp, type TestCaller, type TestUser } from "../../../test/app.ts";
import { aProject, aReport } from "../../../test/builders/project.ts";
import { patience } from "../../../test/patience.ts";

let t: TestApp;
let other: TestApp;
let admin: TestCaller;
let buyer: TestUser;
let reeds: { id: number; vintageId: number };
beforeAll(async () => {
  t = await testApp();
  other = await testApp({ databaseUrl: t.databaseUrl });
  admin = await t.aUser("Admin");
  buyer = await t.aUser();
  const description = "Reeds along the river hold what the floods bring. ".repeat(40);
  reeds = await aProject(t.db, { name: "Reed beds", description });
  await aReport(t.db, reeds.id);
});
afterAll(async () => {
  await other.close();
  await t.close();
});

const get = (url: string, headers: Record<string, string> = {}, who: TestCaller = buyer) =>
  t.app.inject({
    url: `/api/v1${url}`,
    headers: { authorization: `Bearer ${who.authToken}`, ...headers },
  });
const pagePrice = async (who: TestUser) =>
  (await t.call(who, "GET", `/projects/${reeds.id}`)).body.vintages[0].price;

test("the page of a project matches its contract exactly", async () => {
  for (let times = 0; times < 2; times++) {
    const page = (await get(`/projects/${reeds.id}`)).json();
    expect(projectShape.parse(page)).toEqual(page);
    expect(page).toMatchObject({ name: "Reed beds", reports: [{ price: 1250 }] });
  }
});

test.each(["/projects?size=3", "/projects/facets?sdg=13", "/projects/1"])(
  "%s needs no statement the second time",
  async (url) => {
    const first = await get(url);
    await get(url);
    const queries = vi.spyOn(pg.Client.prototype, "query");
    const again = await get(url);
    expect(queries).not.toHaveBeenCalled();
    queries.mockRestore();
    expect(again.body).toBe(first.body);
    expect(again.headers["content-type"]).toBe(first.headers["content-type"]);
    expect(again.headers["cache-control"]).toBe("no-store");
    expect(again.headers["x-content-type-options"]).toBe("nosniff");
  },
);

test("a cached answer is compressed as each caller accepts it, every time", async () => {
  const url = `/projects/${reeds.id}`;
  const plain = (await get(url)).body;
  const unpack = { br: brotliDecompressSync, gzip: gunzipSync };
  for (const encoding of ["br", "gzip"] as const) {
    for (let times = 0; times < 4; times++) {
      const packed = await get(url, { "accept-encoding": `gzip;q=0.1, ${encoding}` });
      expect(String(unpack[encoding](packed.rawPayload))).toBe(plain);
      const browser = encoding === "br" ? "gzip, deflate, br" : "gzip, deflate";
      await expect
        .poll(async () => (await get(url, { "accept-encoding": browser })).headers)
        .toMatchObject({ "content-encoding": encoding, vary: "accept-encoding" });
      const again = await get(url, { "accept-encoding": browser });
      expect(String(unpack[encoding](again.rawPayload))).toBe(plain);
    }
    expect((await get(url)).body).toBe(plain);
  }
});

test("a cached answer is not served without a login or permission", async () => {
  const url = `/projects/${reeds.id}`;
  await get(url);
  expect((await t.app.inject({ url: `/api/v1${url}` })).statusCode).toBe(401);
  const anonymous = await t.aUser("Anonymous");
  expect((await get(url, {}, anonymous)).statusCode).toBe(403);
});

test("an address that is not that of a project stays refused", async () => {
  await get(`/projects/${reeds.id}`);
  for (const id of [`${reeds.id}e0`, `+${reeds.id}`, "NaN"]) {
    expect((await get(`/projects/${id}`)).statusCode, id).not.toBe(200);
  }
});

test("a page shows changes by its own server at once, and those by another soon", async () => {
  const nameAt = async (app: TestApp) =>
    (await app.call(buyer, "GET", `/projects/${reeds.id}`)).body.reports[0].name;
  for (const app of [t, other]) expect(await nameAt(app)).toBe("Carbon, tenure and permanence");
  const { id, version } = (await t.call(admin, "GET", "/management/reports")).body.content[0];
  const path = `/management/reports/${id}`;
  await t.call(admin, "PATCH", path, { name: "Tenure", version });
  expect(await nameAt(t)).toBe("Tenure");
  await expect.poll(() => nameAt(other), patience).toBe("Tenure");
});

test("the price of a company shows on its own page alone, from its start to its end", async () => {
  const partner = await t.aUser();
  expect([await pagePrice(buyer), await pagePrice(partner)]).toEqual([10, 10]);
  const facts = {
    name: "Partners",
    validFrom: "2020-01-01",
    validUntil: null,
    rules: [{ percent: 10 }],
    prices: [],
  };
  const made = await t.call(admin, "POST", "/management/price-lists", {
    ...facts,
    companies: [partner.companyId],
  });
  expect([await pagePrice(partner), await pagePrice(buyer)]).toEqual([9, 10]);
  expect([await pagePrice(partner), await pagePrice(buyer)]).toEqual([9, 10]);
  const path = `/management/price-lists/${made.body.id}`;
  const { version } = made.body;
  const prices = [{ vintageId: reeds.vintageId, price: 4 }];
  await t.call(admin, "PATCH", path, { ...facts, companies: [partner.companyId], prices, version });
  expect([await pagePrice(partner), await pagePrice(buyer)]).toEqual([4, 10]);
  await t.call(admin, "PATCH", path, { ...facts, companies: [], prices, version: version + 1 });
  expect([await pagePrice(partner), await pagePrice(buyer)]).toEqual([10, 10]);
});
