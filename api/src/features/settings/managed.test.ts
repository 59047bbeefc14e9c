import { dayIn } from "@tonneline/contract/days";
import { groupInFours } from "@tonneline/contract/fours";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { setTimeout as sleep } from "node:timers/promises";
import { openDb, openPool } from "../../core/db.ts";
import { hashPassword } from "../../core/passwords.ts";
import { testApp, type TestApp, type TestCaller } from "../../../test/app.ts";
import { readSettings } from "./managed.service.ts";
import { createSettings } from "./settings.service.ts";
import { anOrder } from "../../../test/builders/order.ts";
import { aProject } from "../../../test/builders/project.ts";
import { audited } from "../../../test/operators.ts";

const password = "granite lantern at noon";

// The addresses of the server's configuration.
const outside = {
  contactFormUrl: "https://forms.example/contact",
  meetingUrl: "https://meet.example/default",
};

let t: TestApp;
let admin: TestCaller;
beforeAll(async () => {
  t = await testApp({ outside });
  admin = await t.aUser("Admin");
  await t.db
    .updateTable("users")
    .set({ password_hash: await hashPassword(password) })
    .where("id", "=", admin.userId)
    .execute();
});
afterAll(() => t.close());

const read = async () => (await t.call(admin, "GET", "/management/settings")).body;
const save = (body: object) => t.call(admin, "PATCH", "/management/settings", body);
const client = async () => (await t.call(undefined, "GET", "/client-settings")).body;

describe("a section", () => {
  test("is saved over its version, takes effect at once, and the log has its previous values", async () => {
    expect((await read()).reservation).toEqual({ minutes: 30, version: 0 });
    const response = await save({ reservation: { minutes: 12.5, version: 0 } });
    expect(response.body.reservation).toEqual({ minutes: 12.5, version: 1 });

    const { body } = await t.call(
      admin,
      "GET",
      "/management/audit?action=settings.change&thingId=reservation",
    );
    expect(body.content).toMatchObject([{ before: { minutes: 30 }, after: { minutes: 12.5 } }]);
  });

  test("is not saved over someone else's change: the second of two gets VERSION_CONFLICT", async () => {
    const { version } = (await read()).links;
    const responses = await Promise.all(
      ["https://one.example", "https://two.example"].map((companySite) =>
        save({ links: { companySite, version } }),
      ),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await read()).links.version).toBe(version + 1);
    const saved = (await read()).links;
    expect((await save({ links: saved })).status).toBe(200);
    expect((await save({ links: saved })).body.code).toBe("VERSION_CONFLICT");
  });

  test("is read with its own version, even during a concurrent save", async () => {
    const before = (await read()).brand;
    const one = openDb(openPool(t.databaseUrl, 1, () => {}));
    let reading: ReturnType<typeof readSettings> | undefined;
    await one.connection().execute(async () => {
      reading = readSettings(one, createSettings(t.db, 30));
      await sleep(300);
      await save({ brand: { name: "Of a colleague", version: before.version } });
    });
    const { brand } = await reading!;
    await one.destroy();
    expect(brand).toEqual(before);
  });

  test("is saved together with others or not at all", async () => {
    const { brand } = await read();
    const response = await save({
      brand: { name: "Other name", version: brand.version },
      payment: { ...(await read()).payment, version: 99 },
    });
    expect(response.body.code).toBe("VERSION_CONFLICT");
    expect((await read()).brand).toEqual(brand);
  });

  test("with an IBAN whose check digits do not fit is refused at the field", async () => {
    const { payment } = await read();
    const wrong = await save({ payment: { ...payment, iban: "DE88 3704 0044 0532 0130 00" } });
    expect(wrong.body).toMatchObject({
      code: "VALIDATION_FAILED",
      fieldErrors: [{ path: "payment.iban" }],
    });
    const { bank } = await read();
    const account = await save({ bank: { ...bank, accounts: ["DE88370400440532013000"] } });
    expect(account.body.fieldErrors).toMatchObject([{ path: "bank.accounts" }]);
    const iban = "gb29 nwbk 6016 1331 9268 19";
    const right = await save({ payment: { ...payment, iban }, password });
    expect(right.body.payment.iban).toBe("GB29NWBK60161331926819");
  });

  test("with a reminder level due before the previous one is refused at the field", async () => {
    const { reminders } = await read();
    const days = (level1Days: number, level2Days: number, level3Days: number) =>
      save({ reminders: { ...reminders, level1Days, level2Days, level3Days } });
    const refused = async (change: ReturnType<typeof days>) => (await change).body.fieldErrors;
    expect(await refused(days(8, 7, 28))).toMatchObject([{ path: "reminders.level2Days" }]);
    expect(await refused(days(3, 14, 13))).toMatchObject([{ path: "reminders.level3Days" }]);
    expect((await read()).reminders).toEqual(reminders);
    expect((await days(7, 7, 7)).body.reminders).toMatchObject({ level2Days: 7, level3Days: 7 });
  });

  test("with brand and external addresses affects pages and mails, and replaces the configuration's", async () => {
    const { brand, external } = await read();
    await save({
      brand: { ...brand, name: "Nordlicht Carbon" },
      external: { ...external, meetingUrl: "https://meet.example/demo" },
    });
    expect(await client()).toMatchObject({
      brand: { name: "Nordlicht Carbon" },
      meetingUrl: "https://meet.example/demo",
      contactFormUrl: outside.contactFormUrl,
    });
    const username = "brand@company.example";
    const person = { username, password: "seven quiet herons", firstName: "A", lastName: "B" };
    expect((await t.call(undefined, "POST", "/auth/register", person)).status).toBe(201);
    const mail = await t.mailTo(username);
    expect(mail.text_body).toContain("Nordlicht Carbon");
    expect(mail.html_body).not.toContain("Tonneline");
  });

  test.each([
    ["external", "meetingUrl", "javascript:alert(1)"],
    ["external", "contactFormUrl", "http://forms.example/contact"],
    ["external", "contactFormUrl", "https://169.254.169.254/"],
    ["links", "companySite", "https://tonneline.example@evil.example"],
    ["links", "companySite", "https://intranet.local"],
  ] as const)("of %s.%s is refused when it is %s", async (section, field, address) => {
    const before = (await read())[section];
    expect(await save({ [section]: { ...before, [field]: address } })).toMatchObject({
      status: 400,
      body: { fieldErrors: [{ path: `${section}.${field}` }] },
    });
  });
});

