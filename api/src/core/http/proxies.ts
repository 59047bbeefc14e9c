import type { Server, Socket } from "node:net";
import type { FastifyInstance } from "fastify";

/**
 * Removes the ports from X-Forwarded-For before anything reads it: some proxies, such as Azure's gateways, add one to each
 * address. As it differs for each connection, every connection would be counted as a new caller, and a trusted proxy's address
 * would not be recognised. IPv4 addresses lose the prefix that a proxy on an IPv6 socket gives them.
 */
export function stripPorts(app: FastifyInstance): void {
  app.addHook("onRequest", (request, _reply, done) => {
    const { headers } = request.raw;
    const given = headers["x-forwarded-for"];
    if (typeof given === "string") {
      const addresses = given.split(",").map(withoutPort);
      headers["x-forwarded-for"] = addresses.map(plainAddress).join(",");
    }
    done();
  });
}

/** Accepts a plain address, one in brackets, or one followed by a port. An IPv6 address with a port has brackets. */
const withoutPort = (given: string) =>
  given.trim().replace(/^(?:\[([^\]]*)\]|([\d.]+))(?::\d+)?$/, "$1$2");

/** Returns 203.0.113.7 for ::ffff:203.0.113.7, as an IPv4 caller is called where IPv6 is listened to; else the same. */
export const plainAddress = (address: string) =>
  address.replace(/^::ffff:(\d+\.\d+\.\d+\.\d+)$/i, "$1");

/**
 * Reads the address of each connection at once. Node no longer knows it after the connection has ended: what a caller did who
 * left at once would be logged without an address.
 */
export function rememberAddresses({ server }: { server: Server }): void {
  server.on("connection", (socket: Socket) => {
    const { remoteAddress } = socket;
    const value = remoteAddress && plainAddress(remoteAddress);
    Object.defineProperty(socket, "remoteAddress", { value });
  });
}
