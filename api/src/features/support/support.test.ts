import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { sql } from "kysely";
import { dayIn } from "@tonneline/contract/days";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { testApp, publicUrl, type TestApp, type TestCaller } from "../../../test/app.ts";
import { anOrder } from "../../../test/builders/order.ts";
import { aProject } from "../../../test/builders/project.ts";
import { asSent } from "../../core/mail.ts";
import { mailJobs } from "../../core/mailDelivery.ts";

let t: TestApp;
let admin: TestCaller;
let buyer: TestCaller;
beforeAll(async () => {
  t = await testApp({ limits: { support: { perAccount: 3, perAddress: 100, windowSeconds: 60 } } });
  admin = await t.aUser("Admin");
  buyer = await t.aUser("User");
});
afterAll(() => t.close());

let people = 0;
const message = (more: object = {}) => ({
  firstName: "Ilse",
  lastName: "Varendonk",
  email: `ilse-${++people}@brennvik.example`,
  topic: "General Question",
  message: "How long does an approval take?",
  ...more,
});
const send = (caller: TestCaller | undefined, body: object) =>
  t.call(caller, "POST", "/support/requests", body);
const list = async (query = "") => {
  const response = await t.call(admin, "GET", `/management/support-requests${query}`);
  expect(response.status).toBe(200);
  return response.body;
};
const newest = async () => (await list("?sort=id,desc&size=1")).content[0];
const change = (id: number, body: object, caller = admin) =>
  t.call(caller, "PATCH", `/management/support-requests/${id}`, body);

describe("a message to the operators", () => {
  test("is a mail whose replies go to the writer, in the conversation of its request", async () => {
    const body = message();
    await send(undefined, body);
    const folder = await mkdtemp(path.join(tmpdir(), "tonneline-mails-"));
    const from = "Tonneline <no-reply@tonneline.example>";
    await t.runJobs(mailJobs(t.db, t.files, { from, folder, publicUrl }));
    const files = (await readdir(folder)).toSorted((a, b) => parseInt(a) - parseInt(b));
    const delivered = await readFile(path.join(folder, files.at(-1)!), "utf8");
    await rm(folder, { recursive: true });
    const root = `<supportRequest-${(await newest()).id}@tonneline.example>`;
    const threaded = `In-Reply-To: ${root}\r\nReferences: ${root}\r\n`;
    for (const head of [`From: ${from}`, `Reply-To: ${body.email}`, threaded])
      expect(delivered).toContain(head);
  });

  test("works without an account, and is mailed to each operator with the writer's reply address", async () => {
    const body = message({ message: "First line\n\nSecond <b>line</b>" });
    expect((await send(undefined, body)).status).toBe(204);
    const request = await newest();
    expect(request).toMatchObject({
      ...body,
      status: "OPEN",
      username: null,
      project: null,
      orderId: null,
      doneAt: null,
      note: null,
    });
    const { username } = await t.db
      .selectFrom("users")
      .select("username")
      .where("id", "=", admin.userId)
      .executeTakeFirstOrThrow();
    const mail = await t.db
      .selectFrom("mails")
      .selectAll()
      .where("recipient", "=", username)
      .orderBy("id", "desc")
      .executeTakeFirstOrThrow();
    expect(mail).toMatchObject({
      subject: "Support request: General Question",
      reply_to: body.email,
    });
    expect(mail.text_body).toContain("Ilse Varendonk");
    expect(mail.text_body).toContain("Second <b>line</b>");
    expect(mail.html_body).toContain("Second &lt;b&gt;line&lt;/b&gt;");
    expect(asSent(mail.text_body, publicUrl, null)).toContain(
      `${publicUrl}/management/support-requests?open=${request.id}`,
    );
  });

  test("is not mailed to operators who are blocked or have read permission only, or to buyers", async () => {
    const gone = await t.aUser("Admin");
    const looksOn = { name: "Looks on", permissions: ["users:read"] };
    await t.call(admin, "POST", "/management/roles", looksOn);
    await t.aUser("Looks on");
    await t.db.updateTable("users").set({ blocked: true }).where("id", "=", gone.userId).execute();
    await send(undefined, message());
    const mailed = await t.db
      .selectFrom("mails")
      .innerJoin("users", "users.username", "mails.recipient")
      .select("users.id")
      .execute();
    expect(new Set(mailed.map(({ id }) => id))).toEqual(new Set([admin.userId]));
  });

  test("records the logged-in user, and the project and order that it is about", async () => {
    const writer = await t.aUser("User");
    const project = await aProject(t.db);
    const { id: orderId } = await anOrder(t, writer, project.vintageId, 5);
    await send(writer, message({ topic: "Order", projectId: project.id, orderId }));
    const { username } = await t.db
      .selectFrom("users")
      .select("username")
      .where("id", "=", writer.userId)
      .executeTakeFirstOrThrow();
    expect(await newest()).toMatchObject({
      username,
      project: { id: project.id },
      orderId,
    });

    const { id: hidden } = await aProject(t.db, { hidden: true });
    await send(writer, message({ projectId: hidden }));
    expect(await newest()).toMatchObject({ project: null });

    // Someone else's order and an unknown project are silently left out.
    expect((await send(buyer, message({ orderId, projectId: 2147483647 }))).status).toBe(204);
    expect(await newest()).toMatchObject({ project: null, orderId: null });
  });

  test("works with an ended session like without one", async () => {
    const response = await send({ userId: 0, authToken: "long.gone.token" }, message());
    expect(response.status).toBe(204);
    expect((await newest()).username).toBeNull();
  });

  test("is refused with a message at each invalid field, and nothing is stored", async () => {
    const before = (await list()).totalElements;
    const { status, body } = await send(undefined, {
      ...message({ message: "  a ", email: "nobody", topic: "x".repeat(301) }),
      firstName: " ",
    });
    expect({ status, code: body.code }).toEqual({ status: 400, code: "VALIDATION_FAILED" });
    expect(body.fieldErrors.map(({ path }: { path: string }) => path).toSorted()).toEqual([
      "email",
      "firstName",
      "message",
      "topic",
    ]);
    expect((await list()).totalElements).toBe(before);
  });

  test("is limited per email address and per account, and the refusal says how long to wait", async () => {
    const body = message();
    for (let index = 0; index < 3; index++) expect((await send(undefined, body)).status).toBe(204);
    expect(await send(undefined, body)).toMatchObject({
      status: 429,
      body: { code: "RATE_LIMITED" },
    });
    const writer = await t.aUser("User");
    for (let index = 0; index < 3; index++) {
      expect((await send(writer, message())).status).toBe(204);
    }
    expect((await send(writer, message())).status).toBe(429);
  });
});

