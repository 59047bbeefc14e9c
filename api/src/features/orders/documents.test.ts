import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import PostalMime from "postal-mime";
import { testApp, type TestApp, type TestCaller } from "../../../test/app.ts";
import { anOrder, aPaidOrder } from "../../../test/builders/order.ts";
import { aProject } from "../../../test/builders/project.ts";
import { mailJobs } from "../../core/mail.ts";
import { invoiceJobs } from "../invoices/invoices.jobs.ts";
import { retirementJobs } from "../retirements/retirements.jobs.ts";
import { createSettings } from "../settings/settings.service.ts";
import { orderJobs } from "./orders.jobs.ts";

let t: TestApp;
let admin: TestCaller;
let folder: string;
beforeAll(async () => {
  t = await testApp();
  admin = await t.aUser("Admin");
  folder = await mkdtemp(path.join(tmpdir(), "tonneline-documents-"));
});
afterAll(async () => {
  await t.close();
  await rm(folder, { recursive: true });
});

async function runJobs() {
  const settings = createSettings(t.db, 30);
  const store = t.files;
  const mail = { from: "Tonneline <no-reply@tonneline.example>", folder };
  for (const handlers of [
    invoiceJobs(t.db, store),
    orderJobs(t.db),
    retirementJobs(t.db, store, settings, "https://market.example"),
    mailJobs(t.db, store, mail),
  ]) {
    await t.runJobs(handlers);
  }
}

async function mailsWith(subject: RegExp) {
  const mails = await Promise.all(
    (await readdir(folder)).map(async (file) =>
      PostalMime.parse(await readFile(path.join(folder, file))),
    ),
  );
  return mails.filter((mail) => subject.test(mail.subject ?? ""));
}

const load = (caller: TestCaller, url: string) =>
  t.app.inject({ url: `/api/v1${url}`, headers: { authorization: `Bearer ${caller.authToken}` } });

test("An approved order has an invoice that its buyer loads and gets by mail, and nobody else", async () => {
  const buyer = await t.aUser();
  const { vintageId } = await aProject(t.db);
  const { id } = await anOrder(t, buyer, vintageId, 7);
  const approved = await t.call(admin, "POST", `/management/orders/${id}/approve`, {});
  expect((await load(buyer, `/me/orders/${id}/invoice`)).statusCode).toBe(404);

  await runJobs();
  await runJobs();

  const pdf = await load(buyer, `/me/orders/${id}/invoice`);
  expect(pdf.statusCode).toBe(200);
  expect(pdf.headers["content-type"]).toBe("application/pdf");
  expect(pdf.headers["content-disposition"]).toContain(
    `Invoice ${approved.body.invoiceNumber}.pdf`,
  );
  expect(pdf.rawPayload.subarray(0, 5).toString()).toBe("%PDF-");
  expect((await load(await t.aUser(), `/me/orders/${id}/invoice`)).statusCode).toBe(404);
  expect((await load(admin, `/management/orders/${id}/invoice`)).statusCode).toBe(200);
  const mails = await mailsWith(new RegExp(`invoice ${approved.body.invoiceNumber}`));
  expect(mails).toHaveLength(1);
  expect(mails[0]!.attachments.map((each) => each.filename)).toEqual([
    `Invoice ${approved.body.invoiceNumber}.pdf`,
  ]);
});

test("A completed retirement has a certificate that its buyer loads and gets by mail", async () => {
  const buyer = await t.aUser();
  const { vintageId } = await aProject(t.db, { registry: "A registry of its own" });
  await aPaidOrder(t, admin, buyer, vintageId, 9);
  const asked = await t.call(buyer, "POST", "/me/retirements", {
    vintageId,
    quantity: 9,
    beneficiaryName: "Łódź Żywność sp. z o.o.",
    purpose: "OWN_EMISSIONS",
  });
  await t.call(admin, "POST", `/management/retirements/${asked.body.id}/complete`, {
    serialNumberFrom: "A-1",
    serialNumberTo: "A-9",
    registryUrl: "https://registry.example/retirements/1",
    retiredAt: new Date().toISOString(),
  });

  await runJobs();

  const pdf = await load(buyer, `/me/retirements/${asked.body.id}/certificate`);
  expect(pdf.statusCode).toBe(200);
  expect(pdf.rawPayload.subarray(0, 5).toString()).toBe("%PDF-");
  expect((await t.call(buyer, "GET", `/me/retirements/${asked.body.id}`)).body.hasCertificate).toBe(
    true,
  );
  expect(
    (await load(await t.aUser(), `/me/retirements/${asked.body.id}/certificate`)).statusCode,
  ).toBe(404);
  expect(await mailsWith(new RegExp(`Retirement ${asked.body.id} is completed`))).toHaveLength(1);
});
