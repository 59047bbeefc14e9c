import net, { type AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { endpoint } from "@tonneline/contract/endpoint";
import Fastify from "fastify";
import { serializerCompiler, validatorCompiler } from "fastify-type-provider-zod";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { refuse } from "../errors.ts";
import { testApp, type TestApp } from "../../../test/app.ts";
import { problemHandler } from "./problems.ts";
import { createServe } from "./serve.ts";

let t: TestApp;
beforeAll(async () => {
  t = await testApp({ bodyLimitMs: 3000 });
  await t.app.listen({ port: 0, host: "127.0.0.1" });
});
afterAll(() => t.close());

// Node's `once` rejects if the socket is reset.
const closed = (socket: net.Socket) => new Promise((resolve) => socket.once("close", resolve));
const portOf = (server: net.Server) => (server.address() as AddressInfo).port;

/** Returns the answer to bytes sent slowly, in up to three attempts: a byte sent at the very end can lose the answer. */
async function drip(port: number, beginning: string, byte: string): Promise<string> {
  for (let times = 1; ; times++) {
    const answer = await dripOnce(port, beginning, byte);
    if (answer !== "" || times === 3) return answer;
  }
}

/** Sends a beginning, then a byte every 100 ms until the other side closes; returns its answer. */
async function dripOnce(port: number, beginning: string, byte: string) {
  const socket = net.connect(port, "127.0.0.1");
  let answer = "";
  socket.on("data", (chunk) => (answer += chunk.toString()));
  // From a byte sent after the end.
  socket.on("error", () => {});
  socket.write(beginning);
  const timer = setInterval(() => socket.write(byte), 100);
  await closed(socket);
  clearInterval(timer);
  return answer;
}

// Each waits for its own limit.
describe.concurrent("a connection ends", () => {
  test("when its head arrives byte by byte", async () => {
    const answer = await drip(portOf(t.app.server), "GET /health/live HTTP/1.1\r\nx-a: ", "a");
    expect(answer).toContain("408");
  });

  test("when a body arrives byte by byte", async () => {
    const head =
      "POST /api/v1/auth/login HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 9000\r\n\r\n";
    expect(await drip(portOf(t.app.server), `${head}{`, " ")).toContain("408 Request Timeout");
  });

  test("when a chunked body never ends", async () => {
    const head =
      "POST /api/v1/auth/login HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n";
    expect(await drip(portOf(t.app.server), head, "1\r\n \r\n")).toContain("408 Request Timeout");
  });

  test("when a request is never completed", async () => {
    const socket = net.connect(portOf(t.app.server), "127.0.0.1");
    socket.on("error", () => {}).resume();
    socket.write("GET /health/live HTTP/1.1\r\n");
    await closed(socket);
  });
});

test("a body within its time limit is answered, and the connection stays usable", async () => {
  const socket = net.connect(portOf(t.app.server), "127.0.0.1");
  let answer = "";
  socket.on("data", (chunk) => (answer += chunk.toString()));
  const body = JSON.stringify({ username: "a@b.example", password: "a wrong password" });
  const head = `POST /api/v1/auth/login HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n`;
  socket.write(head + body.slice(0, 5));
  await sleep(200);
  socket.write(body.slice(5));
  await expect.poll(() => answer).toContain("401 Unauthorized");
  // Longer than the time limit for a body.
  await sleep(3500);
  socket.write("GET /health/live HTTP/1.1\r\nhost: a\r\n\r\n");
  await expect.poll(() => answer).toContain("200 OK");
  socket.destroy();
});

/** The head of a call whose body of ten million bytes is refused. */
const tooLarge =
  "POST /api/v1/auth/login HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 10000000\r\n\r\n";

test("a body that is too large is refused, and the connection stays usable once it has arrived", async () => {
  const socket = net.connect(portOf(t.app.server), "127.0.0.1");
  let answer = "";
  socket.on("data", (chunk) => (answer += chunk.toString()));
  const body = `{"username": "${"x".repeat(9_999_984)}"}`;
  socket.write(tooLarge + body.slice(0, 1000));
  await expect.poll(() => answer).toContain("413 Payload Too Large");
  expect(answer).toContain("PAYLOAD_TOO_LARGE");
  socket.write(body.slice(1000));
  // Longer than the time limit for a body.
  await sleep(3500);
  socket.write("GET /health/live HTTP/1.1\r\nhost: a\r\n\r\n");
  await expect.poll(() => answer).toContain("200 OK");
  socket.destroy();
});

test("a body that is too large has the same time limit", async () => {
  const answer = await dripOnce(portOf(t.app.server), tooLarge, " ");
  expect(answer).toContain("413 Payload Too Large");
  expect(answer).not.toContain("408");
});

test("a handler that does not answer is timed out", async () => {
  const app = Fastify();
  app.setErrorHandler(
    problemHandler(
      () => {},
      () => {},
    ),
  );
  const serve = createServe(app, {
    authenticate: () => refuse("UNAUTHENTICATED"),
    enterExport: () => Promise.resolve(() => {}),
    beginExport: async () => () => {},
    countUpload: async () => {},
    today: async () => "2026-02-28",
    answerLimitMs: 300,
  });
  const body = z.strictObject({});
  const never = endpoint({
    method: "POST",
    path: "/never",
    access: "public",
    summary: "Does not end",
    body,
    response: body,
  });
  app.setValidatorCompiler(validatorCompiler).setSerializerCompiler(serializerCompiler);
  serve(never, () => new Promise(() => {}));
  await app.listen({ port: 0, host: "127.0.0.1" });
  const headers = { "content-type": "application/json" };
  const init = { method: "POST", headers, body: "{}" };
  const response = await fetch(`http://127.0.0.1:${portOf(app.server)}/api/v1/never`, init);
  expect(response.status).toBe(503);
  expect(response.headers.get("retry-after")).toBe("5");
  expect(await response.json()).toMatchObject({ code: "UNAVAILABLE" });
  await app.close();
});

test("the server has the intended limits", () => {
  const { headersTimeout, requestTimeout, keepAliveTimeout, timeout } = t.app.server;
  expect({ headersTimeout, requestTimeout, keepAliveTimeout, timeout }).toEqual({
    headersTimeout: 10_000,
    requestTimeout: 300_000,
    keepAliveTimeout: 65_000,
    timeout: 60_000,
  });
});
