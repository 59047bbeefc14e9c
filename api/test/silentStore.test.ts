import { mkdtemp, rm } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import S3rver from "s3rver";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { bucketStore } from "../src/core/files.ts";
import { testApp, type TestApp, type TestCaller } from "./app.ts";
import { openLine } from "./line.ts";

/* A file store that accepts every connection and never answers. */

const bucket = "market-files";
let folder: string;
let s3: S3rver;
let line: Awaited<ReturnType<typeof openLine>>;
let own: TestApp;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "tonneline-silent-"));
  s3 = new S3rver({
    address: "127.0.0.1",
    port: 0,
    silent: true,
    directory: folder,
    configureBuckets: [{ name: bucket, configs: [] }],
  });
  const { port } = (await s3.run()) as AddressInfo;
  line = await openLine(port);
  const files = await bucketStore({
    endpoint: `http://127.0.0.1:${line.port}`,
    region: "eu-central-1",
    bucket,
    accessKeyId: "S3RVER",
    secretAccessKey: "S3RVER",
  });
  own = await testApp({ files });
});
afterAll(async () => {
  await own.close();
  line.close();
  await s3.close();
  await rm(folder, { recursive: true, force: true });
});

async function putPhoto(caller: TestCaller) {
  const photo = sharp({ create: { width: 60, height: 40, channels: 3, background: "#245" } });
  const body = new FormData();
  body.append("file", new Blob([await photo.png().toBuffer()]), "photo.png");
  const form = new Response(body);
  const response = await own.app.inject({
    method: "PUT",
    url: "/api/v1/me/avatar",
    headers: {
      authorization: `Bearer ${caller.authToken}`,
      "content-type": form.headers.get("content-type")!,
    },
    payload: Buffer.from(await form.arrayBuffer()),
  });
  return { status: response.statusCode, body: response.json() };
}

test("Requests that need it get 503 after one try, others succeed, and all do once it responds again", async () => {
  const [caller, reader] = [await own.aUser(), await own.aUser()];
  const { avatar } = (await putPhoto(reader)).body;
  line.be("hangs");
  const before = line.opened();
  let finished = 0;
  const note = () => finished++;
  const writes = putPhoto(caller).finally(note);
  const reads = Promise.resolve(own.app.inject({ url: avatar })).finally(note);

  for (let asked = 0; asked < 5; asked++) {
    expect((await own.call(caller, "GET", "/me")).status).toBe(200);
  }

  expect(finished).toBe(0);
  expect(await writes).toMatchObject({ status: 503, body: { code: "UNAVAILABLE" } });
  const read = await reads;
  expect({ status: read.statusCode, code: read.json().code }).toEqual({
    status: 503,
    code: "UNAVAILABLE",
  });
  // Unlike the photo itself, which never changes.
  expect(read.headers["cache-control"]).toBe("no-store");
  expect(read.headers).not.toHaveProperty("etag");
  // One of these two connections may have been open before.
  expect(line.opened() - before).toBeLessThanOrEqual(2);
  expect((await own.call(caller, "GET", "/me")).body.avatar).toBeNull();

  line.be("open");
  expect((await putPhoto(caller)).status).toBe(200);
  expect((await own.app.inject({ url: avatar })).statusCode).toBe(200);
});