describe("the operators' list", () => {
  test("can be searched, filtered, sorted and counted", async () => {
    const lastName = "Zwischenahn";
    await send(undefined, message({ lastName, topic: "Book a demo" }));
    await send(undefined, message({ lastName, topic: "Invoices 100%" }));
    const found = await list(`?q=zwischen&sort=topic,asc`);
    expect(found.content.map(({ topic }: { topic: string }) => topic)).toEqual([
      "Book a demo",
      "Invoices 100%",
    ]);
    expect(found).toMatchObject({ totalElements: 2, counts: { OPEN: 2, DONE: 0 }, last: true });
    expect((await list("?q=100%25")).totalElements).toBe(1);
    await send(undefined, message({ lastName: "Sorter", message: "Zu guter Letzt ..." }));
    await send(undefined, message({ lastName: "Sorter", message: "aber zuerst ..." }));
    const texts = (await list("?q=sorter&sort=message,asc")).content;
    expect(texts.at(0).message).toBe("aber zuerst ...");
    expect(texts.at(-1).message).toBe("Zu guter Letzt ...");
    await change(found.content[0].id, { version: 1, status: "DONE" });
    const open = await list("?q=zwischen&status=OPEN");
    expect(open).toMatchObject({ totalElements: 1, counts: { OPEN: 1, DONE: 1 } });
    expect(open.content[0].topic).toBe("Invoices 100%");

    const day = dayIn("Europe/Berlin", new Date(found.content[0].createdAt));
    const dayBefore = new Date(Date.parse(day) - 1).toISOString().slice(0, 10);
    expect(await list(`?q=zwischen&createdFrom=${day}&createdTo=${day}`)).toMatchObject({
      totalElements: 2,
    });
    expect(await list(`?q=zwischen&createdTo=${dayBefore}`)).toMatchObject({
      totalElements: 0,
      counts: { OPEN: 0, DONE: 0 },
    });

    const { content, last } = await list("?size=1&page=1&sort=id,asc");
    expect([content.length, last]).toEqual([1, false]);
  });
});

