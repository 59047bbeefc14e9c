import { unzipSync } from "fflate";
import { createHash } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  publicUrl,
  testApp,
  type TestApp,
  type TestCaller,
  type TestUser,
} from "../../../test/app.ts";
import { aPaidOrder } from "../../../test/builders/order.ts";
import { aProject } from "../../../test/builders/project.ts";
import { pageTexts, readQr } from "../../../test/pdf.ts";
import { createSettings } from "../settings/settings.service.ts";
import { retirementJobs } from "./retirements.jobs.ts";
import { completeRetirement } from "./completing.service.ts";

let t: TestApp;
let admin: TestCaller;
let buyer: TestUser;
beforeAll(async () => {
  t = await testApp({
    limits: { certificate: { perAccount: 3, perAddress: 3, windowSeconds: 900 } },
  });
  admin = await t.aUser("Admin");
  buyer = await t.aUser();
});
afterAll(() => t.close());

/** A request for nine tonnes, and its completion. */
async function requested(wishes: { unnamed?: boolean; message?: string } = {}) {
  const { vintageId } = await aProject(t.db, {
    name: "Kakamega cookstoves",
    registry: `Registry of ${wishes.unnamed ? "the unnamed" : "the named"}`,
    countries: ["KE"],
  });
  await aPaidOrder(t, admin, buyer, vintageId, 9);
  const { body } = await t.call(buyer, "POST", "/me/retirements", {
    vintageId,
    quantity: 9,
    beneficiaryName: "Łódź Żywność sp. z o.o.",
    purpose: "ON_BEHALF",
    periodFrom: "2025-01-01",
    periodTo: "2025-12-31",
    ...wishes,
  });
  const id = body.id as number;
  const serials = {
    serialNumberFrom: `A${id}-1`,
    serialNumberTo: `A${id}-9`,
    registryUrl: "https://registry.example/retirements/1",
    retiredAt: "2026-03-17T21:30:00Z",
  };
  return { id, serials };
}

/** A completed retirement and its PDF, as the buyer downloads it. */
async function retired(wishes: { unnamed?: boolean; message?: string } = {}) {
  const { id, serials } = await requested(wishes);
  const completed = await t.call(admin, "POST", `/management/retirements/${id}/complete`, serials);
  const settings = createSettings(t.db, 30);
  await t.runJobs(retirementJobs(t.db, t.files, settings, publicUrl));
  const pdf = await t.app.inject({
    url: `/api/v1/me/retirements/${id}/certificate`,
    headers: { authorization: `Bearer ${buyer.authToken}` },
  });
  return { id, number: completed.body.certificateNumber as string, pdf: pdf.rawPayload };
}

const verify = (number: string) => t.call(undefined, "GET", `/certificates/${number}`);

test("A certificate's code leads anyone to what was retired, when, for whom, and the PDF's hash", async () => {
  const { id, number, pdf } = await retired({ message: "Business travel" });

  expect(await readQr(pdf)).toBe(`${publicUrl}/certificates/${number}`);
  const { status, body } = await verify(number);
  expect(status).toBe(200);
  expect(body).toMatchObject({
    number,
    quantity: 9,
    projectName: "Kakamega cookstoves",
    countries: ["KE"],
    registry: { name: "Registry of the named" },
    serialNumberFrom: `A${id}-1`,
    serialNumberTo: `A${id}-9`,
    registryUrl: "https://registry.example/retirements/1",
    retiredOn: "2026-03-17",
    beneficiaryName: "Łódź Żywność sp. z o.o.",
    message: "Business travel",
    purpose: "ON_BEHALF",
    periodFrom: "2025-01-01",
    periodTo: "2025-12-31",
    sha256: createHash("sha256").update(pdf).digest("hex"),
  });
  expect((await pageTexts(pdf)).join(" ")).toContain("17 March 2026");
  const { rows } = await sql`
    select id from credit_movements where kind = 'RETIRE' and retirement_id = ${id}`.execute(t.db);
  expect(rows).toEqual([{ id: body.ledger.entry }]);
});

