import { createServer, type AddressInfo, type Socket } from "node:net";
import { once } from "node:events";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { bucketStore, type FileStore } from "../src/core/files.ts";
import { createOutage, isUnavailable } from "../src/core/outage.ts";
import { testApp, type TestApp } from "./app.ts";
import { patience } from "./patience.ts";

/* The server's answers when a resource that it needs is full or missing. */

const logged: string[] = [];
const reported: unknown[] = [];
let own: TestApp;
let store: FileStore;
const sockets: Socket[] = [];
let onConnection: (socket: Socket) => void;
const s3 = createServer((socket) => {
  sockets.push(socket);
  socket.on("error", () => {});
  onConnection(socket);
});

beforeAll(async () => {
  s3.listen(0, "127.0.0.1");
  await once(s3, "listening");
  store = await bucketStore({
    endpoint: `http://127.0.0.1:${(s3.address() as AddressInfo).port}`,
    region: "eu-central-1",
    bucket: "market",
    accessKeyId: "key",
    secretAccessKey: "secret",
  });
  const outage = createOutage(
    (line) => logged.push(line),
    (error) => reported.push(error),
  );
  own = await testApp({ outage });
});
afterAll(async () => {
  await own.close();
  for (const socket of sockets) socket.destroy();
  s3.close();
});
afterEach(async () => {
  await sql`drop event trigger if exists full_disk`.execute(own.db);
  await sql`drop function if exists full_disk cascade`.execute(own.db);
});

/** Makes the database raise the error for a table that cannot grow. */
async function fillDisk(): Promise<void> {
  const functionBody = `begin raise exception 'could not extend file "base/5/16384": No space left on device'
    using errcode = 'disk_full'; end`;
  await sql
    .raw(
      `create function full_disk() returns trigger language plpgsql as $$ ${functionBody} $$;
       create trigger full_disk before insert on users execute function full_disk();
       create function full_disk_too() returns event_trigger language plpgsql as $$ ${functionBody} $$;
       create event trigger full_disk on ddl_command_start when tag in ('CREATE TABLE AS')
         execute function full_disk_too()`,
    )
    .execute(own.db);
}
async function freeSpace(): Promise<void> {
  await sql`drop event trigger full_disk`.execute(own.db);
  await sql`drop function full_disk_too`.execute(own.db);
  await sql`drop function full_disk cascade`.execute(own.db);
}

let people = 0;
const register = () =>
  own.call(undefined, "POST", "/auth/register", {
    username: `person-${++people}@company.example`,
    password: "harbour lights at dusk",
    firstName: "Per",
    lastName: "Son",
  });
const ready = async () => (await own.app.inject({ url: "/health/ready" })).statusCode;

describe("A full disk", () => {
  test("refuses writes with one sentence, is not ready until there is space, and is logged once a second", async () => {
    expect(await ready()).toBe(200);
    await fillDisk();
    const begun = performance.now();
    const responses = await Promise.all([register(), register(), register(), register()]);
    for (const { status, body } of responses) {
      expect({ status, code: body.code, detail: body.detail }).toEqual({
        status: 503,
        code: "UNAVAILABLE",
        detail: "Nothing was saved: the disk of the server is full.",
      });
    }
    expect(await ready()).toBe(503);

    await freeSpace();

    expect(await ready()).toBe(200);
    expect((await register()).status).toBe(201);
    await vi.waitFor(() => expect(logged.at(-1)).toMatch(/and \d+ more/), patience);
    expect(logged[0]).toMatch(/^Not available: could not extend file [^\n]*$/);
    expect(logged.length).toBeLessThanOrEqual((performance.now() - begun) / 1000 + 1);
    expect(reported).toHaveLength(1);
  });
});

describe("A file store that is away", () => {
  const read = () =>
    store.read("pictures/1").then(
      () => undefined,
      (error: unknown) => error,
    );

  test.each([
    ["cuts its connections", (socket: Socket) => socket.destroy()],
    [
      "has a fault of its own",
      (socket: Socket) =>
        socket.end("HTTP/1.1 500 Fault\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"),
    ],
    [
      "has too much to do",
      (socket: Socket) =>
        socket.end("HTTP/1.1 503 Slow Down\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"),
    ],
  ])("is not an internal error: it %s", async (_, behave) => {
    onConnection = (socket) => socket.once("data", () => behave(socket));
    const failed = await read();
    expect(failed).toBeInstanceOf(Error);
    expect(isUnavailable(failed)).toBe(true);
  });

  test("differs from a missing file", async () => {
    onConnection = (socket) =>
      socket.once("data", () => {
        const body = "<Error><Code>NoSuchKey</Code><Message>Gone</Message></Error>";
        socket.end(
          `HTTP/1.1 404 Not Found\r\ncontent-type: application/xml\r\ncontent-length: ${body.length}\r\nconnection: close\r\n\r\n${body}`,
        );
      });
    const failed = await read();
    expect(failed).toBeInstanceOf(Error);
    expect(isUnavailable(failed)).toBe(false);
  });
});