test("Saved settings take effect within seconds, even on a server whose clock is set back meanwhile", async () => {
  const settings = createSettings(t.db, 30);
  vi.useFakeTimers({ toFake: ["Date", "performance"] });
  try {
    const { payment } = await settings.current();
    const days = payment.days + 1;
    expect((await save({ payment: { ...(await read()).payment, days } })).status).toBe(200);
    vi.setSystemTime(Date.now() - 3_600_000);
    vi.advanceTimersByTime(6000);
    expect((await settings.current()).payment.days).toBe(days);
  } finally {
    vi.useRealTimers();
  }
});

describe("a VAT rate", () => {
  const path_ = "/management/settings/vat-rates";

  test("starts on a day by the database's clock, however wrong the server's clock is", async () => {
    const day = dayIn("Europe/Berlin", new Date());
    const rate = { countryCode: "MT", validFrom: day, percent: 18 };
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 3 * 86_400_000 });
    const { status } = await t.call(admin, "POST", path_, rate).finally(() => vi.useRealTimers());
    expect(status).toBe(201);
    expect((await read()).vatRates).toContainEqual(rate);
    const holds = await t.call(admin, "DELETE", `${path_}/MT/${day}`);
    expect(holds.body.code).toBe("IN_USE");
  });

  test.each(["2030-02-31", "0000-01-01"])(
    "cannot be removed by %s, which is not a date",
    async (day) => {
      const { body } = await t.call(admin, "DELETE", `${path_}/DE/${day}`);
      expect(body.code).toBe("NOT_FOUND");
    },
  );

  test("from today applies to carts at once", async () => {
    const own = await testApp();
    const [operator, buyer] = [await own.aUser("Admin"), await own.aUser()];
    const { vintageId } = await aProject(own.db);
    await own.call(buyer, "POST", "/me/cart/vintages", { vintageId, credits: 1 });
    const vat = async () =>
      (await own.call(buyer, "GET", "/me/cart?countryCode=DE")).body.vatPercentage;
    expect(await vat()).toBe(19);
    const rate = { countryCode: "DE", validFrom: dayIn("Europe/Berlin", new Date()), percent: 16 };
    await own.call(operator, "POST", path_, rate);
    expect(await vat()).toBe(16);
    await own.close();
  });

  const inAYear = `${Number(dayIn("Europe/Berlin", new Date()).slice(0, 4)) + 1}-01-01`;

  test("can be added for a future day, once, and removed before that day", async () => {
    const rate = { countryCode: "DE", validFrom: inAYear, percent: 20.5 };
    expect(await t.call(admin, "POST", path_, rate)).toMatchObject({ status: 201, body: rate });
    const again = await t.call(admin, "POST", path_, rate);
    expect(again.body.fieldErrors).toMatchObject([{ path: "validFrom" }]);
    expect((await read()).vatRates).toContainEqual(rate);
    const of = { thingType: "vat-rate", thingId: `DE ${inAYear}` };
    expect(await audited(t, admin, "vat-rate.create")).toMatchObject({ ...of, after: rate });
    const other = { ...rate, percent: 21 };
    expect((await t.call(admin, "POST", path_, other)).body.fieldErrors).toHaveLength(1);
    expect((await read()).vatRates).toContainEqual(rate);
    const elsewhere = { ...rate, countryCode: "MT" };
    await t.call(admin, "POST", path_, elsewhere);

    expect((await t.call(admin, "DELETE", `${path_}/DE/${inAYear}`)).status).toBe(204);
    expect((await read()).vatRates).toContainEqual(elsewhere);
    const taken = { ...of, before: { percent: 20.5 } };
    expect(await audited(t, admin, "vat-rate.delete")).toMatchObject(taken);
    expect((await t.call(admin, "DELETE", `${path_}/DE/${inAYear}`)).status).toBe(404);
  });

  test("of today can be corrected until an invoice has it", async () => {
    const validFrom = dayIn("Europe/Berlin", new Date());
    const rate = (percent: number) => ({ countryCode: "DE", validFrom, percent });
    const set = async (percent: number) => {
      const { status, body } = await t.call(admin, "POST", path_, rate(percent));
      return status === 201 ? body.percent : body.fieldErrors[0];
    };
    expect(await set(91)).toBe(91);
    expect(await set(91)).toMatchObject({ message: "There is already a rate from this day" });
    const others = (rates: { countryCode: string; validFrom: string }[]) =>
      rates.filter((each) => each.countryCode !== "DE" || each.validFrom !== validFrom);
    const before = others((await read()).vatRates);
    expect(await set(20)).toBe(20);
    expect(others((await read()).vatRates)).toEqual(before);
    const { body: log } = await t.call(admin, "GET", "/management/audit?action=vat-rate.change");
    expect(log.content).toMatchObject([{ before: { percent: 91 }, after: { percent: 20 } }]);

    const { vintageId } = await aProject(t.db);
    const order = await anOrder(t, await t.aUser(), vintageId, 1);
    expect(order.totalPriceGross).toBe(12);
    expect(await set(19)).toBe(19);
    expect((await anOrder(t, await t.aUser(), vintageId, 1)).totalPriceGross).toBe(11.9);
    const { status } = await t.call(admin, "POST", `/management/orders/${order.id}/approve`, {});
    expect(status).toBe(200);
    expect(await set(18)).toMatchObject({
      path: "validFrom",
      message: expect.stringContaining("Invoices of today already have 19%"),
    });
  });

  test("of the past can be neither added nor removed: invoices use it", async () => {
    const past = { countryCode: "DE", validFrom: "2020-07-01", percent: 16 };
    expect((await t.call(admin, "POST", path_, past)).body.code).toBe("VALIDATION_FAILED");
    const taken = await t.call(admin, "DELETE", `${path_}/DE/2007-01-01`);
    expect(taken.body.code).toBe("IN_USE");
    expect((await read()).vatRates).toContainEqual({
      countryCode: "DE",
      validFrom: "2007-01-01",
      percent: 19,
    });
  });
});