test("the list is exported as filtered, and nothing in it is a formula", async () => {
  const lastName = "Ausfuhr";
  await send(undefined, message({ lastName, topic: "=1+1" }));
  await send(undefined, message({ lastName, topic: "Two" }));
  const response = await t.app.inject({
    url: "/api/v1/management/support-requests?q=ausfuhr&sort=id,asc",
    headers: { authorization: `Bearer ${admin.authToken}`, accept: "text/csv" },
  });
  expect(response.headers["content-type"]).toContain("text/csv");
  const lines = response.body.trim().split("\r\n");
  expect(lines).toHaveLength(3);
  expect(lines[0]).toContain("Number,Sent (UTC),First name");
  expect(lines[1]).toContain("'=1+1");
});

describe("a request", () => {
  test("can be marked as done by an operator, annotated, and reopened", async () => {
    await send(undefined, message());
    const { id } = await newest();
    const done = await change(id, { version: 1, status: "DONE", note: "Called back." });
    expect(done).toMatchObject({
      status: 200,
      body: { status: "DONE", note: "Called back.", version: 2 },
    });
    expect(done.body.doneBy).toMatch(/@company\.example$/);
    expect(Date.parse(done.body.doneAt)).toBeGreaterThan(Date.now() - 60_000);

    const noted = await change(id, { version: 2, note: null });
    expect(noted.body).toMatchObject({ status: "DONE", note: null, doneAt: done.body.doneAt });
    const open = await change(id, { version: 3, status: "OPEN" });
    expect(open.body).toMatchObject({ status: "OPEN", doneAt: null, doneBy: null, version: 4 });
    expect((await t.call(admin, "GET", `/management/support-requests/${id}`)).body).toEqual(
      open.body,
    );
    const { rows } = await sql<{ action: string; before: object; after: object }>`
      select action, before, after from audit_entries
       where thing_type = 'supportRequest' and thing_id = ${String(id)} order by id`.execute(t.db);
    expect(rows).toEqual([
      {
        action: "support.done",
        before: { status: "OPEN", note: null },
        after: { status: "DONE", note: "Called back." },
      },
      { action: "support.note", before: { note: "Called back." }, after: { note: null } },
      { action: "support.reopen", before: { status: "DONE" }, after: { status: "OPEN" } },
    ]);
  });

  test("is not overwritten after someone else's change, and an empty change is a no-op", async () => {
    await send(undefined, message());
    const { id } = await newest();
    await change(id, { version: 1, note: "Mine." });
    expect(await change(id, { version: 1, note: "Yours." })).toMatchObject({
      status: 409,
      body: { code: "VERSION_CONFLICT" },
    });
    expect((await change(id, { version: 2, note: "Mine.", status: "OPEN" })).body.version).toBe(2);
    expect((await change(2147483647, { version: 1 })).status).toBe(404);
  });
});

