import { afterAll, beforeAll, expect, test } from "vitest";
import { testApp, type TestApp, type TestCaller } from "../../../test/app.ts";
import { sheetXlsx } from "../../core/http/xlsx.ts";

let t: TestApp;
let admin: TestCaller;
beforeAll(async () => {
  t = await testApp();
  admin = await t.aUser("Admin");
});
afterAll(() => t.close());

const heads = [
  "Retirement",
  "Project",
  "First serial number",
  "Last serial number",
  "Registry record",
  "Retired on",
];
async function read(bytes: string | Uint8Array<ArrayBuffer>) {
  const form = new FormData();
  form.append("file", new Blob([bytes]), "answer");
  const request = new Request("http://x", { method: "POST", body: form });
  const response = await t.app.inject({
    method: "POST",
    url: "/api/v1/management/retirements/registry-file",
    headers: {
      authorization: `Bearer ${admin.authToken}`,
      "content-type": request.headers.get("content-type")!,
    },
    payload: Buffer.from(await request.arrayBuffer()),
  });
  return { status: response.statusCode, body: response.json() };
}
const rows = [
  {
    retirement: "5001",
    serialNumberFrom: "A-1",
    serialNumberTo: "A-12",
    registryUrl: "https://r.example/1",
    retiredAt: "2026-03-14",
  },
];
const record = ["A-1", "A-12", "https://r.example/1"];

test("A registry's answer is read from a workbook as from text, including its days", async () => {
  // 14 March 2026 as spreadsheets store it.
  const line = [5001, "Delta, Blue", ...record, 46_095];
  const columns = heads.map((head) => [head] as const);
  const workbook = await sheetXlsx({ name: "Answer", columns, rows: [line] });
  expect(await read(new Uint8Array(workbook))).toEqual({ status: 200, body: { rows } });
  for (const sign of [",", ";", "\t"]) {
    const cells = ["5001", '"Delta, ""Blue"""', ...record, "2026-03-14"].join(sign);
    const text = `\uFEFF${heads.join(sign)}\r\n${cells}\r\n\r\n`;
    expect(await read(text), sign).toEqual({ status: 200, body: { rows } });
  }
});

test("An answer that lacks a column or rows, or cannot be read, is refused with what it needs", async () => {
  const lacking = ["", heads.join(","), "Retirement\n5001", "5001,A,B,https://r.example", '"'];
  for (const text of lacking) {
    const { status, body } = await read(text);
    expect({ status, path: body.fieldErrors?.[0].path }, text).toEqual({
      status: 400,
      path: "file",
    });
  }
  const { body } = await read(`${heads.join(",")}\n${"5001,,,,,\n".repeat(1001)}`);
  expect(body.fieldErrors[0].message).toContain("more than 1,000 rows");
});