describe("the account that buyers pay to", () => {
  const iban = "FR1420041010050500013M02606";
  const noted = async () =>
    (await t.call(admin, "GET", "/management/audit?action=bank-account.change")).body;

  test.each([
    ["payment", { iban }],
    ["payment", { bic: "BNPAFRPP" }],
    ["payment", { bankName: "Another bank" }],
    ["seller", { name: "Another Company" }],
  ])("cannot be changed in %s by %j without the operator's password", async (section, change) => {
    const before = await read();
    const entries = (await noted()).totalElements;
    const mails = await t.db.selectFrom("mails").select("id").execute();
    const changed = { [section]: { ...before[section], ...change } };

    expect(await save(changed)).toMatchObject({
      status: 400,
      body: { fieldErrors: [{ path: "password", message: expect.stringContaining("Enter your") }] },
    });
    expect(await save({ ...changed, password: "not the password" })).toMatchObject({
      status: 400,
      body: { fieldErrors: [{ path: "password", message: "This is not your password" }] },
    });

    expect(await read()).toEqual(before);
    expect((await noted()).totalElements).toBe(entries);
    expect(await t.db.selectFrom("mails").select("id").execute()).toHaveLength(mails.length);
  });

  test("requires it as does the second factor rule for Admins, a change of which sends no mail", async () => {
    const { access } = await read();
    const changed = { access: { ...access, adminsNeedSecondFactor: true } };
    expect(await save(changed)).toMatchObject({
      status: 400,
      body: { fieldErrors: [{ path: "password", message: "Enter your password to change this" }] },
    });
    expect((await read()).access).toEqual(access);
    expect((await save({ access })).status).toBe(200);
  });

  test("is mailed to every Admin when it changes, and audited as a separate action", async () => {
    const other = await t.aUser("Admin");
    const blocked = await t.aUser("Admin");
    const buyer = await t.aUser();
    await t.db
      .updateTable("users")
      .set({ blocked: true })
      .where("id", "=", blocked.userId)
      .execute();
    const { payment, seller } = await read();

    expect((await save({ payment: { ...payment, iban }, password })).status).toBe(200);

    const nameOf = async ({ userId }: TestCaller) =>
      (
        await t.db
          .selectFrom("users")
          .select("username")
          .where("id", "=", userId)
          .executeTakeFirstOrThrow()
      ).username;
    for (const each of [admin, other]) {
      const mail = await t.mailTo(await nameOf(each));
      expect(mail.subject).toBe("The bank account was changed");
      for (const account of [
        `Now: ${seller.name}, ${groupInFours(iban)}`,
        groupInFours(payment.iban),
      ])
        expect(mail.text_body).toContain(account);
      const who = await nameOf(admin);
      expect(mail.text_body).toContain(
        `${who} changed the account that buyers pay to, from the address 127.0.0.1. Invoices`,
      );
    }
    for (const each of [blocked, buyer])
      await expect(t.mailTo(await nameOf(each))).rejects.toThrow();
    expect((await noted()).content[0]).toMatchObject({
      thingType: "settings",
      thingId: "payment",
      before: { iban: payment.iban },
      after: { iban },
    });
  });

  test("requires no password if it stays the same, and attempts are limited", async () => {
    const { payment } = await read();
    expect((await save({ payment: { ...payment, days: 21 } })).status).toBe(200);
    const now = { ...(await read()).payment, bankName: "Elsewhere" };
    const tries = Array.from({ length: 12 }, () => save({ payment: now, password: "guess" }));
    const statuses = (await Promise.all(tries)).map(({ status }) => status);
    expect(statuses).toContain(429);
    expect(statuses).not.toContain(200);
  });
});

