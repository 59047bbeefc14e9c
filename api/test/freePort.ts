import { randomInt } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:net";

/** A port that nobody listens on, of those that the system gives to no connection in the meantime. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(20_000, 32_000);
    const server = createServer().listen(port, "127.0.0.1");
    const isFree = await once(server, "listening").then(
      () => true,
      () => false,
    );
    if (!isFree) continue;
    server.close();
    await once(server, "close");
    return port;
  }
}
