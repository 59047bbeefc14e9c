import { connect, type AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { bareServer } from "../../../test/bareServer.ts";

let app: Awaited<ReturnType<typeof bareServer>>;
beforeAll(async () => {
  app = await bareServer({ bodyLimitMs: 200 });
  app.get("/things", async () => ({}));
  app.post("/things", async () => ({}));
  await app.listen({ port: 0, host: "127.0.0.1" });
});
afterAll(() => app.close());

/** Sends bytes as they are; returns the answer once the server has closed the connection. */
async function send(bytes: string) {
  const socket = connect((app.server.address() as AddressInfo).port, "127.0.0.1");
  socket.write(bytes);
  const [head = "", body = ""] = (await text(socket)).split("\r\n\r\n");
  return { head: head.toLowerCase(), body };
}

const chunked = "POST /things HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n";
const json = "Content-Type: application/json\r\n";

test.each([
  ["is no HTTP", "hello\r\n\r\n", 400, "VALIDATION_FAILED"],
  ["has an unknown method", "SEND /things HTTP/1.1\r\nHost: a\r\n\r\n", 400, "VALIDATION_FAILED"],
  [
    "gives two lengths",
    "POST /things HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}",
    400,
    "VALIDATION_FAILED",
  ],
  [
    "has headers of 20 kB",
    `GET /things HTTP/1.1\r\nHost: a\r\nX-Text: ${"a".repeat(20_000)}\r\n\r\n`,
    431,
    "HEADERS_TOO_LARGE",
  ],
  [
    "has an address of 20 kB",
    `GET /things?text=${"a".repeat(20_000)} HTTP/1.1\r\nHost: a\r\n\r\n`,
    431,
    "HEADERS_TOO_LARGE",
  ],
  [
    "has a body that does not end",
    `POST /things HTTP/1.1\r\nHost: a\r\n${json}Content-Length: 9\r\n\r\n{`,
    408,
    "REQUEST_TIMEOUT",
  ],
  [
    "has chunks with long extensions",
    `${chunked}1;${"a".repeat(20_000)}\r\n`,
    413,
    "PAYLOAD_TOO_LARGE",
  ],
])("a request that %s is refused like any other", async (_how, bytes, status, code) => {
  const { head, body } = await send(bytes);
  expect(head).toMatch(new RegExp(`^http/1.1 ${status} `));
  expect(head).toContain("content-type: application/problem+json");
  expect(head).toContain("connection: close");
  expect(head).toContain(`content-length: ${body.length}`);
  expect(JSON.parse(body)).toMatchObject({ status, code });
});
