import type { FastifyInstance } from "fastify";

/**
 * Takes the ports from what proxies say of a caller, before anybody reads it: some, such as Azure's gateways, name one
 * beside each address. Every connection has another, so that its caller would be counted as a new one each time, and a trusted
 * proxy would not be known by its address.
 */
export function leaveOutPorts(app: FastifyInstance): void {
  app.addHook("onRequest", (request, _reply, done) => {
    const { headers } = request.raw;
    const given = headers["x-forwarded-for"];
    if (typeof given === "string") {
      headers["x-forwarded-for"] = given.split(",").map(withoutPort).join(",");
    }
    done();
  });
}

/** An address as it is, in brackets or with a port behind it. An IPv6 address with a port has brackets. */
const withoutPort = (given: string) =>
  given.trim().replace(/^(?:\[([^\]]*)\]|([\d.]+))(?::\d+)?$/, "$1$2");
