import { afterAll, beforeAll, expect, test } from "vitest";
import { testApp, type TestApp, type TestCaller } from "../../../test/app.ts";
import { hashPassword } from "../../core/passwords.ts";
import { sampleWarnings } from "./samples.service.ts";

const password = "granite lantern at noon";
let t: TestApp;
let admin: TestCaller;
beforeAll(async () => {
  t = await testApp();
  admin = await t.aUser("Admin");
  await t.db
    .updateTable("users")
    .set({ password_hash: await hashPassword(password) })
    .where("id", "=", admin.userId)
    .execute();
});
afterAll(() => t.close());

async function save(section: "seller" | "payment", change: object) {
  const { body } = await t.call(admin, "GET", "/management/settings");
  const saved = { [section]: { ...body[section], ...change }, password };
  expect((await t.call(admin, "PATCH", "/management/settings", saved)).status).toBe(200);
}
const ofSeller = expect.stringMatching(/^INVOICES NAME AN INVENTED SELLER: Tonneline GmbH, DE1234/);
const ofAccount = expect.stringMatching(/^INVOICES ASK .* ACCOUNT: DE89 3704 0044 0532 0130 00\. /);

test("Startup warns of the sample seller and bank account on invoices until both are replaced", async () => {
  expect(await sampleWarnings(t.db)).toEqual([ofSeller, ofAccount]);

  // Saved, but still the sample seller and account.
  await save("payment", { days: 30 });
  await save("seller", { city: "Bremen" });
  expect(await sampleWarnings(t.db)).toEqual([ofSeller, ofAccount]);

  await save("seller", { name: "Weide Carbon AG", vatNumber: "DE136695976" });
  expect(await sampleWarnings(t.db)).toEqual([ofAccount]);

  await save("payment", { iban: "DE02120300000000202051" });
  expect(await sampleWarnings(t.db)).toEqual([]);
});
