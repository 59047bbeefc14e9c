import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { MailText } from "@tonneline/contract/mailTexts";
import { publicUrl, testApp, type TestApp, type TestCaller } from "../../../test/app.ts";
import { anOrder } from "../../../test/builders/order.ts";
import { aProject } from "../../../test/builders/project.ts";
import { mailTexts, variablesOf } from "../../core/mailTexts/texts.ts";
import { faultOf, fill } from "../../core/mailTexts/variables.rules.ts";
import { orderJobs } from "../orders/orders.jobs.ts";

let t: TestApp;
let operator: TestCaller;
beforeAll(async () => {
  t = await testApp();
  operator = await t.aUser("Admin");
});
afterAll(() => t.close());

const address = (code: string) => `/management/mail-texts/${code}`;
const save = (code: string, body: object) => t.call(operator, "PUT", address(code), body);
async function textOf(code: string): Promise<MailText> {
  const { body } = await t.call(operator, "GET", "/management/mail-texts");
  return body.texts.find((text: MailText) => text.code === code);
}
const newestMail = (subject: string) =>
  t.db
    .selectFrom("mails")
    .selectAll()
    .where("subject", "like", subject)
    .orderBy("id", "desc")
    .executeTakeFirstOrThrow();

test.each(Object.entries(mailTexts))("the standard text of %s uses its variables", (_, text) => {
  const words = [text.subject, ...text.paragraphs].join("\n");
  expect(faultOf(words, variablesOf(text))).toBeUndefined();
  const unused = Object.keys(text.example).filter((name) => !words.includes(`{${name}}`));
  expect(unused).toEqual([]);
  expect(fill(words, text.example)).not.toMatch(/[{}]/);
});

describe("the text of an operator", () => {
  test("is in the mails from then on, next to the lines of the order, and is not markup", async () => {
    const before = await textOf("order.placed");
    expect(before).toMatchObject({ subject: "Order {order} is placed", version: 0 });
    const words = {
      subject: "{brand} says thanks for {order}",
      body: "Dear <b>people</b> of {company},\n\nyou ordered for {total}.",
    };
    const saved = await save("order.placed", { ...words, version: 0 });
    expect(saved).toMatchObject({ status: 200, body: { ...words, version: 1 } });
    expect(saved.body.updatedBy).toMatch(/@company\.example$/);

    const { vintageId } = await aProject(t.db, { vintages: [{ credits: 100, priceCents: 1000 }] });
    const order = async () => {
      const { id } = await anOrder(t, await t.aUser("User"), vintageId, 5);
      await t.runJobs(orderJobs(t.db));
      return id;
    };
    const id = await order();
    const mail = await newestMail(`Tonneline says thanks for ${id}`);
    expect(mail.html_body).toContain("Dear &lt;b&gt;people&lt;/b&gt; of ");
    expect(mail.text_body).toContain("you ordered for €59.50.");
    expect(mail.text_body).toContain("5 t at €10.00");
    expect(mail.text_body).not.toContain("Thank you for your order");

    expect((await t.call(operator, "DELETE", address("order.placed"))).status).toBe(204);
    expect(await textOf("order.placed")).toMatchObject({
      subject: before.subject,
      body: before.body,
      version: 2,
      updatedAt: null,
      updatedBy: null,
    });
    const standard = await newestMail(`Order ${await order()} is placed`);
    expect(standard.text_body).toContain("Thank you for your order");
    const entries = await t.db
      .selectFrom("audit_entries")
      .select(["action", "before", "after"])
      .where("thing_type", "=", "mailText")
      .orderBy("id")
      .execute();
    expect(entries).toEqual([
      { action: "mailText.save", before: null, after: words },
      { action: "mailText.reset", before: words, after: null },
    ]);
  });

  test("is refused with the name of the field if a variable is unknown", async () => {
    const wrong = { subject: "Order {order}", body: "Pay {iban}", version: 0 };
    expect(await save("order.paid", wrong)).toMatchObject({
      status: 400,
      body: {
        fieldErrors: [
          { path: "body", message: expect.stringMatching(/^\{iban\} is not a variable/) },
        ],
      },
    });
    expect((await save("order.paid", { subject: " ", body: "", version: 0 })).status).toBe(400);
    expect((await save("order.lost", { ...wrong, body: "x" })).status).toBe(404);
    expect((await textOf("order.paid")).version).toBe(0);
  });

  test("does not overwrite that of a colleague", async () => {
    const words = { subject: "Paid: {order}", body: "Thank you." };
    const both = await Promise.all([
      save("order.paid", { ...words, version: 0 }),
      save("order.paid", { ...words, version: 0 }),
    ]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect((await save("order.paid", { ...words, version: 0 })).status).toBe(409);
    expect((await save("order.paid", { ...words, version: 1 })).body.version).toBe(2);
  });

  test("does not overwrite that of a colleague saved after this one was reset", async () => {
    const code = "order.reopened";
    const ours = { subject: "Open again: {order}", body: "Ours." };
    const { version } = (await save(code, { ...ours, version: 0 })).body;
    await t.call(operator, "DELETE", address(code));
    await t.call(operator, "DELETE", address(code));
    const theirs = { subject: "Open", body: "Theirs." };
    const now = await textOf(code);
    expect(await save(code, { ...theirs, version: now.version })).toMatchObject({ status: 200 });
    expect((await save(code, { ...ours, version })).status).toBe(409);
    expect(await textOf(code)).toMatchObject({ ...theirs, version: 3 });
  });

  test("cannot be reset from a stale version, and is reset alone", async () => {
    const code = "order.cancelled";
    const ours = { subject: "Ours", body: "Ours." };
    const other = "order.reopened";
    await save(other, { ...ours, version: (await textOf(other)).version });
    await save(code, { ...ours, version: 0 });
    const theirs = { subject: "Theirs", body: "Theirs." };
    await save(code, { ...theirs, version: 1 });
    const reset = (version: number) =>
      t.call(operator, "DELETE", `${address(code)}?version=${version}`);
    expect((await reset(1)).body.code).toBe("VERSION_CONFLICT");
    expect(await textOf(code)).toMatchObject({ ...theirs, version: 2 });
    expect((await reset(2)).status).toBe(204);
    // A retry after a lost response.
    expect((await reset(2)).status).toBe(204);
    expect(await textOf(other)).toMatchObject(ours);
  });
});

test("a preview is the mail with examples, and saves nothing", async () => {
  const previewOf = (body: string) =>
    t.call(operator, "POST", `${address("order.rejected")}/preview`, {
      subject: "About {order}",
      body,
    });
  expect((await previewOf("Pay {iban}")).body.fieldErrors).toMatchObject([{ path: "body" }]);
  const preview = await previewOf("Sorry.\n\nReason: {reason}");
  expect(preview).toMatchObject({ status: 200, body: { subject: "About 10514" } });
  expect(preview.body.text).toContain("Reason: The purchase order number is not yours.");
  expect(preview.body.html).toContain("View the order");
  expect(preview.body.text).toContain(`View the order:\n${publicUrl}/`);
  expect(preview.body.html).toContain(`href="${publicUrl}/"`);
  expect((await textOf("order.rejected")).version).toBe(0);
});
