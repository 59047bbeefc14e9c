import { once } from "node:events";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { maxPhotoBytes } from "@tonneline/contract/accounts";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { testApp, type TestApp, type TestCaller } from "../../../test/app.ts";
import { plainAvif } from "../../../test/builders/pictures.ts";
import { leaveEarly } from "../../../test/leaving.ts";
import { createAccount } from "../../features/accounts/accounts.service.ts";

const password = "harbour lights at dusk";

// More than the polls below need.
const photos = 60;

let t: TestApp;
let port: number;
beforeAll(async () => {
  t = await testApp({
    limits: { upload: { perAccount: photos, perAddress: 100_000, windowSeconds: 60 } },
  });
  await t.app.listen({ port: 0, host: "127.0.0.1" });
  port = (t.app.server.address() as AddressInfo).port;
});
afterAll(() => t.close());

const boundary = "a-boundary";
const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="me.avif"\r\n\r\n`;
const tail = `\r\n--${boundary}--\r\n`;

/** Uploads a photo: all of it, or only the first half. */
function send(caller: TestCaller, picture: Buffer, part: "all" | "half" = "all") {
  const body = Buffer.concat([Buffer.from(head), picture, Buffer.from(tail)]);
  const request = http.request({
    port,
    method: "PUT",
    path: "/api/v1/me/avatar",
    agent: false,
    headers: {
      authorization: `Bearer ${caller.authToken}`,
      "content-type": `multipart/form-data; boundary=${boundary}`,
      "content-length": body.length,
    },
  });
  const answer = once(request, "response").then(([response]) => {
    const { statusCode, headers } = response as http.IncomingMessage;
    (response as http.IncomingMessage).resume();
    return { status: statusCode, retryAfter: Number(headers["retry-after"]) };
  });
  answer.catch(() => {});
  const half = body.subarray(0, body.length / 2);
  if (part === "all") request.end(body);
  else request.write(half);
  return {
    answer,
    rest: () => request.end(body.subarray(half.length)),
    giveUp: () => request.destroy(),
  };
}

describe("an account", () => {
  const bytes = Buffer.from("no picture, which is said soon");
  const statusOf = async (who: TestCaller) => (await send(who, bytes).answer).status;

  test("may have two uploads in flight, and a third only when one has ended", async () => {
    const [caller, other] = [await t.aUser(), await t.aUser()];
    const [first, second] = [send(caller, bytes, "half"), send(caller, bytes, "half")];
    const begun = () =>
      t.db.selectFrom("attempts").select("tries").where("tries", "=", 2).execute();
    await expect.poll(begun).not.toEqual([]);
    expect(await send(caller, bytes).answer).toEqual({ status: 429, retryAfter: 5 });
    expect(await statusOf(other)).toBe(415);

    first.giveUp();
    await expect.poll(() => statusOf(caller)).toBe(415);
    second.rest();
    expect((await second.answer).status).toBe(415);
  });

  test("gets its turns back if it gives up before its session is read", async () => {
    const caller = await t.aUser();
    const counted = async () => {
      const { rows } = await sql`select sum(tries)::integer as tries from attempts`.execute(t.db);
      return (rows[0] as { tries: number }).tries;
    };
    expect(await statusOf(await t.aUser())).toBe(415);
    const before = await counted();
    await leaveEarly(t, () =>
      [send(caller, bytes, "half"), send(caller, bytes, "half")].map(({ giveUp }) => giveUp),
    );
    // Each is counted for its account and for its address.
    await expect.poll(counted).toBe(before + 4);
    expect(await statusOf(caller)).toBe(415);
  });

  test("that sends too many photos is refused before its bytes are read", async () => {
    const caller = await t.aUser();
    const small = Buffer.from("no picture");
    const statuses: unknown[] = [];
    for (let each = 0; each < photos; each++)
      statuses.push((await send(caller, small).answer).status);
    expect(new Set(statuses)).toEqual(new Set([415]));
    // Half a body is enough to get the answer.
    const { status, retryAfter } = await send(caller, small, "half").answer;
    expect(status).toBe(429);
    expect(retryAfter).toBeGreaterThan(0);
  });
});

// The limits are round numbers, where blocks of the disk end.
test("a file that is too long is refused, even if a chunk ends exactly at the limit", async () => {
  const caller = await t.aUser();
  const sent = async (...parts: string[]) => {
    const { statusCode, body } = await t.app.inject({
      method: "PUT",
      url: "/api/v1/me/avatar",
      headers: {
        authorization: `Bearer ${caller.authToken}`,
        "content-type": `multipart/form-data; boundary=${boundary}`,
      },
      payload: Readable.from([head, ...parts, tail].map((part) => Buffer.from(part))),
    });
    return [statusCode, JSON.parse(body).code];
  };
  const allowed = "a".repeat(maxPhotoBytes);
  expect(await sent(allowed)).toEqual([415, "UNSUPPORTED_MEDIA_TYPE"]);
  expect(await sent(allowed, "a")).toEqual([413, "PAYLOAD_TOO_LARGE"]);
  expect(await sent(`${allowed}a`)).toEqual([413, "PAYLOAD_TOO_LARGE"]);
});

test("logins are not delayed by uploads of the most expensive pictures", async () => {
  const username = "early@company.example";
  const names = { firstName: "Per", lastName: "Son", roleName: "User" };
  await createAccount(t.db, { username, password, ...names, demonstration: false });
  const logIn = async () => {
    const started = performance.now();
    const { status } = await t.call(undefined, "POST", "/auth/login", { username, password });
    expect(status).toBe(200);
    return performance.now() - started;
  };
  const timesOf = async (times: number) => {
    const each: number[] = [];
    for (let done = 0; done < times; done++) each.push(await logIn());
    return each.sort((a, b) => a - b);
  };
  await logIn();
  const alone = await timesOf(10);

  const picture = await plainAvif(16);
  const begun = performance.now();
  const uploads = [(await send(await t.aUser(), picture).answer).status];
  const eachUpload = performance.now() - begun;
  let uploading = true;
  const inFlight = new Set<ReturnType<typeof send>>();
  const callers = await Promise.all(Array.from({ length: 4 }, () => t.aUser()));
  const senders = callers.map(async (caller) => {
    while (uploading) {
      const upload = send(caller, picture);
      inFlight.add(upload);
      const answer = await upload.answer.catch(() => undefined);
      inFlight.delete(upload);
      if (uploading) uploads.push(answer?.status);
    }
  });
  const duringUploads = await timesOf(10);
  uploading = false;
  // Each would take as long as the first one, with no login to delay.
  for (const { giveUp } of inFlight) giveUp();
  await Promise.all(senders);

  const show = (times: number[]) =>
    `${Math.round(times[5]!)} ms (at worst ${Math.round(times[9]!)} ms)`;
  console.info(
    `logins alone: ${show(alone)}; during ${uploads.length} uploads: ${show(duringUploads)}`,
  );
  expect(new Set(uploads)).toEqual(new Set([200]));
  // A login that waited for the decoder's thread would take as long as a picture.
  expect(duringUploads[5]!).toBeLessThan(eachUpload / 2);
});
