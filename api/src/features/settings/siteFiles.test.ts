import { readFile } from "node:fs/promises";
import path from "node:path";
import { sql } from "kysely";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { testApp, type TestApp, type TestCaller } from "../../../test/app.ts";
import { runBlocked } from "../../../test/runBlocked.ts";
import { audited, upload } from "../../../test/operators.ts";

let t: TestApp;
let admin: TestCaller;
beforeAll(async () => {
  t = await testApp();
  admin = await t.aUser("Admin");
});
afterAll(() => t.close());

const client = async () => (await t.call(undefined, "GET", "/client-settings")).body;
const aPdf = () =>
  readFile(path.resolve(import.meta.dirname, "../../../../web/public/legal/privacy-policy.pdf"));

const put = (slot: string, name: string, bytes: Buffer) =>
  upload(t, admin, `/management/settings/files/${slot}`, { name, bytes }, "PUT");

describe("a site file", () => {
  test("replaces the template for everyone, until it is removed", async () => {
    const pdf = await aPdf();
    const { status, body } = await put("privacy", "Für alle: 1.pdf", pdf);
    expect(status).toBe(200);
    expect(body.files.privacy.name).toBe("Für alle_ 1.pdf");

    const url = (await client()).links.privacy;
    expect(url).toBe(body.files.privacy.url);
    const served = await t.app.inject({ url });
    expect(served.headers["content-type"]).toBe("application/pdf");
    expect(served.headers["content-disposition"]).toMatch(
      /^inline;.* filename\*=UTF-8''F%C3%BCr%20alle_%201\.pdf$/,
    );
    expect(served.rawPayload.equals(pdf)).toBe(true);

    await t.call(admin, "DELETE", "/management/settings/files/privacy");
    expect((await client()).links.privacy).toBe("/legal/privacy-policy.pdf");
    expect((await t.app.inject({ url })).statusCode).toBe(404);
    expect(await audited(t, admin, "settings.file")).toMatchObject({
      thingId: "privacy",
      before: { file: "Für alle_ 1.pdf" },
      after: { file: null },
    });
  });

  test("is checked by its content, not by its name", async () => {
    const page = Buffer.from("<html><script>alert(1)</script></html>");
    expect((await put("terms", "terms.pdf", page)).status).toBe(415);
    const half = Buffer.from("%PDF-1.7 half of the terms");
    expect((await put("terms", "terms.pdf", half)).status).toBe(415);
    expect((await put("logo", "logo.png", page)).status).toBe(415);
  });

  test("as a logo is redrawn small", async () => {
    const bytes = await sharp({
      create: { width: 1200, height: 400, channels: 3, background: "#0c61f7" },
    })
      .jpeg()
      .toBuffer();
    await put("logo", "logo.jpg", bytes);
    const served = await t.app.inject({ url: (await client()).brand.logoUrl });
    const { format, height } = await sharp(served.rawPayload).metadata();
    expect({ format, height }).toEqual({ format: "png", height: 96 });
  });

  test("is the only one stored if two replace it at once", async () => {
    const pdf = await aPdf();
    await put("privacy", "first.pdf", pdf);
    const kept = async () => (await sql`select from files`.execute(t.db)).rows.length;
    const before = await kept();
    const hold = sql`select from settings_files where name = 'privacy' for update`;
    const putAs = (name: string) => () => put("privacy", name, pdf);
    const sent = await runBlocked(t.db, hold, [putAs("second.pdf"), putAs("third.pdf")]);
    expect(sent.map(({ status }) => status)).toEqual([200, 200]);
    expect(await kept()).toBe(before);
  });

  test("is the only one stored even if there was none before", async () => {
    const pdf = await aPdf();
    const kept = async () => (await sql`select from files`.execute(t.db)).rows.length;
    const before = await kept();
    const hold = sql`lock table audit_entries in exclusive mode`;
    const putAs = (name: string) => () => put("terms", name, pdf);
    const sent = await runBlocked(t.db, hold, [putAs("first.pdf"), putAs("second.pdf")]);
    expect(sent.map(({ status }) => status)).toEqual([200, 200]);
    expect(await kept()).toBe(before + 1);
  });
});
