import {
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  truncate,
  utimes,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { maxStatementBytes } from "@tonneline/contract/bank";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { testApp, type TestApp } from "../../../test/app.ts";
import { createSettings } from "../settings/settings.service.ts";
import { sampleCamt } from "./camt.fixtures.ts";
import { folderTaker } from "./folder.service.ts";

let t: TestApp;
let folder: string;
beforeAll(async () => {
  t = await testApp();
});
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "tonneline-bank-"));
});
afterAll(() => t.close());

let count = 0;
const aStatement = (statementId = `F-${++count}`) =>
  sampleCamt({
    statementId,
    entries: [{ cents: 1200, bankReference: `FOLDER-${statementId}`, text: "Thank you" }],
  });
const put = (name: string, bytes: Uint8Array) => writeFile(path.join(folder, name), bytes);
const aServer = () => folderTaker(folder, t.db, t.files, createSettings(t.db, 30));
const known = async (statementId: string) =>
  await t.db
    .selectFrom("bank_statements")
    .select(["id", "created_by as by"])
    .where("statement_id", "=", statementId)
    .execute();
const lying = async (...where: string[]) =>
  (await readdir(path.join(folder, ...where), { withFileTypes: true }))
    .filter((each) => each.isFile())
    .map(({ name }) => name)
    .toSorted();

test("A file in the watched folder is imported once it is complete, and books nothing", async () => {
  const take = aServer();
  const bytes = aStatement("F-WHOLE");
  await put("statement.xml", bytes.subarray(0, 300));
  await put("other.xml.part", bytes);
  await take();
  // It has grown since the last poll, so it is not read yet.
  await put("statement.xml", bytes);
  await take();
  expect(await known("F-WHOLE")).toEqual([]);
  expect(await lying()).toEqual(["other.xml.part", "statement.xml"]);

  await take();
  expect(await known("F-WHOLE")).toMatchObject([{ by: null }]);
  expect([await lying(), await lying("done")]).toEqual([["other.xml.part"], ["statement.xml"]]);
  const { content } = await entriesOf("FOLDER-F-WHOLE");
  expect(content).toMatchObject([{ status: "UNMATCHED", decidedAt: null }]);
  await rm(folder, { recursive: true });
});

test("A refused file is moved aside, and operators are mailed the reason", async () => {
  const operator = await t.aUser("Admin");
  const nameOf = async ({ userId }: { userId: number }) => {
    const user = t.db.selectFrom("users").select("username").where("id", "=", userId);
    return (await user.executeTakeFirstOrThrow()).username;
  };
  const username = await nameOf(operator);
  const [blocked, reader] = [await t.aUser("Admin"), await t.aUser("Admin")];
  await sql`update users set blocked = true where id = ${blocked.userId}`.execute(t.db);
  await sql`with role as (insert into roles (name, permissions) values ('Reader', '{orders:read}') returning id)
    update users set role_id = role.id from role where users.id = ${reader.userId}`.execute(t.db);
  const take = aServer();
  await mkdir(path.join(folder, "failed"));
  // A file of that name was refused before.
  await writeFile(path.join(folder, "failed", "letter.xml"), "");
  await put("letter.xml", Buffer.from("<letter>Dear Sirs</letter>"));
  await take();
  await take();
  expect([await lying(), await lying("done")]).toEqual([[], []]);
  expect(await lying("failed")).toEqual(["letter (2).xml", "letter (2).xml.txt", "letter.xml"]);
  const reason = await readFile(path.join(folder, "failed", "letter (2).xml.txt"), "utf8");
  expect(reason).toMatch(/^letter\.xml: .*camt/);
  const mail = await t.mailTo(username);
  expect(mail.subject).toBe("The bank's file letter.xml could not be added");
  expect(mail.text_body).toContain(reason.slice("letter.xml: ".length).trim());
  const told = await t.db.selectFrom("mails").select("recipient").execute();
  for (const other of [blocked, reader])
    expect(told).not.toContainEqual({ recipient: await nameOf(other) });
  await rm(folder, { recursive: true });
});

const foreignStatement = sampleCamt({
  statementId: "F-FOREIGN",
  account: "DE02120300000000202051",
  entries: [{ cents: 5 }],
}).toString();
const withForeign = (bytes: Buffer, foreign = foreignStatement) =>
  Buffer.from(
    bytes.toString().replace("</BkToCstmrStmt>", `${/<Stmt>[^]*<\/Stmt>/.exec(foreign)![0]}$&`),
  );

test("A file that also has a foreign account is taken every day, and the audit log says what was left out", async () => {
  await t.aUser("Admin");
  const take = aServer();
  const mails = async () => (await t.db.selectFrom("mails").select("id").execute()).length;
  const before = await mails();
  await put("both.xml", withForeign(aStatement("F-BOTH")));
  // Nothing is said of its dollars either: it is not our account.
  const dollars = foreignStatement.replaceAll("EUR", "USD");
  await put("dollars.xml", withForeign(aStatement("F-DOLLARS"), dollars));
  await take();
  await take();
  expect([await lying(), await lying("failed")]).toEqual([[], []]);
  expect(await lying("done")).toEqual(["both.xml", "dollars.xml"]);
  expect(await known("F-BOTH")).toHaveLength(1);
  expect(await known("F-FOREIGN")).toEqual([]);
  expect(await mails()).toBe(before);
  const left = await t.db
    .selectFrom("audit_entries")
    .select(["thing_name", "after"])
    .where("action", "=", "bank.leaveOut")
    .orderBy("thing_name")
    .execute();
  const reason =
    "Account DE02120300000000202051 is not one of the accounts in the settings: add it under “Bank statements”.";
  expect(left).toEqual(
    ["both.xml", "dollars.xml"].map((name) => ({
      thing_name: name,
      after: { reasons: [`${name}: ${reason}`] },
    })),
  );
  // Delivered again, with nothing new.
  await put("both.xml", withForeign(aStatement("F-BOTH")));
  await take();
  await take();
  expect(await lying("done")).toEqual(["both (2).xml", "both.xml", "dollars.xml"]);
  await rm(folder, { recursive: true });
});