describe("a reply", () => {
  /** A buyer's request, and functions for what each side does with it. */
  async function aThread() {
    const writer = await t.aUser("User");
    await send(writer, message({ topic: "Invoices", email: "ilse@brennvik.example" }));
    const { id } = await newest();
    const of = `/support-requests/${id}`;
    return {
      id,
      writer,
      answer: (text: string, version: number, caller = admin) =>
        t.call(caller, "POST", `/management${of}/messages`, { text, version }),
      write: (text: string, caller: TestCaller = writer) =>
        t.call(caller, "POST", `/me${of}/messages`, { text }),
      read: (caller: TestCaller = writer) => t.call(caller, "GET", `/me${of}`),
    };
  }
  const mailsAbout = (subject: string) =>
    t.db.selectFrom("mails").selectAll().where("subject", "=", subject).orderBy("id").execute();

  test("reaches the writer, who can write back until an operator closes the request", async () => {
    const { id, writer, answer, write, read } = await aThread();
    const answered = await answer("Mostly one day.\nTwo at most.", 1);
    expect(answered).toMatchObject({ status: 200, body: { status: "WAITING", version: 2 } });
    const mail = (await mailsAbout("Re: Invoices")).at(-1)!;
    expect(mail.text_body).toContain("Two at most.");
    expect(mail.text_body).toContain(`/user/settings/support/${id}`);
    expect(mail.reply_to).toMatch(/@company\.example$/);
    const told = await t.call(writer, "GET", "/me/notifications?read=false");
    expect(told.body.content).toContainEqual(
      expect.objectContaining({
        code: "support.answered",
        facts: { supportRequestId: id, topic: "Invoices" },
      }),
    );

    expect((await read()).body.messages).toMatchObject([{ from: "OPERATOR" }]);
    expect((await write("And on Saturdays?")).body).toMatchObject({ status: "OPEN" });
    expect(await mailsAbout(`Support request ${id}, again: Invoices`)).toHaveLength(1);
    await answer("Not on those.", 3);
    const second = (await mailsAbout("Re: Invoices")).at(-1)!.text_body;
    expect(second).toContain("Not on those.\n\nYou asked: And on Saturdays?\n\n");
    const done = await change(id, { version: 4, status: "DONE" });
    expect(done.body.messages.map(({ from }: { from: string }) => from)).toEqual([
      "OPERATOR",
      "WRITER",
      "OPERATOR",
    ]);
    expect((await write("Once more.")).body.status).toBe("OPEN");
    expect((await newest()).doneAt).toBeNull();
  });

  test("by the writer is limited like requests", async () => {
    const { answer, write } = await aThread();
    const statuses = [await write("One."), await write("Two."), await write("Three.")];
    expect(statuses.map(({ status }) => status)).toEqual([200, 200, 429]);
    await answer("Both.", 3);
    expect((await mailsAbout("Re: Invoices")).at(-1)!.text_body).toContain("You asked: Two.");
  });

  test.each(["A visitor", "Somebody who is not admitted", "Somebody who was blocked since"])(
    "to %s is sent by mail only",
    async (who) => {
      const isBlocked = who.includes("blocked");
      const writer =
        who === "A visitor" ? undefined : await t.aUser(isBlocked ? "User" : "Anonymous");
      await send(writer, message({ topic: `${who} asks` }));
      const { id } = await newest();
      if (isBlocked) await t.call(admin, "POST", `/management/users/${writer!.userId}/block`);
      const answer = { text: "Yes, we do.", version: 1 };
      await t.call(admin, "POST", `/management/support-requests/${id}/messages`, answer);
      const [mail] = await mailsAbout(`Re: ${who} asks`);
      expect(mail!.text_body).toContain("Reply to this email to write again.");
      expect(mail!.text_body).not.toContain("https://");
    },
  );

  test("is sent by one operator only if two reply at once", async () => {
    const [{ answer, read }, another] = [await aThread(), await aThread()];
    const other = await t.aUser("Admin");
    const both = await Promise.all([answer("One.", 1), answer("Two.", 1, other)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect((await read()).body).toMatchObject({ status: "WAITING", messages: [{}] });
    expect((await another.read()).body).toMatchObject({ status: "OPEN", messages: [] });
  });

  test("and later messages can be found by operators and the writer", async () => {
    const { id, writer, answer, write } = await aThread();
    await answer("Mostly within a FORTNIGHT.", 1);
    await write("And at Michaelmas?");
    for (const q of ["fortnight", "michaelmas", "invoices", String(id)]) {
      const mine = await t.call(writer, "GET", `/me/support-requests?q=${q}`);
      expect(mine.body.content.map((each: { id: number }) => each.id)).toEqual([id]);
      expect((await list(`?q=${q}&sort=id,desc`)).content[0].id).toBe(id);
    }
  });

  test("shows the operator's first name, unless the account was erased", async () => {
    const { answer, read } = await aThread();
    const operator = await t.aUser("Admin");
    await answer("Yours.", 1, operator);
    const become = (facts: { first_name?: string; erased_at?: Date }) =>
      t.db.updateTable("users").set(facts).where("id", "=", operator.userId).execute();
    await become({ first_name: "Wanda" });
    expect((await read()).body.messages).toMatchObject([{ name: "Wanda" }]);
    await become({ first_name: "Erased", erased_at: new Date() });
    expect((await read()).body.messages).toMatchObject([{ name: "" }]);
  });

  test("can be read by nobody else, and empty ones are refused", async () => {
    const { answer, write, read } = await aThread();
    await answer("Yours.", 1);
    expect((await read(buyer)).status).toBe(404);
    expect((await write("Not mine.", buyer)).status).toBe(404);
    expect((await read()).body.messages).toHaveLength(1);
    expect((await write(" ")).status).toBe(400);
    const found = await t.call(buyer, "GET", "/me/support-requests?q=Invoices");
    expect(found.body.totalElements).toBe(0);
  });
});

test("the pages may embed the configured contact form, and only our own pages may embed them", async () => {
  const policyOf = async (app: TestApp) =>
    (await app.app.inject("/spot")).headers["content-security-policy"] as string;
  expect(await policyOf(t)).toContain("frame-ancestors 'self'");
  expect(await policyOf(t)).not.toContain("http://forms.example");
  const contactFormUrl = "http://forms.example:81/contact?x=1";
  const other = await testApp({ outside: { contactFormUrl } });
  expect(await policyOf(other)).toMatch(/frame-src [^;]* http:\/\/forms\.example:81(;|$)/);
  await other.close();
});
