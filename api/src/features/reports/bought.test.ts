import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { invoiceDetails, testApp, type TestApp, type TestCaller } from "../../../test/app.ts";
import { aProject, aReport } from "../../../test/builders/project.ts";
import { inTransaction } from "../../core/db.ts";

const bytes = Buffer.from(Array.from({ length: 100_000 }, (_, index) => (index * 7) % 256));
const name = "Türkiye – wind.pdf";

let t: TestApp;
let admin: TestCaller;
let buyer: TestCaller;
let reportId: number;
let orderId: number;

beforeAll(async () => {
  t = await testApp();
  admin = await t.aUser("Admin");
  buyer = await t.aUser();
  const { id } = await aProject(t.db);
  reportId = await aReport(t.db, id);
  const fileId = await inTransaction(t.db, (tx) =>
    t.files.keep(tx, { name, mediaType: "application/pdf", bytes }),
  );
  await t.db.updateTable("reports").set({ file_id: fileId }).where("id", "=", reportId).execute();
  const cart = await t.call(buyer, "POST", "/me/cart/reports", { reportId });
  const body = { ...invoiceDetails, version: cart.body.version };
  orderId = (await t.call(buyer, "POST", "/me/cart/checkout", body)).body.id;
});
afterAll(() => t.close());

function load(caller: TestCaller, headers: Record<string, string> = {}) {
  return t.app.inject({
    url: `/api/v1/me/reports/${reportId}/file`,
    headers: {
      authorization: `Bearer ${caller.authToken}`,
      "accept-encoding": "gzip, br",
      ...headers,
    },
  });
}
const mine = async (query = "") => (await t.call(buyer, "GET", `/me/reports${query}`)).body;

test("A report is locked until its order is paid, and then open to its buyer only", async () => {
  expect(await mine()).toMatchObject({ content: [], totalElements: 0 });
  expect((await load(buyer)).statusCode).toBe(404);
  await t.call(admin, "POST", `/management/orders/${orderId}/approve`, {});
  expect((await load(buyer)).statusCode).toBe(404);
  const managed = async () => (await t.call(admin, "GET", `/management/reports/${reportId}`)).body;
  expect(await managed()).toMatchObject({ sold: 0 });

  const paidAt = new Date().toISOString();
  await t.call(admin, "POST", `/management/orders/${orderId}/pay`, { paidAt });

  expect(await managed()).toMatchObject({ sold: 1 });
  await aReport(t.db, (await aProject(t.db)).id);
  const bySales = await t.call(admin, "GET", "/management/reports?sort=sold,desc");
  expect(bySales.body.content).toMatchObject([{ id: reportId, sold: 1 }, { sold: 0 }]);
  const { content } = await mine();
  expect(content).toHaveLength(1);
  expect(content[0]).toMatchObject({
    id: reportId,
    orderId,
    paidAt,
    file: { name, bytes: bytes.length },
  });
  expect(content[0].projects).toHaveLength(1);
  const file = await load(buyer);
  expect(file.statusCode).toBe(200);
  expect(file.rawPayload.equals(bytes)).toBe(true);
  expect(file.headers["content-type"]).toBe("application/pdf");
  expect(file.headers["content-disposition"]).toContain(encodeURIComponent(name));
  expect((await load(await t.aUser())).statusCode).toBe(404);
  expect((await load(admin)).statusCode).toBe(404);
});

test("A bought report stays available when it is taken off the marketplace", async () => {
  await t.db.updateTable("reports").set({ hidden: true }).where("id", "=", reportId).execute();
  expect((await mine("?sort=name,asc&q=tenure")).totalElements).toBe(1);
  expect((await mine("?q=something-else")).content).toEqual([]);
  expect((await load(buyer)).statusCode).toBe(200);
});

test("An interrupted download resumes where it ended", async () => {
  const first = await load(buyer, { range: "bytes=0-41999" });
  expect(first.statusCode).toBe(206);
  expect(first.headers["content-range"]).toBe("bytes 0-41999/100000");
  expect(first.headers["content-length"]).toBe("42000");
  const etag = String(first.headers.etag);

  const rest = await load(buyer, { range: "bytes=42000-", "if-range": etag });

  expect(rest.statusCode).toBe(206);
  expect(Buffer.concat([first.rawPayload, rest.rawPayload]).equals(bytes)).toBe(true);
  expect((await load(buyer)).headers).toMatchObject({ etag, "accept-ranges": "bytes" });
});

