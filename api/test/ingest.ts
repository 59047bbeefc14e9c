import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { gunzipSync, inflateSync } from "node:zlib";

/** One item of a report: an event, a transaction, a segment of a recording … */
export interface ReportItem {
  type: string;
  // Tests know the shape that they expect.
  payload: ReturnType<typeof JSON.parse>;
}

export interface Ingest {
  /** The DSN to configure for reports. */
  dsn: string;
  items: ReportItem[];
  of(type: string): ReportItem["payload"][];
  close(): Promise<void>;
}

/** Receives error reports over HTTP like a Sentry-compatible service, and stores them decompressed. */
export async function startIngest(): Promise<Ingest> {
  const items: ReportItem[] = [];
  const server = createServer((request, reply) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      if (request.method === "POST") items.push(...readEnvelope(unpack(Buffer.concat(chunks))));
      reply.writeHead(200, {
        "access-control-allow-origin": "*",
        "access-control-allow-headers": "*",
        "content-type": "application/json",
      });
      reply.end("{}");
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    dsn: `http://key@127.0.0.1:${port}/1`,
    items,
    of: (type) => items.filter((item) => item.type === type).map(({ payload }) => payload),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Lines of JSON: the envelope's header, then each item's header and payload. The header may state the payload's length. */
function readEnvelope(bytes: Buffer): ReportItem[] {
  let at = bytes.indexOf("\n") + 1;
  const line = () => {
    const end = bytes.indexOf("\n", at);
    const text = bytes.subarray(at, end === -1 ? bytes.length : end);
    at = end === -1 ? bytes.length : end + 1;
    return text;
  };
  const found: ReportItem[] = [];
  while (at < bytes.length) {
    const header = JSON.parse(line().toString()) as { type: string; length?: number };
    let payload = line();
    if (header.length !== undefined) {
      const start = at - payload.length - 1;
      payload = bytes.subarray(start, start + header.length);
      at = start + header.length + 1;
    }
    found.push({ type: header.type, payload: readPayload(header.type, payload) });
  }
  return found;
}

function readPayload(type: string, payload: Buffer): unknown {
  if (type !== "replay_recording") return JSON.parse(payload.toString());
  // The segment's number, then its events, compressed.
  return JSON.parse(unpack(payload.subarray(payload.indexOf("\n") + 1)).toString());
}

function unpack(bytes: Buffer): Buffer {
  if (bytes[0] === 0x1f) return gunzipSync(bytes);
  if (bytes[0] === 0x78) return inflateSync(bytes);
  return bytes;
}
