import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { invoiceDetails, testApp, type TestApp, type TestCaller } from "../../../test/app.ts";
import { aPaidOrder } from "../../../test/builders/order.ts";
import { aProject } from "../../../test/builders/project.ts";

let t: TestApp;
let admin: TestCaller;
let buyer: TestCaller;
beforeAll(async () => {
  t = await testApp();
  admin = await t.aUser("Admin");
  buyer = await t.aUser();
});
afterAll(() => t.close());

const unusable = [
  ["half of a surrogate pair", "\uD83D"],
  ["the other half", "\uDE00"],
  ["a non-character", "\uFFFE"],
  ["the last non-character", "\uFFFF"],
  ["one of another plane", "\u{1FFFE}"],
  ["one in the middle", "\uFDD0"],
  ["a mark that turns the direction", "\u202E"],
  ["an isolate", "\u2066"],
  ["NUL", "\u0000"],
  ["a bell", "\u0007"],
] as const;
const refusedAt = (path: string) => ({
  status: 400,
  body: { code: "VALIDATION_FAILED", fieldErrors: [{ path }] },
});
/** As a browser's JSON.stringify sends them: lone surrogates escaped. */
const send = (method: string, path: string, body: unknown) =>
  t.call(buyer, method, path, JSON.stringify(body), { "content-type": "application/json" });

describe.each(unusable)("%s", (_what, character) => {
  const text = `Bren${character}nvik`;

  test("is refused in a body at any depth, with its field", async () => {
    expect(await send("PATCH", "/me", { firstName: text })).toMatchObject(refusedAt("firstName"));
    const { invoiceAddress, ...details } = invoiceDetails;
    const company = { ...details, invoiceAddress: { ...invoiceAddress, city: text } };
    const response = await send("PUT", "/me/company/details", company);
    expect(response).toMatchObject(refusedAt("invoiceAddress.city"));
    const login = { username: "a@company.example", password: `a password ${character}` };
    expect(await send("POST", "/auth/login", login)).toMatchObject(refusedAt("password"));
    expect(await send("PATCH", "/me", { [text]: "x" })).toMatchObject({ status: 400 });
  });

  test("is refused in the name of a file", async () => {
    const { id } = await aProject(t.db);
    const pdf = "%PDF-1.7\n%%EOF\n";
    const name = Buffer.from(`a${character}b.pdf`);
    const payload = Buffer.concat([
      Buffer.from('--b\r\nContent-Disposition: form-data; name="file"; filename="'),
      name,
      Buffer.from(`"\r\n\r\n${pdf}\r\n--b--\r\n`),
    ]);
    const response = await t.app.inject({
      method: "POST",
      url: `/api/v1/management/projects/${id}/documents`,
      headers: {
        authorization: `Bearer ${admin.authToken}`,
        "content-type": "multipart/form-data; boundary=b",
      },
      payload,
    });
    // Characters that are not valid in UTF-8 have been replaced on the way.
    if (/\p{Cs}/u.test(character)) expect(response.statusCode).toBeLessThan(500);
    else expect(response.statusCode).toBe(400);
  });

  test("is refused in an address", async () => {
    if (/\p{Cs}/u.test(character)) return;
    const q = encodeURIComponent(text);
    const found = await t.call(buyer, "GET", `/projects?q=${q}`);
    // Searches drop bidirectional control characters.
    const isMark = /\p{Bidi_Control}/u.test(character);
    const paths = found.body.fieldErrors?.map((each: { path: string }) => each.path);
    expect(paths).toEqual(isMark ? undefined : ["q"]);
    expect(found.status).toBe(isMark ? 200 : 400);
    expect(await t.call(buyer, "GET", `/projects?sort=${q}`)).toMatchObject({ status: 400 });
    expect((await t.call(undefined, "GET", `/avatars/${q}`)).status).toBe(400);
  });
});

test("text that people do type is accepted: other scripts, emoji, line breaks and tabs", async () => {
  const firstName = "Ľudovít 李 محمد 👩🏽‍🔬";
  expect(await send("PATCH", "/me", { firstName })).toMatchObject({
    status: 200,
    body: { firstName },
  });
});

