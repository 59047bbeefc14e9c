import { createHash } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { publicUrl, testApp, type TestApp, type TestCaller } from "../../../test/app.ts";
import { aPaidOrder } from "../../../test/builders/order.ts";
import { aProject } from "../../../test/builders/project.ts";
import { pageTexts, readQr } from "../../../test/pdf.ts";
import { createSettings } from "../settings/settings.service.ts";
import { certificateNumberOf } from "./certificates.rules.ts";
import { retirementJobs } from "./retirements.jobs.ts";

let t: TestApp;
let admin: TestCaller;
let buyer: TestCaller;
beforeAll(async () => {
  t = await testApp({
    limits: { certificate: { perAccount: 3, perAddress: 3, windowSeconds: 900 } },
  });
  admin = await t.aUser("Admin");
  buyer = await t.aUser();
});
afterAll(() => t.close());

/** A completed retirement and its PDF, as the buyer downloads it. */
async function retired(wishes: { unnamed?: boolean; message?: string } = {}) {
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
  const completed = await t.call(admin, "POST", `/management/retirements/${body.id}/complete`, {
    serialNumberFrom: `A${body.id}-1`,
    serialNumberTo: `A${body.id}-9`,
    registryUrl: "https://registry.example/retirements/1",
    retiredAt: "2026-03-17T21:30:00Z",
  });
  const settings = createSettings(t.db, 30);
  await t.runJobs(retirementJobs(t.db, t.files, settings, publicUrl));
  const pdf = await t.app.inject({
    url: `/api/v1/me/retirements/${body.id}/certificate`,
    headers: { authorization: `Bearer ${buyer.authToken}` },
  });
  const number = completed.body.certificateNumber as string;
  return { id: body.id as number, number, pdf: pdf.rawPayload };
}

const verify = (number: string) =>
  t.call(undefined, "GET", `/certificates/${encodeURIComponent(number)}`);

test("A certificate's code leads anybody to what was retired, when, for whom, and the PDF's hash", async () => {
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
});

test("A buyer who chose so is not named to the public, nor by their message, but on their own certificate", async () => {
  const { number, pdf } = await retired({ unnamed: true, message: "For the plant in Łódź" });
  const { body } = await verify(number);
  expect(body).toMatchObject({ quantity: 9, beneficiaryName: null, message: null });
  expect(JSON.stringify(body)).not.toMatch(/Łódź|person-\d|@/);
  expect((await pageTexts(pdf)).join("").replaceAll(/\s/g, "")).toContain("ŁódźŻywność");
});

test("A number may be typed with blanks, hyphens and capitals", async () => {
  const number = "9f86d081884c7d659a2feaa0c55ad015";
  expect(certificateNumberOf(" 9F86D081-884C7D65 9A2FEAA0-C55AD015 ")).toBe(number);
  expect(certificateNumberOf(`${number}0`)).toBeUndefined();
  expect(certificateNumberOf("' or 1=1")).toBeUndefined();
});

test("A number that does not exist says so, and after too many of them one must wait; a right one always answers", async () => {
  const { number } = await retired();
  for (const wrong of ["0".repeat(32), number.slice(1), "5001"])
    expect(await verify(wrong)).toMatchObject({
      status: 404,
      body: { code: "NOT_FOUND", detail: "There is no certificate with this number." },
    });
  expect(await verify("f".repeat(32))).toMatchObject({
    status: 429,
    body: { code: "RATE_LIMITED" },
  });
  expect((await verify(number)).status).toBe(200);
});
