import { createHash } from "node:crypto";
import type { AddressInfo } from "node:net";
import Fastify from "fastify";
import pg from "pg";

// The HTTP limit: a route that returns given bytes and does nothing else. The parent process sends the bytes.
const app = Fastify();
let bytes = Buffer.alloc(0);
app.route({
  method: ["GET", "POST"],
  url: "/bytes",
  handler: (_request, reply) => reply.type("application/json").send(bytes),
});

// The database limit: a route that returns the rows of the leanest statements unchanged.
let pool: pg.Pool | undefined;
let calls: Lean["calls"] = [];
app.get<{ Querystring: { n: string } }>("/sql", async ({ query }) => {
  const found: unknown[] = [];
  for (const { sql: text, parameters } of calls[Number(query.n) % calls.length]!) {
    const name = createHash("sha1").update(text).digest("base64url");
    found.push((await pool!.query({ name, text, values: [...parameters] })).rows);
  }
  return found;
});

interface Lean {
  url: string;
  connections: number;
  /** The statements of each call; calls are requested in turn. */
  calls: { sql: string; parameters: readonly unknown[] }[][];
}
process.on("message", ({ body, lean }: { body?: string; lean?: Lean }) => {
  if (body !== undefined) bytes = Buffer.from(body, "base64");
  if (lean) {
    // As in the product: JIT costs more than it saves for short statements.
    const options = "-c jit=off";
    pool = new pg.Pool({ connectionString: lean.url, max: lean.connections, options });
    ({ calls } = lean);
  }
  process.send!("ready");
});
process.on("disconnect", () => process.exit(0));
await app.listen({ host: "127.0.0.1", port: 0 });
process.send!({ port: (app.server.address() as AddressInfo).port });
