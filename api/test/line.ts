import { createConnection, createServer, type AddressInfo, type Socket } from "node:net";

type LineState = "open" | "away" | "hangs";

/** Opens a proxy to a port or Unix socket of this machine that can be cut, or hang: accept everything and answer nothing. */
export async function openLine(to: number | string) {
  let state: LineState = "open";
  let opened = 0;
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    opened++;
    if (state === "away") return socket.destroy();
    const onward =
      typeof to === "string" ? createConnection(to) : createConnection(to, "127.0.0.1");
    for (const each of [socket, onward]) {
      sockets.add(each);
      each.on("error", () => {});
      each.on("close", () => {
        sockets.delete(each);
        for (const end of [socket, onward]) end.destroy();
      });
    }
    // Connections that sent data while the proxy hung stay dead, even when others work again.
    let dead = state === "hangs";
    const pass = (from: Socket, other: Socket) =>
      from.on("data", (bytes: Buffer) => {
        dead ||= state === "hangs";
        if (!dead) other.write(bytes);
      });
    pass(socket, onward);
    pass(onward, socket);
    return socket;
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    port: (server.address() as AddressInfo).port,
    /** How many connections were opened to it. */
    opened: () => opened,
    be(next: LineState) {
      state = next;
      if (next === "away") for (const socket of sockets) socket.destroy();
    },
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
