import { Readable } from "node:stream";
import type { FastifyReply, FastifyRequest } from "fastify";
import { refuse } from "../errors.ts";
import { rangeOf } from "./ranges.ts";
import type { FileAnswer, StreamAnswer } from "./serve.ts";

/** Dates a file's name: `orders.csv` becomes `orders-2026-11-23.csv`. */
export function datedBy<A extends { name: string }>(day: string, answered: A): A {
  return { ...answered, name: answered.name.replace(/(?=\.\w+$)/, `-${day}`) };
}

/** Returns the result of `work`; calls `end` when it is done or has failed, for a stream when it is sent or aborted. */
export async function untilComplete<A extends FileAnswer | StreamAnswer>(
  work: () => A | Promise<A>,
  end: () => void,
): Promise<A> {
  try {
    const made = await work();
    if ("stream" in made) made.stream.once("close", end);
    else end();
    return made;
  } catch (error) {
    end();
    throw error;
  }
}

/**
 * Sends a stream as a whole, as an attachment. A file has an entity tag: If-None-Match may be answered with 304, Range with 206
 * or RANGE_NOT_SATISFIABLE.
 */
export function sendBytes(
  answered: FileAnswer | StreamAnswer,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  return "stream" in answered
    ? sendStream(answered, request, reply)
    : sendFile(answered, request, reply);
}

function sendStream(
  { stream, name, mediaType }: StreamAnswer,
  { method }: FastifyRequest,
  reply: FastifyReply,
) {
  void reply.type(mediaType).header("content-disposition", contentDisposition(name));
  if (method !== "HEAD") return reply.send(stream);
  // Fastify would read it to its end.
  stream.destroy();
  return reply.send(noBytes());
}

/**
 * Sends the file, or the range that a Range header requests (206); RANGE_NOT_SATISFIABLE if there is no such range, and 304 if
 * the caller has the file already.
 */
async function sendFile(
  answered: FileAnswer,
  { headers, method }: FastifyRequest,
  reply: FastifyReply,
) {
  const { name, mediaType, bytes, sha256, immutable, inline, anywhere } = answered;
  const etag = `"${sha256}"`;
  void reply.header("etag", etag);
  if (anywhere) void reply.header("cross-origin-resource-policy", "cross-origin");
  if (immutable) void reply.header("cache-control", "private, max-age=31536000, immutable");
  if (isNamed(etag, headers["if-none-match"])) return reply.status(304).send();
  // A range of another version would not match what the caller has: then the whole current version is sent.
  const isSame = headers["if-range"] === undefined || headers["if-range"] === etag;
  const part = isSame ? rangeOf(headers.range, bytes) : undefined;
  if (part === "beyond") {
    void reply.header("content-range", `bytes */${bytes}`);
    return refuse("RANGE_NOT_SATISFIABLE");
  }
  const stream = method === "HEAD" ? noBytes() : await answered.read(part);
  void reply
    .type(mediaType)
    .header("content-disposition", contentDisposition(name, inline && "inline"))
    .header("accept-ranges", "bytes")
    .header("content-length", part ? part.last - part.first + 1 : bytes);
  if (part) {
    void reply.status(206).header("content-range", `bytes ${part.first}-${part.last}/${bytes}`);
  }
  return reply.send(stream);
}

/** The body of an answer to HEAD: of any other empty one, Fastify would set the length to 0. */
const noBytes = () => Readable.from([]);

/** Returns whether an If-None-Match header contains the tag; a proxy may have weakened it (RFC 9110, 13.1.2). */
export function isNamed(etag: string, header = ""): boolean {
  const tags = header.split(",").map((each) => each.trim().replace(/^W\//, ""));
  return tags.includes("*") || tags.includes(etag);
}

/** RFC 6266: an ASCII name for old clients, followed by the real one. */
function contentDisposition(name: string, how: "attachment" | "inline" = "attachment"): string {
  const ascii = name.replaceAll(/[^\w. -]/g, "_");
  return `${how}; filename="${ascii}"; filename*=UTF-8''${encodeURIComponent(name)}`;
}