test("A HEAD request tells of the file without reading it", async () => {
  const { headers } = await load(buyer);
  const read = vi.spyOn(t.files, "read");
  const told = await t.app.inject({
    method: "HEAD",
    url: `/api/v1/me/reports/${reportId}/file`,
    headers: { authorization: `Bearer ${buyer.authToken}` },
  });
  expect(told).toMatchObject({ statusCode: 200, body: "" });
  for (const name of ["etag", "content-length", "content-type", "content-disposition"]) {
    expect(told.headers[name]).toBe(headers[name]);
  }
  expect(read).not.toHaveBeenCalled();
  read.mockRestore();
});

test("A download of another version starts over", async () => {
  const response = await load(buyer, { range: "bytes=42000-", "if-range": '"of another file"' });
  expect(response.statusCode).toBe(200);
  expect(response.rawPayload.equals(bytes)).toBe(true);
});

test("Content that the caller already has is not sent again, nor confirmed to those without access", async () => {
  const etag = String((await load(buyer)).headers.etag);
  for (const named of [etag, `W/${etag}`, `"of another file", ${etag}`, "*"]) {
    const response = await load(buyer, { "if-none-match": named, range: "bytes=100000-" });
    expect(response).toMatchObject({ statusCode: 304, body: "", headers: { etag } });
  }
  expect((await load(buyer, { "if-none-match": '"of another file"' })).body).not.toBe("");
  expect((await load(await t.aUser(), { "if-none-match": etag })).statusCode).toBe(404);
});

test("A range beyond the end is refused with the size of the file", async () => {
  const response = await load(buyer, { range: "bytes=100000-" });
  expect(response.statusCode).toBe(416);
  expect(response.headers["content-range"]).toBe("bytes */100000");
  expect(response.headers["content-type"]).toContain("application/problem+json");
  expect(response.json()).toMatchObject({ status: 416, code: "RANGE_NOT_SATISFIABLE" });
});

test("A report stays with its buyer at a lower price, but not once it is credited itself", async () => {
  const [{ id: itemId }] = (await t.call(admin, "GET", `/management/orders/${orderId}`)).body.items;
  const credit = async (line: object) => {
    const body = { lines: [{ itemId, ...line }], reason: "Sold by mistake" };
    const { status } = await t.call(
      admin,
      "POST",
      `/management/orders/${orderId}/credit-notes`,
      body,
    );
    expect(status).toBe(201);
  };
  await credit({ amount: 1 });
  expect((await load(buyer)).statusCode).toBe(200);
  await credit({ quantity: 1 });
  expect((await load(buyer)).statusCode).toBe(404);
  expect(await mine()).toMatchObject({ content: [], totalElements: 0 });

  await t.db.updateTable("reports").set({ hidden: false }).where("id", "=", reportId).execute();
  const buy = async (report = reportId) => {
    const cart = await t.call(buyer, "POST", "/me/cart/reports", { reportId: report });
    const body = { ...invoiceDetails, version: cart.body.version };
    const { id } = (await t.call(buyer, "POST", "/me/cart/checkout", body)).body;
    await t.call(admin, "POST", `/management/orders/${id}/approve`, {});
    const paidAt = new Date().toISOString();
    await t.call(admin, "POST", `/management/orders/${id}/pay`, { paidAt });
    return id as number;
  };
  const id = await buy();
  expect((await mine()).content).toMatchObject([{ id: reportId, orderId: id }]);
  // Bought once more, it is still that of the first order.
  await buy();
  expect((await mine()).content).toMatchObject([{ id: reportId, orderId: id }]);

  // The one bought last comes first, unless they are sorted.
  const last = await aReport(t.db, (await aProject(t.db)).id);
  await t.db.updateTable("reports").set({ name: "Water" }).where("id", "=", last).execute();
  await buy(last);
  const ids = async (query: string) =>
    (await mine(query)).content.map(({ id: each }: { id: number }) => each);
  expect(await ids("")).toEqual([last, reportId]);
  expect(await ids("?sort=name,asc")).toEqual([reportId, last]);
  expect(await ids("?sort=paidAt,asc")).toEqual([reportId, last]);
  expect((await load(buyer)).statusCode).toBe(200);
});
