import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { testApp, type TestApp, type TestCaller } from "../../../test/app.ts";
import { anOrder } from "../../../test/builders/order.ts";
import { aProject } from "../../../test/builders/project.ts";
import { upload } from "../../../test/operators.ts";
import { createSalesTerms } from "../settings/salesTerms.service.ts";

const ownTerms = "%PDF-1.7 the terms of the product";

let t: TestApp;
let admin: TestCaller;
let buyer: TestCaller;
let webFolder: string;
beforeAll(async () => {
  webFolder = await mkdtemp(path.join(tmpdir(), "tonneline-pages-"));
  await mkdir(path.join(webFolder, "legal"));
  await writeFile(path.join(webFolder, "index.html"), "<!doctype html>");
  await writeFile(path.join(webFolder, "legal/sales-terms.pdf"), ownTerms);
  t = await testApp({ webFolder });
  admin = await t.aUser("Admin");
  buyer = await t.aUser();
});
afterAll(async () => {
  await t.close();
  await rm(webFolder, { recursive: true });
});

const load = (caller: TestCaller, url: string) =>
  t.app.inject({ url: `/api/v1${url}`, headers: { authorization: `Bearer ${caller.authToken}` } });

async function order(): Promise<number> {
  const { vintageId } = await aProject(t.db);
  return (await anOrder(t, buyer, vintageId, 3)).id;
}

async function putTerms(text: string) {
  const file = { name: "Terms 2027.pdf", bytes: Buffer.from(text), type: "application/pdf" };
  const response = await upload(t, admin, "/management/settings/files/salesTerms", file, "PUT");
  expect(response).toMatchObject({ status: 200 });
}

test("An order keeps the sales terms that its buyer accepted, even if they are replaced later", async () => {
  const first = await order();
  await putTerms("%PDF-1.7 terms of an operator %%EOF");
  const second = await order();
  await putTerms("%PDF-1.7 newer terms %%EOF");
  await t.call(admin, "DELETE", "/management/settings/files/salesTerms");
  const third = await order();

  const texts = await Promise.all(
    [first, second, third].map(
      async (id) => (await load(buyer, `/me/orders/${id}/sales-terms`)).body,
    ),
  );
  expect(texts).toEqual([ownTerms, "%PDF-1.7 terms of an operator %%EOF", ownTerms]);
  const { body } = await t.call(buyer, "GET", `/me/orders/${second}`);
  expect(body.salesTermsName).toBe("Terms 2027.pdf");
  const kept = await t.db
    .selectFrom("orders")
    .select("sales_terms_file_id")
    .where("id", "in", [first, third])
    .execute();
  expect(new Set(kept.map((row) => row.sales_terms_file_id)).size).toBe(1);
});

test("Operators can read the accepted terms of every order, buyers only those of their own", async () => {
  const id = await order();
  const other = await t.aUser();
  expect((await load(admin, `/management/orders/${id}/sales-terms`)).body).toBe(ownTerms);
  expect((await load(other, `/me/orders/${id}/sales-terms`)).statusCode).toBe(404);
  expect((await load(buyer, "/me/orders/999999/sales-terms")).statusCode).toBe(404);
});

test("The product's own terms are stored once, and again only when a release changes them", async () => {
  const idOf = (pdf: string) => createSalesTerms(t.db, t.files, pdf).ownFileId();
  const pdf = path.join(webFolder, "legal/sales-terms.pdf");
  const first = await idOf(pdf);
  expect(await idOf(pdf)).toBe(first);
  const next = path.join(webFolder, "next.pdf");
  await writeFile(next, `${ownTerms}, changed`);
  expect(await idOf(next)).toBeGreaterThan(first!);
  expect(await idOf(pdf)).toBe(first);
});