test("A certificate is made and mailed once, even by two workers at the same time", async () => {
  const { id, serials } = await requested();
  await t.call(admin, "POST", `/management/retirements/${id}/complete`, serials);
  const count = async () => {
    const { rows } = await sql<{ files: number; mails: number }>`
      select (select count(*) from files) as files, (select count(*) from mails) as mails`.execute(
      t.db,
    );
    return rows[0]!;
  };
  const before = await count();
  const jobs = retirementJobs(t.db, t.files, createSettings(t.db, 30), publicUrl);
  const make = () => jobs["certificate.make"]!({ retirementId: id });
  await Promise.all([make(), make()]);
  await make();
  expect(await count()).toEqual({ files: before.files + 1, mails: before.mails + 1 });
});

test("A buyer who chose not to be named is named only on their own certificate, and their message is not public", async () => {
  const { number, pdf } = await retired({ unnamed: true, message: "For the plant in Łódź" });
  const { body } = await verify(number);
  expect(body).toMatchObject({ quantity: 9, beneficiaryName: null, message: null });
  expect(JSON.stringify(body)).not.toMatch(/Łódź|person-\d|@/);
  expect((await pageTexts(pdf)).join("").replaceAll(/\s/g, "")).toContain("ŁódźŻywność");
});

test("A zip has all certificates of a company or a member, and no others", async () => {
  const { number, pdf } = await retired();
  const load = (who: TestCaller, by = "") =>
    t.app.inject({
      url: `/api/v1/me/retirements/certificates${by}`,
      headers: { authorization: `Bearer ${who.authToken}` },
    });
  const files = unzipSync((await load(buyer)).rawPayload);
  expect(Buffer.from(files[`Certificate ${number}.pdf`]!).equals(pdf)).toBe(true);
  // The newest comes last.
  expect(Object.keys(files).at(-1)).toBe(`Certificate ${number}.pdf`);
  expect((await load(await t.aUser())).statusCode).toBe(404);
  const { companyId } = buyer;
  const colleague = await t.aUser("User", { companyId, companyRole: "VIEWER" });
  expect((await load(colleague)).statusCode).toBe(200);
  expect((await load(colleague, "?by=me")).statusCode).toBe(404);
  expect(unzipSync((await load(buyer, "?by=me")).rawPayload)).toEqual(files);
});

test("A certificate number that is already taken is drawn again", async () => {
  const { number } = await retired();
  const { id, serials } = await requested();
  const drawn = Array.from(number.replaceAll("-", "").slice(6, 13), (letter) =>
    "0123456789ABCDEFGHJKMNPQRSTVWXYZ".indexOf(letter),
  );
  const draws = [drawn, [1, 2, 3, 4, 5, 6, 7]];
  await completeRetirement(
    t.db,
    { id, actor: { userId: admin.userId, username: "admin@demo.example", ip: "127.0.0.1" } },
    { ...serials, retiredAt: "2025-03-17T21:30:00Z" },
    () => Buffer.from(draws.shift()!),
  );
  const { body } = await t.call(buyer, "GET", `/me/retirements/${id}`);
  expect(body.status).toBe("RETIRED");
  // Of the year in which it was issued, like the first one.
  expect(body.certificateNumber).toContain(`${number.slice(0, 7)}-1234-567`);
  const found = await t.call(buyer, "GET", `/me/retirements?q=${body.certificateNumber}`);
  expect(found.body.content).toMatchObject([{ id }]);
});

test("A badge for other websites shows tonnes and number, and nothing else of a certificate", async () => {
  const { number } = await retired({ unnamed: true });
  const read = (tone: string) =>
    t.app.inject({ url: `/api/v1/certificates/${number}/badge?tone=${tone}` });
  const [light, dark] = [await read("light"), await read("dark")];
  expect(light.headers).toMatchObject({
    "content-type": "image/svg+xml",
    "cross-origin-resource-policy": "cross-origin",
  });
  expect(light.headers).not.toHaveProperty("set-cookie");
  const words = [...light.body.matchAll(/>([^<]+)</g)].map(([, text]) => text);
  expect(words).toEqual(["9 t retired", `Certificate ${number}`]);
  expect(dark.body).not.toBe(light.body);
});

test("An unknown number is reported as such, too many of them are rate-limited, and a valid one is always found", async () => {
  const { number } = await retired();
  for (const wrong of ["TL-2026-0000-0000/badge", number.slice(1), "5001"])
    expect(await verify(wrong)).toMatchObject({
      status: 404,
      body: { code: "NOT_FOUND", detail: "There is no certificate with this number." },
    });
  expect(await verify("TL-2026-0000-0002")).toMatchObject({
    status: 429,
    body: { code: "RATE_LIMITED" },
  });
  expect((await verify(number)).status).toBe(200);
});
