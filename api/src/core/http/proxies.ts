import type { Socket } from "node:net";
import type { FastifyInstance } from "fastify";

/**
 * Removes the ports from X-Forwarded-For before anything reads it: some proxies, such as Azure's gateways, add one to each
 * address. As it differs for each connection, every connection would be counted as a new caller, and a trusted proxy's address
 * would not be recognised.
 */
export function stripPorts(app: FastifyInstance): void {
  app.addHook("onRequest", (request, _reply, done) => {
    const { headers } = request.raw;
    const given = headers["x-forwarded-for"];
    if (typeof given === "string") {
      headers["x-forwarded-for"] = given.split(",").map(withoutPort).join(",");
    }
    done();
  });
}

/** Accepts a plain address, one in brackets, or one followed by a port. An IPv6 address with a port has brackets. */
const withoutPort = (given: string) =>
  given.trim().replace(/^(?:\[([^\]]*)\]|([\d.]+))(?::\d+)?$/, "$1$2");

/**
 * Reads the address of each connection at once. Node no longer knows it after the connection has ended, unless it was read
 * before: what a caller did who left at once would be logged without an address.
 */
export function rememberAddresses(app: FastifyInstance): void {
  app.server.on("connection", (socket: Socket) => void socket.remoteAddress);
}
