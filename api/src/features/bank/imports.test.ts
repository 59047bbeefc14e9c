import { afterAll, beforeAll, expect, test } from "vitest";
import { testApp, type TestApp, type TestCaller } from "../../../test/app.ts";
import { asUpload, sampleCamt, type Sample } from "./camt.fixtures.ts";

let t: TestApp;
let admin: TestCaller;
beforeAll(async () => {
  t = await testApp();
  admin = await t.aUser("Admin");
});
afterAll(() => t.close());

async function send(bytes: Buffer, name: string) {
  const { payload, headers } = asUpload(bytes, name);
  return await t.call(admin, "POST", "/management/bank/statements", payload, headers);
}

test("A file about several accounts is added for ours, and says which others it contains", async () => {
  const of = (sample: Partial<Sample>) =>
    String(sampleCamt({ entries: [{ cents: 5 }], ...sample }));
  const other = { statementId: "OTHER", account: "DE02120300000000202051" };
  const statement = /<Stmt>[^]*<\/Stmt>/.exec(of(other))![0];
  const both = of({ statementId: "OURS" }).replace("<Stmt>", `${statement}<Stmt>`);
  const { status, body } = await send(Buffer.from(both), "both.xml");
  expect(status).toBe(201);
  expect(body.statements).toMatchObject([{ statementId: "OURS", entries: 1 }]);
  const reason = `Account ${other.account} is not one of the accounts in the settings: add it under “Bank statements”.`;
  expect(body.refused).toEqual([{ fileName: "both.xml", reason }]);
  expect(await send(Buffer.from(of(other)), "other.xml")).toMatchObject({
    status: 400,
    body: { detail: reason },
  });
});
