import { sql } from "kysely";
import pg from "pg";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { inTransaction } from "../../core/db.ts";
import { queueMails } from "../../core/mail.ts";
import { mailText } from "../../core/mailText.ts";
import { invoiceDetails, testApp, type TestApp } from "../../../test/app.ts";
import { aProject, aReport } from "../../../test/builders/project.ts";

let t: TestApp;
/** The statements sent to the database, one round trip each. */
const logged: string[] = [];
beforeAll(async () => {
  const { query } = pg.Client.prototype as { query: (...args: unknown[]) => unknown };
  const heard = function (this: pg.Client, ...args: unknown[]) {
    const [asked] = args as [string | { text: string }];
    logged.push(typeof asked === "string" ? asked : asked.text);
    return query.apply(this, args);
  };
  vi.spyOn(pg.Client.prototype, "query").mockImplementation(heard as never);
  // A single connection, which sends its session settings only once.
  t = await testApp({ poolSize: 1 });
});
afterAll(async () => {
  await t.close();
  vi.restoreAllMocks();
});

/** The statements of `work`, after a first run that fills short-lived caches, such as the settings. */
async function roundTrips(work: () => Promise<{ status: number }>): Promise<string[]> {
  expect((await work()).status).toBe(200);
  logged.length = 0;
  expect((await work()).status).toBe(200);
  return [...logged];
}

test("Reading a cart takes one round trip, and setting a line two", async () => {
  const buyer = await t.aUser();
  const { id: projectId, vintageId } = await aProject(t.db, { vintages: [{ credits: 100 }] });
  const reportId = await aReport(t.db, projectId);
  await t.call(buyer, "POST", "/me/cart/reports", { reportId });
  let credits = 5;

  const set = await roundTrips(() =>
    t.call(buyer, "POST", "/me/cart/vintages", { vintageId, credits: credits++ }),
  );
  const read = await roundTrips(() => t.call(buyer, "GET", "/me/cart"));

  expect(set.length, set.join("\n")).toBe(2);
  expect(read.length, read.join("\n")).toBe(1);
});

test("A checkout takes three round trips", async () => {
  const buyer = await t.aUser();
  const { vintageId } = await aProject(t.db, { vintages: [{ credits: 100 }] });
  let version = 0;
  const fill = async () => {
    const { body } = await t.call(buyer, "POST", "/me/cart/vintages", { vintageId, credits: 1 });
    ({ version } = body);
    logged.length = 0;
  };
  const order = () =>
    t.call(
      buyer,
      "POST",
      "/me/cart/checkout",
      { ...invoiceDetails, version },
      { "idempotency-key": `cart-${version}` },
    );
  await fill();
  expect((await order()).status).toBe(200);
  await fill();
  expect((await order()).status).toBe(200);

  expect(logged.length, logged.join("\n")).toBe(3);
});

test("Mails are written and their jobs posted in one round trip, regardless of their number", async () => {
  const content = { subject: "Order 7 is placed", paragraphs: ["Thank you."] };
  const mails = ["a@b.example", "c@d.example"].map((to) => ({
    to,
    permission: "orders:read" as const,
    ...mailText(content),
  }));
  logged.length = 0;
  await inTransaction(t.db, (tx) => queueMails(tx, mails));
  expect(logged.length, logged.join("\n")).toBe(3);
  const { rows } = await sql`
    select recipient, status, attachments, subject, exists (select from graphile_worker._private_jobs
      where (payload ->> 'mailIds')::jsonb @> to_jsonb(mails.id)) as posted
    from mails order by mails.id`.execute(t.db);
  const kept = { status: "WAITING", posted: true, attachments: [], subject: "Order 7 is placed" };
  expect(rows).toMatchObject([
    { recipient: "a@b.example", ...kept },
    { recipient: "c@d.example", ...kept },
  ]);
});