test("a body of a hundred thousand brackets is refused", async () => {
  const body = `{"firstName": ${"[".repeat(100_000)}${"]".repeat(100_000)}}`;
  const response = await t.call(buyer, "PATCH", "/me", body, {
    "content-type": "application/json",
  });
  expect(response).toMatchObject({ status: 400, body: { code: "VALIDATION_FAILED" } });
});

test.each([
  ["without an end", "multipart/form-data; boundary=b", "--b\r\nContent-Disposition: form-data; n"],
  [
    "of one part without an end",
    "multipart/form-data; boundary=b",
    '--b\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\nabc',
  ],
  ["without a boundary", "multipart/form-data", "--b--"],
  ["with another boundary", "multipart/form-data; boundary=c", "--b\r\n\r\n--b--\r\n"],
  ["of nothing", "multipart/form-data; boundary=b", ""],
  [
    "with a head that is none",
    "multipart/form-data; boundary=b",
    "--b\r\n\u0000\u0001: \r\n\r\nabc\r\n--b--\r\n",
  ],
  [
    "with a poisoned name",
    "multipart/form-data; boundary=b",
    '--b\r\nContent-Disposition: form-data; name="__proto__"\r\n\r\nabc\r\n--b--\r\n',
  ],
  [
    "of twenty parts",
    "multipart/form-data; boundary=b",
    `${'--b\r\nContent-Disposition: form-data; name="x"\r\n\r\nabc\r\n'.repeat(20)}--b--\r\n`,
  ],
])("a form %s is refused", async (_what, contentType, payload) => {
  const headers = { authorization: `Bearer ${buyer.authToken}`, "content-type": contentType };
  const response = await t.app.inject({
    method: "PUT",
    url: "/api/v1/me/avatar",
    headers,
    payload,
  });
  expect([400, 413, 415]).toContain(response.statusCode);
});

describe("a form", () => {
  const pdf = "%PDF-1.7\n%%EOF\n";
  const part = (head: string) =>
    `--b\r\nContent-Disposition: form-data; name="file"${head}\r\n\r\n${pdf}\r\n`;
  const addDocument = async (...parts: string[]) => {
    const { id } = await aProject(t.db);
    const { statusCode, body } = await t.app.inject({
      method: "POST",
      url: `/api/v1/management/projects/${id}/documents`,
      headers: {
        authorization: `Bearer ${admin.authToken}`,
        "content-type": "multipart/form-data; boundary=b",
      },
      payload: `${parts.join("")}--b--\r\n`,
    });
    const kept = await t.call(admin, "GET", `/management/projects/${id}`);
    return { status: statusCode, body: JSON.parse(body), kept: kept.body.documents };
  };

  test("with two files is refused, and neither is stored", async () => {
    const response = await addDocument(part('; filename="a.pdf"'), part('; filename="b.pdf"'));
    expect(response).toMatchObject({
      status: 400,
      body: {
        code: "VALIDATION_FAILED",
        fieldErrors: [{ path: "file", message: "Expected one file, not several" }],
      },
      kept: [],
    });
  });

  test("with a file that has a media type but no name is accepted", async () => {
    const response = await addDocument(part("\r\nContent-Type: application/octet-stream"));
    expect(response).toMatchObject({ status: 201, body: { name: "Document" } });
  });
});

test("one idempotency key used for two records at once acts on one of them", async () => {
  const { vintageIds } = await aProject(t.db, { vintages: [{}, {}] });
  for (const vintageId of vintageIds) await aPaidOrder(t, admin, buyer, vintageId, 10);
  const statuses = await Promise.all(
    vintageIds.map(async (vintageId) => {
      const wish = {
        vintageId,
        quantity: 1,
        beneficiaryName: "Brennvik",
        purpose: "OWN_EMISSIONS",
      };
      const key = { "idempotency-key": "the-same-key" };
      return (await t.call(buyer, "POST", "/me/retirements", wish, key)).status;
    }),
  );
  expect(statuses.sort((a, b) => a - b)).toEqual([201, 422]);
  expect((await t.call(buyer, "GET", "/me/retirements")).body.totalElements).toBe(1);
});
