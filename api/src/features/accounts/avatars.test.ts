import { randomUUID } from "node:crypto";
import { buffer } from "node:stream/consumers";
import { sql } from "kysely";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { testApp, type TestApp, type TestCaller } from "../../../test/app.ts";
import { runBlocked } from "../../../test/runBlocked.ts";
import { fileJobs } from "../../core/files.ts";
import { avatarOf, storageKeyOf } from "./avatars.rules.ts";

let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());

async function upload(caller: TestCaller, bytes: Buffer, field = "file") {
  const form = new FormData();
  form.append(field, new Blob([new Uint8Array(bytes)], { type: "image/png" }), "me.png");
  const body = new Response(form);
  const response = await t.app.inject({
    method: "PUT",
    url: "/api/v1/me/avatar",
    headers: {
      authorization: `Bearer ${caller.authToken}`,
      "content-type": body.headers.get("content-type")!,
    },
    payload: Buffer.from(await body.arrayBuffer()),
  });
  return { status: response.statusCode, body: response.json() };
}

const fetchPhoto = (url: string) => t.app.inject({ method: "GET", url });

/** Left half red, right half blue, stored sideways as phones do, with a location in its EXIF data. */
function sidewaysPhoto(): Promise<Buffer> {
  const half = (background: string) =>
    sharp({ create: { width: 300, height: 600, channels: 3, background } })
      .png()
      .toBuffer();
  return Promise.all([half("#ff0000"), half("#0000ff")]).then(([red, blue]) =>
    sharp({ create: { width: 600, height: 600, channels: 3, background: "#fff" } })
      .composite([
        { input: red, left: 0, top: 0 },
        { input: blue, left: 300, top: 0 },
      ])
      .withExif({ IFD0: { Copyright: "secret place" } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer(),
  );
}

test("An account erased at the same moment gets neither names nor a photo", async () => {
  const caller = await t.aUser();
  const photo = await sidewaysPhoto();
  const its = sql`where id = ${caller.userId}`;
  const responses = await runBlocked(
    t.db,
    sql`update users set first_name = 'Erased', blocked = true, blocked_reason = '', erased_at = now() ${its}`,
    [
      () => t.call(caller, "PATCH", "/me", { firstName: "Wilhelmina", lastName: "Quist" }),
      () => upload(caller, photo),
    ],
  );
  expect(responses.map(({ status }) => status)).toEqual([401, 401]);
  const { rows } = await sql`select first_name, avatar_file_id from users ${its}`.execute(t.db);
  expect(rows).toEqual([{ first_name: "Erased", avatar_file_id: null }]);
});

describe("a photo", () => {
  test("is stored upright, square, as WebP and without its metadata", async () => {
    const caller = await t.aUser();
    const response = await upload(caller, await sidewaysPhoto());
    expect(response.status).toBe(200);
    const photo = await fetchPhoto(response.body.avatar as string);
    expect(photo.statusCode).toBe(200);
    expect(photo.headers["content-type"]).toBe("image/webp");
    expect(photo.headers["cache-control"]).toContain("immutable");
    const metadata = await sharp(photo.rawPayload).metadata();
    expect(metadata).toMatchObject({ format: "webp", width: 256, height: 256 });
    expect(metadata.exif).toBeUndefined();
    expect(metadata.orientation).toBeUndefined();
    // Rotated clockwise by a quarter, the left half is on top.
    const { data } = await sharp(photo.rawPayload)
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    const pixel = (x: number, y: number) => [
      ...data.subarray((y * 256 + x) * 3, (y * 256 + x) * 3 + 3),
    ];
    expect(pixel(128, 20)[0]).toBeGreaterThan(200);
    expect(pixel(128, 236)[2]).toBeGreaterThan(200);
  });

  test("that is missing from the file store is reported as missing", async () => {
    const { body } = await upload(await t.aUser(), await sidewaysPhoto());
    await t.files.remove(storageKeyOf((body.avatar as string).split("/").at(-1)!));
    const photo = await fetchPhoto(body.avatar as string);
    expect(photo.statusCode).toBe(500);
    expect(photo.json()).toMatchObject({
      code: "INTERNAL",
      detail: "This file is missing on the server. Please contact support.",
    });
  });

  test("that is not square is cropped to fill it", async () => {
    const create = { width: 600, height: 300, channels: 3, background: "#00f" } as const;
    const oblong = await sharp({ create }).png().toBuffer();
    const { body } = await upload(await t.aUser(), oblong);
    const photo = await fetchPhoto(body.avatar as string);
    const { width, height } = await sharp(photo.rawPayload).metadata();
    expect([width, height]).toEqual([256, 256]);
  });

  test("is returned with the account", async () => {
    const caller = await t.aUser();
    const { body } = await upload(caller, await sidewaysPhoto());
    const me = await t.call(caller, "GET", "/me");
    expect(me.body.avatar).toBe(body.avatar);
  });

  test("is the only kind of file that its public address serves", async () => {
    const key = `image-webp/${randomUUID()}`;
    const bytes = Buffer.from("a picture of a project that is hidden");
    await t.files.putBack(key, "image/webp", bytes);
    await t.db
      .insertInto("files")
      .values({ storage_key: key, name: "a.webp", media_type: "image/webp", bytes: 37, sha256: "" })
      .execute();
    expect((await fetchPhoto(avatarOf(key)!)).statusCode).toBe(404);
    await t.db.deleteFrom("files").where("storage_key", "=", key).execute();
  });

  test("that is replaced or removed is gone", async () => {
    const caller = await t.aUser();
    const first = (await upload(caller, await sidewaysPhoto())).body.avatar as string;
    const { storage_key } = await t.db
      .selectFrom("files")
      .innerJoin("users", "users.avatar_file_id", "files.id")
      .select("storage_key")
      .where("users.id", "=", caller.userId)
      .executeTakeFirstOrThrow();
    const second = (await upload(caller, await sidewaysPhoto())).body.avatar as string;
    expect(second).not.toBe(first);
    expect((await fetchPhoto(first)).statusCode).toBe(404);
    await t.runJobs(fileJobs(t.files));
    await expect(t.files.read(storage_key).then(buffer)).rejects.toThrow();
    expect((await t.call(caller, "DELETE", "/me/avatar")).status).toBe(204);
    expect((await fetchPhoto(second)).statusCode).toBe(404);
    expect((await t.call(caller, "GET", "/me")).body.avatar).toBeNull();
    const files = await t.db.selectFrom("files").select("id").execute();
    const inUse = await t.db
      .selectFrom("users")
      .select("avatar_file_id")
      .where("avatar_file_id", "is not", null)
      .execute();
    expect(files).toHaveLength(inUse.length);
  });

  test.each([
    ["a drawing that can carry scripts", Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>")],
    ["a text that calls itself a PNG", Buffer.from("not a picture")],
    ["a PNG cut off after its head", Buffer.from("\u0089PNG\r\n\u001a\n", "latin1")],
    ["nothing", Buffer.alloc(0)],
  ])("is refused when it is %s", async (_what, bytes) => {
    const caller = await t.aUser();
    expect(await upload(caller, bytes)).toMatchObject({
      status: 415,
      body: { code: "UNSUPPORTED_MEDIA_TYPE" },
    });
  });

  test("of more than 10 MB is refused", async () => {
    const caller = await t.aUser();
    expect(await upload(caller, Buffer.alloc(10 * 1024 * 1024 + 1))).toMatchObject({
      status: 413,
      body: { code: "PAYLOAD_TOO_LARGE" },
    });
  });

  test("in another field, or as JSON, is refused", async () => {
    const caller = await t.aUser();
    expect(await upload(caller, await sidewaysPhoto(), "picture")).toMatchObject({
      status: 400,
      body: { code: "VALIDATION_FAILED", fieldErrors: [{ path: "file" }] },
    });
    expect((await t.call(caller, "PUT", "/me/avatar", { file: "x" })).status).toBe(415);
  });
});