const wrongStatement = String(sampleCamt({ statementId: "F-WRONG", closingCents: 1, entries: [] }));
test.each([
  ["only a foreign account", () => Buffer.from(foreignStatement), /is not one of the accounts/],
  [
    "a statement of ours that does not add up",
    () => withForeign(aStatement("F-RIGHT"), wrongStatement),
    /F-WRONG does not add up/,
  ],
  [
    "such a statement and a foreign account",
    () => withForeign(withForeign(aStatement("F-OURS"), wrongStatement)),
    /F-WRONG does not add up/,
  ],
])("A file with %s fails", async (_what, bytes, reason) => {
  const take = aServer();
  await put("fails.xml", bytes());
  await take();
  await take();
  expect(await lying("failed")).toEqual(["fails.xml", "fails.xml.txt"]);
  expect(await readFile(path.join(folder, "failed", "fails.xml.txt"), "utf8")).toMatch(reason);
  await rm(folder, { recursive: true });
});

test("A file that is still changing is left alone, even if its size stays the same", async () => {
  const take = aServer();
  await put("page.xml", aStatement("F-PAGE-1"));
  await take();
  await put("page.xml", aStatement("F-PAGE-2"));
  await utimes(path.join(folder, "page.xml"), new Date(), new Date(Date.now() + 1000));
  await take();
  expect(await lying()).toEqual(["page.xml"]);
  await rm(folder, { recursive: true });
});

test("A file above the upload limit is not read", async () => {
  const take = aServer();
  await put("huge.xml", aStatement("F-HUGE"));
  await truncate(path.join(folder, "huge.xml"), maxStatementBytes + 1);
  await take();
  await take();
  const reason = await readFile(path.join(folder, "failed", "huge.xml.txt"), "utf8");
  expect(reason).toBe("huge.xml: The file is larger than 20 MB.\n");
  await rm(folder, { recursive: true });
});

test("A file that cannot be moved is not mailed about twice, and does not block other files", async () => {
  await t.aUser("Admin");
  const take = aServer();
  // A folder in place of the text file makes writing it fail.
  await mkdir(path.join(folder, "failed", "bad.xml.txt"), { recursive: true });
  await put("bad.xml", Buffer.from("<letter/>"));
  await put("good.xml", aStatement("F-GOOD"));
  await take();
  await expect(take()).rejects.toThrow(/EISDIR/);
  await expect(take()).rejects.toThrow(/EISDIR/);
  expect([await lying(), await lying("done")]).toEqual([["bad.xml"], ["good.xml"]]);
  expect(await toldOf("bad.xml")).toBe(0);
  await rm(path.join(folder, "failed", "bad.xml.txt"), { recursive: true });
  await take();
  expect(await toldOf("bad.xml")).toBe(1);
  expect(await lying("failed")).toEqual(["bad.xml", "bad.xml.txt"]);
  await rm(folder, { recursive: true });
});

test("A file with a name of maximum length is moved like any other", async () => {
  const take = aServer();
  const name = `${"n".repeat(251)}.xml`;
  await mkdir(path.join(folder, "failed"));
  await writeFile(path.join(folder, "failed", name), "");
  await put(name, Buffer.from("<letter/>"));
  await take();
  await take();
  expect([await lying(), (await lying("failed")).length]).toEqual([[], 3]);
  await rm(folder, { recursive: true });
});

const toldOf = async (name: string) => {
  const { count: entries } = await t.db
    .selectFrom("audit_entries")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("action", "=", "bank.refuse")
    .where("thing_name", "=", name)
    .executeTakeFirstOrThrow();
  return entries;
};

test("Two servers watching the same folder import each file once", async () => {
  const [one, other] = [aServer(), aServer()];
  const names = Array.from({ length: 6 }, (_, nth) => `F-RACE-${nth}`);
  await Promise.all(names.map((name) => put(`${name}.xml`, aStatement(name))));
  await Promise.all([one(), other()]);
  await Promise.all([one(), other()]);
  await Promise.all([one(), other()]);
  expect(await lying("done")).toEqual(names.map((name) => `${name}.xml`));
  expect([await lying(), await lying("failed")]).toEqual([[], []]);
  const rows = await t.db
    .selectFrom("audit_entries")
    .select(["thing_name", "actor"])
    .where("action", "=", "bank.import")
    .where("thing_name", "like", "F-RACE-%")
    .orderBy("thing_name")
    .execute();
  expect(rows).toEqual(names.map((thing_name) => ({ thing_name, actor: "Watched folder" })));
  await rm(folder, { recursive: true });
});

const entriesOf = async (q: string) =>
  (await t.call(await t.aUser("Admin"), "GET", `/management/bank/entries?q=${q}`)).body;
