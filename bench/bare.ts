import type { AddressInfo } from "node:net";
import Fastify from "fastify";

// The limit of the HTTP side: a route that answers given bytes and does nothing else. The parent sends the bytes.
const app = Fastify();
let bytes = Buffer.alloc(0);
app.route({
  method: ["GET", "POST"],
  url: "/bytes",
  handler: (_request, reply) => reply.type("application/json").send(bytes),
});
process.on("message", (message: { body: string }) => {
  bytes = Buffer.from(message.body, "base64");
  process.send!("ready");
});
process.on("disconnect", () => process.exit(0));
await app.listen({ host: "127.0.0.1", port: 0 });
process.send!({ port: (app.server.address() as AddressInfo).port });
