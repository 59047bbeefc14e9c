import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { PassThrough, Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { expect, test } from "vitest";
import { bucketStore } from "./files.ts";
import { isUnavailable } from "./outage.ts";
import { withIdleTimeout } from "./idleTimeout.ts";

test("A source that goes silent midway fails like an unreachable one", async () => {
  const source = new PassThrough();
  source.write("the first half");
  const failure = await buffer(withIdleTimeout(source, 50)).catch((error: unknown) => error);
  expect(failure).toMatchObject({
    name: "TimeoutError",
    message: "The file store went silent in the middle of an answer",
  });
  expect(isUnavailable(failure)).toBe(true);
  expect(source.destroyed).toBe(true);
});

test("A slow reader does not trigger the timeout", async () => {
  const block = Buffer.alloc(64 * 1024, "x");
  const source = Readable.from(
    Array.from({ length: 8 }, () => block),
    { objectMode: false },
  );
  let read = 0;
  for await (const bytes of withIdleTimeout(source, 50)) {
    read += (bytes as Buffer).length;
    await sleep(80);
  }
  expect(read).toBe(8 * block.length);
});

test.each([true, false])(
  "A source whose reader goes away is destroyed, after a first read: %s",
  async (isRead) => {
    const source = new PassThrough();
    source.write("some");
    // Far longer than the test: the source is not ended by a timeout.
    const bytes = withIdleTimeout(source, 600_000);
    if (isRead) for await (const _ of bytes) break;
    else bytes.destroy();
    await expect.poll(() => source.destroyed).toBe(true);
  },
);

test("So are the files of a bucket, whole and in ranges", async () => {
  const server = createServer((_, response) => {
    response.writeHead(200, { "content-length": "1000", "content-type": "text/plain" });
    response.write("half of it");
  });
  await new Promise<void>((listens) => server.listen(0, "127.0.0.1", listens));
  const { port } = server.address() as AddressInfo;
  const at = { endpoint: `http://127.0.0.1:${port}`, region: "eu-central-1", bucket: "files" };
  const files = await bucketStore({ ...at, accessKeyId: "key", secretAccessKey: "secret" }, 50);
  for (const part of [undefined, { first: 0, last: 999 }]) {
    const failure = await buffer(await files.read("one", part)).catch((error: unknown) => error);
    expect(failure).toMatchObject({ name: "TimeoutError" });
  }
  server.closeAllConnections();
  server.close();
});
