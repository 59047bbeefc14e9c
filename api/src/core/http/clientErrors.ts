import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import { refusals, type RefusalCode } from "@tonneline/contract/refusals";
import type { RefusalFacts } from "../errors.ts";
import { refusalBody, unreadable } from "./problems.ts";

// Node's errors of connections, by code; all others are malformed HTTP.
const codeOfNode: Record<string, RefusalCode> = {
  ERR_HTTP_REQUEST_TIMEOUT: "REQUEST_TIMEOUT",
  HPE_HEADER_OVERFLOW: "HEADERS_TOO_LARGE",
  HPE_CHUNK_EXTENSIONS_OVERFLOW: "PAYLOAD_TOO_LARGE",
};

/** Refuses what Node cannot read as a request, for which there are no hooks and no handler, and closes the connection. */
export function answerClientError(error: Error & { code?: string }, socket: Socket): void {
  const code = codeOfNode[error.code ?? ""];
  // The client has disconnected.
  const isGone = error.code === "ECONNRESET" || !socket.writable;
  if (!isGone)
    socket.write(code ? rawRefusal(code) : rawRefusal("VALIDATION_FAILED", { detail: unreadable }));
  socket.destroy(error);
}

/** Returns the whole answer that ends a connection with a refusal, head and body. */
export function rawRefusal(code: RefusalCode, facts?: RefusalFacts): string {
  const { status } = refusals[code];
  const body = JSON.stringify(refusalBody(code, facts));
  return [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    "Content-Type: application/problem+json",
    `Content-Length: ${Buffer.byteLength(body)}`,
    "Connection: close",
    "",
    body,
  ].join("\r\n");
}