test("a role with read permission only sees the settings and cannot change them", async () => {
  const made = { name: "Observer", permissions: ["settings:read"] };
  await t.call(admin, "POST", "/management/roles", made);
  const observer = await t.aUser("Observer");
  expect((await t.call(observer, "GET", "/management/settings")).status).toBe(200);
  const change = { reservation: { minutes: 1, version: 1 } };
  const response = await t.call(observer, "PATCH", "/management/settings", change);
  expect(response).toMatchObject({ status: 403, body: { code: "FORBIDDEN" } });
});

test.each(["Europe/Atlantis", "+02:00", "europe/berlin"])(
  "%s is not accepted as the seller's time zone",
  async (timeZone) => {
    const { seller } = await read();
    const response = await save({ seller: { ...seller, timeZone } });
    expect(response.status).toBe(400);
    expect(response.body.fieldErrors).toMatchObject([{ path: "seller.timeZone" }]);
    expect((await read()).seller).toEqual(seller);
  },
);

test("a seller's country without a VAT rate is refused: no invoice could be made", async () => {
  const { seller } = await read();
  const response = await save({ seller: { ...seller, countryCode: "CH" } });
  expect(response.status).toBe(400);
  expect(response.body.fieldErrors).toMatchObject([{ path: "seller.countryCode" }]);
  expect((await read()).seller).toEqual(seller);
});
