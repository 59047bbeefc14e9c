import { createConnection, createServer, type AddressInfo, type Socket } from "node:net";

const goodbye = "X".charCodeAt(0);

/** A minimal pooler in transaction mode: all its clients share one connection to the server, one statement after the other. */
export async function openPooler(url: string) {
  const { searchParams, pathname } = new URL(url);
  const onward = createConnection(`${searchParams.get("host")}/.s.PGSQL.5432`);
  const clients = new Set<Socket>();
  let asking: Socket | undefined;
  let welcome: Buffer | undefined;
  onward.on("error", () => {});
  onward.on("data", (bytes: Buffer) => {
    welcome ??= bytes;
    asking?.write(bytes);
  });
  const server = createServer((client) => {
    clients.add(client);
    client.on("error", () => {});
    client.once("data", (hello: Buffer) => {
      asking = client;
      // Later clients get the server's first response from the cache.
      if (welcome) client.write(welcome);
      else onward.write(hello);
      client.on("data", (bytes: Buffer) => {
        asking = client;
        if (bytes[0] !== goodbye) onward.write(bytes);
      });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `postgresql://postgres@127.0.0.1:${port}${pathname}`,
    async close() {
      for (const socket of [onward, ...clients]) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
